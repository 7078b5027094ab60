/** Which test files call an endpoint, the likeliest and shortest first: themselves, or by what they import of the tests' own helpers. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { EndpointShape } from "#contract/endpoint.ts";

const TESTS = ["server", "contract", "campaign", "tools"];
/** What these test is elsewhere than in one endpoint, and takes minutes. */
const NOT_ASKED = /^campaign\/(?:crash|faults|upgrade|backup|break-in|mutants|guards|endpoints|fuzz|market\.test)/;
const HELPERS = /^(?:server\/testing|campaign)\//;

type File = { readonly path: string; readonly text: string; readonly imports: readonly string[] };

type Named = Pick<EndpointShape, "name" | "path">;

export function callersOf(endpoints: readonly Named[]): Map<string, string[]> {
  const files = new Map<string, File>();
  const read = (path: string): File => {
    const known = files.get(path);
    if (known) return known;
    const text = readFileSync(path, "utf8");
    const imports = [...text.matchAll(/from "(\.[^"]+)"/g)]
      .map(([, from]) => normalize(join(dirname(path), from as string)))
      .filter((from) => HELPERS.test(from));
    const file = { path, text, imports };
    files.set(path, file);
    return file;
  };
  const tests = TESTS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`))
    .filter((path) => !NOT_ASKED.test(path))
    .map(read)
    .sort((one, two) => one.text.length - two.text.length || one.path.localeCompare(two.path));
  const reached = new Map(tests.map((test) => [test.path, reachedFrom(test, read)]));
  return new Map(
    endpoints.map(({ name, path }) => {
      // What takes a file is called by its address.
      const address = path.replace(/[.+?]/g, "\\$&").replace(/:\w+/g, "[^\"'`/]+");
      const named = new RegExp(`\\b${name}\\b|["'\`]${address}["'\`?]`);
      const direct = tests.filter(({ text }) => named.test(text));
      const through = tests.filter(
        (test) => !direct.includes(test) && reached.get(test.path)?.some(({ text }) => named.test(text)),
      );
      // A helper calls it for many: those that say more of the matter are likelier to look at it.
      const matter = new RegExp(longestWord(name), "gi");
      const mentions = ({ text }: File) => text.match(matter)?.length ?? 0;
      through.sort((one, two) => mentions(two) - mentions(one));
      return [name, [...direct, ...through].map(({ path }) => path)];
    }),
  );
}

/** "restrict" of restrictUser. */
function longestWord(name: string): string {
  const words = name.match(/[A-Z]?[a-z]+/g) ?? [name];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest));
}

function reachedFrom(test: File, read: (path: string) => File): File[] {
  const found = new Map<string, File>();
  const waiting = [...test.imports];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const file = read(path);
    found.set(path, file);
    waiting.push(...file.imports);
  }
  return [...found.values()];
}
