/** Which test files a run of `npm test` takes, in which order, and what each kind of them needs. */
import { globSync, readFileSync } from "node:fs";

const FOLDERS = ["server", "contract", "web", "tools", "journeys", "campaign"];

/** Two at a time, after the short ones: they use a browser or whole servers, and measure waiting. */
const JOURNEYS = /^journeys\/|^tools\/start/;
/** One at a time, beside journeys. What compares with reviewed texts is short. */
const CAMPAIGNS = /^campaign\/(?!reviewed\/)/;
/** Half a minute and more: they fill up what is left beside journeys and campaigns. */
const HEAVY = /(races|random-chain|\/ethereum|send-outs-bitcoin|send-outs-ethereum|stuck|backing|seed)\.test\.ts$/;
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

/** The files of a choice, in the order of their names. */
export function chooseFiles({ pattern }: Pick<Choice, "pattern">): string[] {
  return FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`))
    .filter((file) => (pattern === "quick" ? isQuick(file) : file.includes(pattern)))
    .sort((one, two) => one.localeCompare(two));
}

/** Short files run in three lanes, then two of journeys beside campaigns; the heavy ones fill the lane that is free first. */
export function laneOf(file: string): "short" | "journeys" | "campaigns" | "heavy" {
  if (JOURNEYS.test(file)) return "journeys";
  if (CAMPAIGNS.test(file)) return "campaigns";
  return HEAVY.test(file) ? "heavy" : "short";
}

export function isQuick(file: string): boolean {
  return laneOf(file) === "short" && !file.startsWith("campaign/") && !SLOW_MEANS.test(readFileSync(file, "utf8"));
}

/** What exchanges something of which a process has one: the secret that seals, lists of the operator, or what a browser would bring. */
const OWN_PROCESS = /useSealingSecret|\b(?:useW|w)atchList\b|\busePlaces\b|\banonymizersFile\b|\((?:\s*)globalThis\b/;

/** Whether others may run in the same process. */
export function mayShareProcess(file: string): boolean {
  return isQuick(file) && !OWN_PROCESS.test(readFileSync(file, "utf8"));
}

/** Files that one process runs together, in their order; each has a database of its own, which stays until the end. */
export function batchesOf(files: readonly string[], size = 8): string[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, index) =>
    files.slice(index * size, (index + 1) * size),
  );
}

/** How many tests a process says that it had of a kind: pass, fail, cancelled. */
export function countIn(output: string, word: string): number {
  return Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
}

/**
 * Which files of a batch have to run again, by what their process said. All of them where it says neither how many tests failed
 * nor where, or where something else than a test failed.
 */
export function failedIn(output: string, batch: readonly string[]): string[] {
  const failed = countIn(output, "fail") + countIn(output, "cancelled");
  const places = output
    .split(/^not ok /m)
    .slice(1)
    .map((part) => /^ {2}location: '(.*):\d+:\d+'$/m.exec(part)?.[1]);
  const files = batch.filter((file) => places.some((place) => place?.endsWith(`/${file}`)));
  const isTold =
    failed > 0 &&
    places.length === failed &&
    places.every((place) => files.some((file) => place?.endsWith(`/${file}`)));
  return isTold ? files : [...batch];
}

/** Whether the pages have to be built before this file runs. */
export function needsWeb(file: string): boolean {
  return file.startsWith("journeys/") || file.startsWith("tools/start") || BUILT_WEB.test(readFileSync(file, "utf8"));
}
