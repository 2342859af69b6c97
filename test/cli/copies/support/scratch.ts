export { scratch, write } from "../../../support/scratch.ts";

/** Runs the action as a user whom permissions bind: root, who runs some CI machines, is not bound. */
export async function asOrdinaryUser<T>(action: () => T | Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return action();
  process.seteuid?.(NOBODY);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
  }
}

const NOBODY = 65534;
