/**
 * Loaded before the tests. Of a test file only the tests are made whose names hold one of the words in ONLY_TESTS, which changes from
 * file to file: with `--test-name-pattern` a file runs once in a process. The sources in STALE are loaded anew for each ROUND.
 */
import { registerHooks } from "node:module";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, mock, test } from "node:test";
import { pathToFileURL } from "node:url";

export { after, afterEach, before, beforeEach, mock };

/** The variables for the next file, from an order. */
export type Round = { readonly ONLY_TESTS: string; readonly STALE: string; readonly ROUND: string };

const listIn = (name: keyof Round) => JSON.parse(process.env[name] ?? "[]") as string[];

function isNamed(name: unknown): boolean {
  return listIn("ONLY_TESTS").some((word) => String(name).includes(word));
}

const named = (...words: Parameters<typeof test>) => (isNamed(words[0]) ? test(...words) : Promise.resolve());
const namedTest = Object.assign(named, test);
export { namedTest as test };

let round: string | undefined;
let stale: ReadonlySet<string> = new Set();

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "node:test" && /\.test\.ts(?:\?.*)?$/.test(context.parentURL ?? ""))
      return { url: import.meta.url, shortCircuit: true };
    if (round !== process.env.ROUND) {
      round = process.env.ROUND;
      stale = new Set(listIn("STALE").map((file) => pathToFileURL(join(process.cwd(), file)).href));
    }
    const found = next(specifier, context);
    const [url = ""] = found.url.split("?");
    return stale.has(url) ? { ...found, url: `${url}?round=${round}` } : found;
  },
});
