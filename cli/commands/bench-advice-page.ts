import { bestOfEach } from "../bench/advice/advise.ts";
import { gainOf, isKnown, isTold, load, peakOf } from "../bench/advice/goal.ts";
import type { Trial } from "../bench/advice/trial.ts";
import type { AdviceReport } from "../bench/report/advice-page.ts";
import { type Candidate, PARAMS } from "../bench/report/tried-charts.ts";
import {
  budgetWords,
  capOf,
  figure,
  inShort,
  inWords,
  methodWords,
  nameOf,
  reasons,
} from "../ui/bench-advice.ts";
import type { Answer } from "./bench-recommend.ts";

/** The answer in words and figures, as its page tells it. */
export function adviceReport(answer: Answer): AdviceReport {
  const { question, params, search, advice } = answer;
  const { limits, criteria, trials } = search;
  const best = advice === undefined ? [] : bestOfEach(advice, search);
  const told = criteria.filter((criterion) => isTold(criterion, best));
  const [gain, peak] = [gainOf(question.workload, trials), peakOf(question.workload)];
  const roleOf = (trial: Trial): Candidate["role"] => {
    if (trial === advice?.pick) return "pick";
    if (trial === advice?.runnerUp) return "runner-up";
    return best.includes(trial) ? "best" : undefined;
  };
  return {
    workload: question.workload,
    params,
    said: [
      ...(advice === undefined ? [] : [`Pick ${inShort(advice.pick)}.`]),
      ...reasons(answer),
      ...budgetWords(answer),
    ],
    heads: ["policy", "", ...PARAMS, ...told.map(({ name }) => name)],
    best: best.map((trial) => [
      nameOf(trial),
      roleOf(trial) === "best" ? "" : (roleOf(trial) ?? ""),
      ...paramsOf(trial),
      ...told.map((criterion) => figure(trial, criterion)),
    ]),
    candidates: trials
      .filter((trial) => isKnown(trial.mean(gain)))
      .map((trial) => ({
        policy: nameOf(trial),
        params: paramsOf(trial),
        gain: trial.mean(gain),
        costs: [peak, load].map((cost) => trial.mean(cost)),
        role: roleOf(trial),
      })),
    measures: {
      gain,
      costs: [
        { ...peak, limit: limits.maxPeak },
        { ...load, limit: limits.maxLoad },
      ],
    },
    method: methodWords(search),
  };
}

const paramsOf = (trial: Trial): readonly string[] => [
  `${trial.setting.params.baseMs} ms`,
  capOf(trial),
  inWords(trial.setting.params.maxAttempts),
];
