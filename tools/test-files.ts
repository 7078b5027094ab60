/** Which test files a run of `npm test` takes, in which order, and what each kind of them needs. */
import { globSync, readFileSync } from "node:fs";

const FOLDERS = ["server", "contract", "web", "tools", "journeys", "campaign"];

/** Run last and one at a time: they use a browser or whole servers, and measure waiting. */
const JOURNEYS = /^journeys\/|^tools\/start/;
/** Run last and one at a time, beside the journeys. */
const CAMPAIGNS = /^campaign\//;
/** A minute each: begun first, so that the last to run is not one of them. */
const HEAVY = /(races|random-chain|ethereum|send-outs-bitcoin|backing|seed)\.test\.ts$/;
/** What starts development nodes of the chains, or a browser. */
const SLOW_MEANS = /walletWorld|startChains|bitcoindForTests|launchBrowser|preview-browser/;
/** What reads the built pages. */
const BUILT_WEB = /\bDIST\b|"dist"|openMarket|preview-browser/;

export type Choice = {
  /** Part of a path; "quick" stands for everything that takes seconds; "" for everything. */
  readonly pattern: string;
  /** Only tests of this name. */
  readonly name: string | undefined;
  /** Run again whenever a source changes. */
  readonly isWatching: boolean;
};

/** Reads `npm test -- PATTERN --name "…" --watch`. Throws on an option that does not exist. */
export function readChoice(args: readonly string[]): Choice {
  const at = args.indexOf("--name");
  const name = at < 0 ? undefined : args[at + 1];
  if (at >= 0 && !name) throw new Error('--name takes the name of a test: --name "a sentence"');
  const rest = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
  const unknown = rest.find((word) => word.startsWith("--") && word !== "--watch");
  if (unknown) throw new Error(`there is no option ${unknown}; there are --name and --watch`);
  return { pattern: rest.find((word) => !word.startsWith("--")) ?? "", name, isWatching: rest.includes("--watch") };
}

/** The files of a choice, the longest first. */
export function chooseFiles({ pattern }: Pick<Choice, "pattern">): string[] {
  return FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`))
    .filter((file) => (pattern === "quick" ? isQuick(file) : file.includes(pattern)))
    .sort((one, two) => Number(HEAVY.test(two)) - Number(HEAVY.test(one)) || one.localeCompare(two));
}

/** Files of the same lane run one after another, but for the rest, of which two run at once before the others. */
export function laneOf(file: string): "journeys" | "campaigns" | "rest" {
  if (JOURNEYS.test(file)) return "journeys";
  return CAMPAIGNS.test(file) ? "campaigns" : "rest";
}

export function isQuick(file: string): boolean {
  return laneOf(file) === "rest" && !HEAVY.test(file) && !SLOW_MEANS.test(readFileSync(file, "utf8"));
}

/** Whether the pages have to be built before this file runs. */
export function needsWeb(file: string): boolean {
  return file.startsWith("journeys/") || file.startsWith("tools/start") || BUILT_WEB.test(readFileSync(file, "utf8"));
}
