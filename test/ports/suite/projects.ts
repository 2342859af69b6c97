import { describe, expect, test } from "vitest";
import type { Port } from "../../../cli/ports/port.ts";
import { Project } from "../../../cli/ports/project.ts";
import { type Files, scratch } from "../../support/scratch.ts";

/** A project, the file that shows its language, if any does, and the folder that copies go to. */
export type ProjectCase = readonly [files: Files, evidence: string | undefined, folder: string];

export function testProjects(port: Port, projects: readonly ProjectCase[]): void {
  describe(`a project in ${port.title}`, () => {
    test.each(projects)("%j", (files, evidence, folder) => {
      const project = new Project(scratch(files));
      expect(port.evidence(project)).toBe(evidence);
      expect(port.folder(project)).toBe(folder);
    });
  });
}
