import { expect, test } from "vitest";
import { ports } from "../../cli/ports/index.ts";
import { hasPort, items } from "../ports/support/registry.ts";

/** The README says so. A policy that is only begun passes the fast tests without its other ports. */
test.each(items)("$name is written in every language", (item) => {
  const lacking = ports.filter((port) => !hasPort(item, port)).map(({ title }) => title);
  expect(lacking).toEqual([]);
});
