/**
 * npm run campaign -- guards [word]: takes each guard away in a copy of the sources, runs its test there and expects it
 * to fail. A guard that nobody misses is a survivor: the run names it and ends with 1.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { needsWeb } from "../../tools/test-files.ts";
import { type Workshop, withWorkshop, workshopVariables } from "../workshop.ts";
import type { Guard } from "./guard.ts";
import { GUARDS } from "./guards.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);

export async function runGuards(word = ""): Promise<void> {
  const chosen = GUARDS.filter((guard) => `${guard.promise} ${guard.file}`.includes(word));
  const survivors: string[] = [];
  await withWorkshop(async (workshop) => {
    if (chosen.some(({ test }) => needsWeb(test))) buildWeb(workshop);
    for (const guard of chosen) {
      const verdict = judge(workshop, guard);
      if (verdict !== "missed") survivors.push(`${guard.promise}: ${verdict}`);
      say(`${verdict === "missed" ? "ok      " : "SURVIVES"}  ${guard.promise}  (${guard.test})`);
    }
  });
  for (const survivor of survivors) say(`SURVIVES  ${survivor}`);
  say(`${chosen.length - survivors.length} of ${chosen.length} guards are missed when they are gone`);
  if (survivors.length > 0) process.exitCode = 1;
}

const LAST_MS = 180_000;
const seenGreen = new Map<string, Verdict>();

/** "missed" when the test is green with the guard and red without it. */
function judge(workshop: Workshop, guard: Guard): string {
  const path = join(workshop.folder, guard.file);
  const whole = readFileSync(path, "utf8");
  const named = `${guard.test} ${guard.only ?? ""}`;
  const before = seenGreen.get(named) ?? ask(workshop, guard);
  seenGreen.set(named, before);
  if (before !== "green") return `its test is ${before} with the guard in place`;
  writeFileSync(path, withoutGuard(guard, whole));
  const isOfWeb = guard.file.startsWith("web/") && needsWeb(guard.test);
  if (isOfWeb) buildWeb(workshop);
  try {
    const verdict = ask(workshop, guard);
    return verdict === "red" ? "missed" : `its test is ${verdict} without it`;
  } finally {
    writeFileSync(path, whole);
    if (isOfWeb) buildWeb(workshop);
  }
}

function buildWeb({ folder }: Workshop): void {
  const { status } = spawnSync(process.execPath, ["web/build.ts"], { cwd: folder, stdio: "ignore" });
  if (status !== 0) throw new Error("the web does not build");
}

/** Throws when the text is not there exactly once. */
export function withoutGuard({ file, text, without }: Guard, whole: string): string {
  const pieces = whole.split(text);
  if (pieces.length !== 2) throw new Error(`${file} has the guard's text ${pieces.length - 1} times: ${text}`);
  return pieces.join(without);
}

type Verdict = "green" | "red" | "without an end";

function ask(workshop: Workshop, { test, only }: Guard): Verdict {
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "--test",
      // The test is this process: what does not end is ended with it, and holds nobody up.
      "--test-isolation=none",
      "--test-reporter=tap",
      ...(only ? [`--test-name-pattern=${only}`] : []),
      test,
    ],
    {
      cwd: workshop.folder,
      env: { ...process.env, ...workshopVariables(workshop), RACE_ROUNDS: "10", CASE_RACE_ROUNDS: "10" },
      encoding: "utf8",
      timeout: LAST_MS,
      killSignal: "SIGKILL",
    },
  );
  // It may have waited for somebody else: that says nothing of the guard.
  if (signal !== null) return "without an end";
  // A pattern that fits no test would pass by doing nothing.
  return status === 0 && /^# pass [1-9]/m.test(stdout) ? "green" : "red";
}
