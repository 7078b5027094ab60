/** Which test files a run of `npm test` takes, in which order, and what each kind of them needs. */
import { globSync, readFileSync } from "node:fs";

const FOLDERS = ["server", "contract", "web", "tools", "journeys", "campaign"];

/** Two at a time, after the short ones: they use a browser or whole servers, and measure waiting. */
const JOURNEYS = /^journeys\/|^tools\/start/;
/** One at a time beside what is heavy. What compares lists is short. */
const CAMPAIGNS = /^campaign\/(?!reviewed\/|authorization\/|guards\/)/;
/**
 * Not of `npm test`, as campaigns are not: `.ci/run` asks for them afterwards. Markets in processes of their own, chains that go on for
 * minutes, people who do everything at once, and the second journey of an area.
 */
const LONG = new RegExp(
  `^(${[
    "tools/(start|start-places|parts|custody)",
    "journeys/(account|chargeback|companies|factors|flows|keyboard|lightning-more|live|offers|otc-desk|partners|payment-accounts|phone|production|recovery|restrictions|saved-searches|small-screen|staff-console|trade-room|verification|webhooks)",
    "server/money/custody/(payments/)?(random-chain|send-outs-bitcoin|send-outs-ethereum|stuck)",
    "server/demo/backing",
    "server/reach/partners/random-rewards",
    "server/market/listing/plans",
    "server/market/(disputes|trades)/races",
    "server/reach/exports/open-again",
  ].join("|")})\\.test\\.ts$`,
);
/** Half a minute and more: they fill up what is left beside journeys and campaigns. */
const HEAVY =
  /(races|random-chain|\/ethereum|send-outs-bitcoin|send-outs-ethereum|stuck|backing|seed|tools\/custody|tools\/parts)\.test\.ts$/;
/** Files that start the whole application, development nodes of the chains, or a browser. */
const SLOW_MEANS = /testApp|makeApp|walletWorld|startChains|bitcoindForTests|launchBrowser|filledMarket/;
/** Files that read the built pages. */
const BUILT_WEB = /\bDIST\b|"dist"|openMarket|filledMarket/;

export type Choice = {
  /** Parts of paths with blanks between them, of which a file has one; "quick" means everything that needs no whole application; "" for everything but what is long. */
  readonly pattern: string;
  /** The long files, and every campaign in its bounded size; nothing else. With a pattern, those of them that have it. */
  readonly isLong: boolean;
  /** Only tests of this name. */
  readonly name: string | undefined;
  /** Run again whenever a source changes. */
  readonly isWatching: boolean;
};

/** Reads `npm test -- PATTERN --name "…" --watch`, or `--long`. Throws on an option that does not exist. */
export function readChoice(args: readonly string[]): Choice {
  const at = args.indexOf("--name");
  const name = at < 0 ? undefined : args[at + 1];
  if (at >= 0 && !name) throw new Error('--name takes the name of a test: --name "a sentence"');
  const rest = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
  const unknown = rest.find((word) => word.startsWith("--") && word !== "--watch" && word !== "--long");
  if (unknown) throw new Error(`there is no option ${unknown}; there are --name, --watch and --long`);
  return {
    pattern: rest.filter((word) => !word.startsWith("--")).join(" "),
    name,
    isLong: rest.includes("--long"),
    isWatching: rest.includes("--watch"),
  };
}

/** The files of a choice, in the order of their names. */
export function chooseFiles({ pattern, isLong }: Pick<Choice, "pattern" | "isLong">): string[] {
  return FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`))
    .filter((file) => {
      if (pattern === "quick") return isQuick(file);
      if (isLong !== (CAMPAIGNS.test(file) || LONG.test(file)) && (isLong || pattern === "")) return false;
      return pattern === "" || pattern.split(" ").some((word) => file.includes(word));
    })
    .sort((one, two) => one.localeCompare(two));
}

/** Short files run first, in three lanes; then two of journeys beside one of campaigns; the heavy ones fill the lane that is free first. */
export function laneOf(file: string): "short" | "journeys" | "campaigns" | "heavy" {
  if (JOURNEYS.test(file)) return "journeys";
  if (CAMPAIGNS.test(file)) return "campaigns";
  return HEAVY.test(file) ? "heavy" : "short";
}

export function isQuick(file: string): boolean {
  return laneOf(file) === "short" && !file.startsWith("campaign/") && !SLOW_MEANS.test(readFileSync(file, "utf8"));
}

/** Files that replace something global in the process: the sealing secret, lists of the operator, or globals of a browser. */
const OWN_PROCESS = /useSealingSecret|\b(?:useW|w)atchList\b|\busePlaces\b|\banonymizersFile\b|\((?:\s*)globalThis\b/;

/** Whether others may run in the same process, before and after it. */
export function mayShareProcess(file: string): boolean {
  const lane = laneOf(file);
  if (lane !== "short" && !file.startsWith("journeys/")) return false;
  return !OWN_PROCESS.test(readFileSync(file, "utf8"));
}

/** How many tests a process says that it had of a kind: pass, fail, cancelled. */
export function countIn(output: string, word: string): number {
  return Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
}

/**
 * Whether a file that is a suite among others passed, by what its process has said since it began; undefined while it has not
 * ended. A file in which no test ran has not passed.
 */
export function toldOf(output: string, file: string): boolean | undefined {
  const ends = /^(not ok|ok) \d+ - (.+?)(?: # .*)?\n {2}---\n(?: {2}.*\n)*? {2}\.\.\.$/gm;
  const end = [...output.matchAll(ends)].find(([, , name]) => name === file);
  return end && end[1] === "ok" && /^ {4}(?:not )?ok \d+ - /m.test(output);
}

/** How many tests of a suite passed. */
export function passedIn(output: string): number {
  return [...output.matchAll(/^ {4,}ok \d+ - .*$/gm)].filter(([line]) => !line.includes("# SKIP")).length;
}

/** Whether the pages have to be built before this file runs. */
export function needsWeb(file: string): boolean {
  return file.startsWith("journeys/") || file.startsWith("tools/start") || BUILT_WEB.test(readFileSync(file, "utf8"));
}
