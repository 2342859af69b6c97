import type { Case } from "./case.ts";
import { edited } from "./cases/c01-edited.ts";
import { bothChanged } from "./cases/c02-both-changed.ts";
import { reformatted } from "./cases/c03-reformatted.ts";
import { existing } from "./cases/c04-existing.ts";
import { identical } from "./cases/c05-identical.ts";
import { several } from "./cases/c06-several.ts";
import { dryRun } from "./cases/c08-dry-run.ts";
import { config } from "./cases/c09-config.ts";
import { crlf } from "./cases/c10-crlf.ts";
import { deleted } from "./cases/c11-deleted.ts";
import { twice } from "./cases/c12-twice.ts";
import { conflict } from "./cases/c13-conflict.ts";
import { killed } from "./cases/c14-killed.ts";
import { unreachable } from "./cases/c15-unreachable.ts";
import { json } from "./cases/c16-json.ts";
import { interrupted } from "./cases/c17-interrupted.ts";
import { moved } from "./cases/c18-moved.ts";
import type { Server } from "./server.ts";

export const cases = (server: Server): readonly Case[] => [
  edited,
  bothChanged,
  reformatted,
  existing,
  identical,
  several,
  dryRun,
  config,
  crlf,
  deleted,
  twice,
  conflict,
  killed,
  unreachable(server),
  json,
  interrupted,
  moved,
];
