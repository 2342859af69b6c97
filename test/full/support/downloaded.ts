import { beforeEach } from "vitest";
import { missing } from "../../support/programs.ts";
import { sharedFolder } from "../../support/scratch.ts";

/**
 * Downloads something for the tests of the describe that this is called in. Where that fails, they
 * are without it, as without a program.
 *
 * @returns the folder that it is in, once the tests run
 */
export function downloaded(
  what: string,
  download: (folder: string) => Promise<unknown>,
): () => string {
  let obstacle = "";
  const folder = sharedFolder((into) =>
    download(into).catch((error: unknown) => {
      obstacle = `${what} could not be downloaded: ${String(error).slice(0, 500)}`;
    }),
  );
  beforeEach((context) => {
    if (obstacle) missing(context, obstacle);
  });
  return folder;
}
