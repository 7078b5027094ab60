/** The refusal codes that a run of the tests was answered over HTTP, and those that it was not. */
import { appendFileSync } from "node:fs";
import { REFUSALS } from "#contract/platform/errors/refusals.ts";

/** Codes that no request from outside can bring about, each with the reason. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  "recovery.closed": "an account that closes ends its cases, and no name finds it afterwards",
  "spot.key_market":
    "only keys that trade meet it, and their calls answer with the codes of Binance; facade.test.ts has it",
  "spot.key_limit": "the same",
};

const noted = new Set<string>();

/** Adds the code of a failure to the run's list, where `npm test` keeps one. */
export function noteRefusal(body: string): void {
  const file = process.env.PARLEY_REFUSALS_SEEN;
  const code = /"errors":\{[^{}]*"code":"([^"]+)"/.exec(body)?.[1];
  if (!file || !code || noted.has(code)) return;
  noted.add(code);
  appendFileSync(file, `${code}\n`);
}

/** Codes of the contract that are in neither list, and codes that are called out of reach and were answered. */
export function missingRefusals(seen: readonly string[]): string[] {
  const answered = new Set(seen);
  return Object.keys(REFUSALS).filter((code) => answered.has(code) === Object.hasOwn(OUT_OF_REACH, code));
}
