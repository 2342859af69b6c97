import { describe, expect, test } from "vitest";
import { grid } from "../../../cli/ui/grid.ts";
import { selfContained, wrapStyled } from "../../../cli/ui/styled.ts";

const BOLD = "\u001b[1m";
const PLAIN = "\u001b[22m";
const CYAN = "\u001b[36m";
const NO_CYAN = "\u001b[39m";
const RESET = "\u001b[0m";

describe("a style that goes on beyond the end of a line", () => {
  test("ends there, and begins anew", () => {
    const text = `a ${BOLD}b ${CYAN}c${NO_CYAN} d${PLAIN} e`;
    expect(selfContained(wrapStyled(text, 1))).toEqual([
      "a",
      `${BOLD}b${RESET}`,
      `${BOLD}${CYAN}c${NO_CYAN}${RESET}`,
      `${BOLD}d${PLAIN}`,
      "e",
    ]);
  });

  test("does not run into the next column", () => {
    const { lines } = grid([[`${CYAN}one two${NO_CYAN}`, "x"]], 6) ?? {};
    expect(lines).toEqual([[`${CYAN}one${RESET}  x`, `${CYAN}two${NO_CYAN}`]]);
  });
});
