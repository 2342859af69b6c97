import type { Experiment } from "../experiment.ts";
import { dataTable, markup, type Markup } from "./markup.ts";
import { section } from "./shell.ts";

/** The scenario in full, and what else there is to say of it. */
export const simulated = (params: Experiment["params"], said: string): Markup =>
  section(
    "What was simulated",
    markup`${dataTable("Parameters", ["parameter", "value"], rows(params))}<p>${said}</p>`,
  );

const rows = (params: Experiment["params"]) =>
  Object.entries(params).map(([name, value]) => [
    name,
    value ?? (name === "budgetHosts" ? "none" : "each policy's own"),
  ]);
