import type { Repetition } from "../experiment.ts";
import { type Summary, summarised } from "../summary.ts";
import type { Criterion } from "./goal.ts";
import { followsHints, type Setting } from "./setting.ts";

/** A setting, and what came of it under each seed so far. */
export class Trial {
  readonly setting: Setting;
  readonly followsHints: boolean;
  readonly repetitions: Repetition[] = [];

  constructor(setting: Setting) {
    this.setting = setting;
    this.followsHints = followsHints(setting);
  }

  add(repetition: Repetition): void {
    repetition.tally.retries.forget();
    this.repetitions.push(repetition);
  }

  values({ of }: Criterion): readonly number[] {
    return this.repetitions.map(of);
  }

  mean(criterion: Criterion): number {
    const values = this.values(criterion);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  }

  get summary(): Summary {
    return summarised(this.repetitions);
  }
}
