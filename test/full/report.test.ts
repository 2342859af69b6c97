import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, type TestContext } from "vitest";
import { findChromium } from "./support/chromium.ts";
import { missing } from "../support/programs.ts";

/** The pages of `bench --html`, in a real browser: on a phone and on a desk, in light and in dark. */

const folder = mkdtempSync(path.join(tmpdir(), "policybook-report-"));

const workloads = {
  "outage-30s": [],
  "occ-contention": ["--workload", "occ-contention", "--repetitions", "2"],
  "A-short": ["--workload", "shared-outage", "--repetitions", "2"],
  files: files(),
  B: ["--workload", "shared-outage", "--scenario", "B", "--repetitions", "1"],
} as const;

/** What `bench --recommend` is asked. */
const questions = {
  recommended: ["--recommend", "--outage", "20s", "--max-peak", "50", "--repetitions", "2"],
  "recommended files": ["--recommend", "--repetitions", "1", ...workloads.files.slice(0, 3)],
  "nothing recommended": ["--recommend", "--max-load", "0.5", "--repetitions", "1"],
} as const;

type Row = Readonly<Record<string, string | number | null>>;
interface Printed {
  readonly results?: readonly Row[];
  readonly grid?: readonly Row[];
}

const documents: Record<string, Printed> = {};
let browser: Browser | undefined;

/** Many policies that are nearly the same, of long names that would be markup if they could. */
function files(): readonly string[] {
  return Array.from({ length: 14 }, (_, index) => {
    const file = path.join(folder, `a-policy-with-a-long-name-<b>${index}.js`);
    const body = `{ nextDelay(attempt) { return attempt < 8 ? ${100 + 90 * index} * attempt : null } }`;
    writeFileSync(file, `export class Linear ${body}`);
    return file;
  });
}

