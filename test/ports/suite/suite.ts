import type { Port } from "../../../cli/ports/port.ts";
import { describeWith } from "../../support/programs.ts";
import { toolchainOf } from "../support/played.ts";
import { type Compiling, testCompiling } from "./compiling.ts";
import { type Faults, testFaults } from "./faults.ts";
import { type Meaning, testMeaning } from "./formatting.ts";
import { type ProjectCase, testProjects } from "./projects.ts";
import { type Usages, testUsages } from "./usages.ts";
import { type Vectors, testVectors } from "./vectors.ts";

/** What is particular to a language in the checks that every language gets. */
export interface Particulars {
  readonly vectors: Vectors;
  readonly faults: Faults;
  readonly compiling: Compiling;
  readonly usages: Usages;
  readonly projects: readonly ProjectCase[];
  readonly meaning: Meaning;
}

/** Every check that a language's port has to pass, whatever the language. */
export function testPort(port: Port, particulars: Particulars): void {
  describeWith(toolchainOf(port).programs, port.title, () => {
    testVectors(port, particulars.vectors);
    testFaults(port, particulars.faults);
    testCompiling(port, particulars.compiling);
    testUsages(port, particulars.usages);
  });
  testProjects(port, particulars.projects);
  testMeaning(port, particulars.meaning);
}
