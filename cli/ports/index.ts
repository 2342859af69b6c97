import { c } from "./c.ts";
import { elixir } from "./elixir.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { holds } from "./languages.ts";
import type { Port } from "./port.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { typescript } from "./typescript.ts";

/** The port of every language, for commands that meet copies in any of them; a start loads one alone. */
export const ports: readonly Port[] = [typescript, javascript, python, java, c, go, rust, elixir];

/** The port that a file of the registry belongs to. */
export const portOfFile = (file: string): Port | undefined =>
  ports.find((port) => holds(port, file));