beforeAll(async () => {
  for (const [name, flags] of Object.entries({ ...workloads, ...questions })) {
    const args = ["bench", ...flags, "--html", path.join(folder, `${name}.html`), "--json"];
    const printed = spawnSync(process.execPath, ["--import", "tsx", "cli/main.ts", ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    documents[name] = JSON.parse(printed.stdout) as Printed;
  }
  const name = await findChromium();
  const places = (process.env["PATH"] ?? "").split(path.delimiter);
  const executablePath = places.map((place) => path.join(place, name ?? "")).find(existsSync);
  if (name !== undefined && executablePath !== undefined)
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface View {
  readonly width: number;
  readonly scheme: "light" | "dark";
}

const PHONE = 360;
const VIEWS: readonly View[] = [PHONE, 1200].flatMap((width) =>
  (["light", "dark"] as const).map((scheme) => ({ width, scheme })),
);

/** The page as it is seen there, and whatever it complained of or asked for. */
async function seen(context: TestContext, name: string, { width, scheme }: View) {
  if (browser === undefined) return missing(context, "chromium is not installed");
  const page = await browser.newPage({ viewport: { width, height: 740 }, colorScheme: scheme });
  const [complaints, requests]: [string[], string[]] = [[], []];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  const url = pathToFileURL(path.join(folder, `${name}.html`)).href;
  await page.goto(url);
  return { page, complaints, requests: requests.filter((asked) => asked !== url) };
}

describe.each([...Object.keys(workloads), ...Object.keys(questions)])("the page of %s", (name) => {
  test.for(VIEWS)("is whole, still and readable: $width px, $scheme", async (view, context) => {
    const at = await seen(context, name, view);
    if (at === undefined) return;
    expect({ complaints: at.complaints, requests: at.requests }).toEqual({
      complaints: [],
      requests: [],
    });
    for (const details of await at.page.locator("summary").all()) await details.click();
    const needs = await at.page.locator("html").evaluate((html) => html.scrollWidth);
    expect(needs).toBeLessThanOrEqual(view.width);
    expect(await overlaps(at.page)).toEqual([]);
    expect(await faint(at.page)).toEqual([]);
    await at.page.close();
  });

  test("has a name for every chart, and reaches everything by keyboard", async (context) => {
    const at = await seen(context, name, { width: 1200, scheme: "light" });
    if (at === undefined) return;
    const charts = await at.page.getByRole("img").count();
    expect(charts).toBe(await at.page.locator("svg").count());
    expect(charts).toBe(chartsIn(documents[name]));
    const named = await at.page.getByRole("img", { name: /\S/ }).count();
    expect(named).toBe(charts);
    expect(await at.page.locator(".wide:not([tabindex='0'][aria-label])").count()).toBe(0);
    await at.page.close();
  });
});

/** Two for each policy and one of them all; or one for each, and two of them all. */
function chartsIn({ results, grid = [] }: Printed = {}): number {
  if (results !== undefined) return 2 * results.length + 1;
  return new Set(grid.map(({ file, policy }) => file ?? policy)).size + 2;
}

describe.each(Object.keys(workloads))("the page of %s", (name) => {
  test("has the figures of --json in its table", async (context) => {
    const at = await seen(context, name, { width: 1200, scheme: "light" });
    if (at === undefined) return;
    const table = at.page.locator("table").first();
    const heads = await table.locator("thead th").allTextContents();
    const rows = await table.locator("tbody tr").all();
    const results = documents[name]?.results ?? [];
    expect(rows).toHaveLength(results.length);
    for (const [index, row] of rows.entries()) {
      const cells = row.locator("th, td");
      const shown = await cells.evaluateAll((all) =>
        all.map((cell) => cell.querySelector("data")?.value ?? null),
      );
      expect(await cells.first().textContent()).toBe(
        results[index]?.["file"] ?? results[index]?.["policy"],
      );
      const known = heads.slice(2).map((head) => results[index]?.[FIELDS[head] ?? ""] ?? null);
      expect(shown.slice(2)).toEqual(known.map((value) => (value === null ? null : String(value))));
    }
    await at.page.close();
  });
});

/** The head of a column in the page, and the same figure in --json. */
const FIELDS: Readonly<Record<string, string>> = {
  success: "successRate",
  "mean time": "meanTimeToSuccessMs",
  attempts: "meanAttempts",
  p99: "p99Attempts",
  herd: "peakRetryShare",
  "all done": "completionMs",
  calls: "calls",
  t99: "t99Ms",
  late: "lateSuccessRate",
  "per success": "attemptsPerSuccess",
  peak: "peakArrivals",
};

/** Texts of a chart that cover each other, or leave it. */
const overlaps = (page: Page): Promise<string[]> =>
  page.locator("svg").evaluateAll((charts) =>
    charts.flatMap((chart) => {
      const frame = chart.getBoundingClientRect();
      const texts = [...chart.querySelectorAll("text")].map((text) => ({
        name: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      const outside = texts.filter(
        ({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1,
      );
      const pairs = texts.flatMap((a, index) =>
        texts
          .slice(index + 1)
          .filter(
            ({ box }) =>
              a.box.left < box.right - 1 &&
              box.left < a.box.right - 1 &&
              a.box.top < box.bottom - 3 &&
              box.top < a.box.bottom - 3,
          )
          .map((b) => `${a.name} over ${b.name}`),
      );
      return [...outside.map(({ name }) => `${name} outside`), ...pairs];
    }),
  );

/** Texts whose contrast with the page is below 4.5. */
const faint = async (page: Page): Promise<readonly string[]> => {
  const colours = await page
    .locator("body, p, th, td, dd, summary, figcaption, caption, text")
    .evaluateAll((all) =>
      all.map((element) => {
        const style = element.ownerDocument.defaultView?.getComputedStyle(element);
        const ink = element.tagName === "text" ? style?.fill : style?.color;
        const paper = style?.backgroundColor;
        return { ink: ink ?? "", paper: paper ?? "", text: element.textContent.slice(0, 40) };
      }),
    );
  const paper = luminance(colours[0]?.paper ?? "");
  return colours
    .filter(({ ink }) => {
      const [dark = 0, light = 0] = [luminance(ink), paper].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05) < 4.5;
    })
    .map(({ text }) => text);
};

/** Relative luminance, of a colour such as rgb(27, 31, 36). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
