/** Compares a text with its reviewed version, which is stored beside the test. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MOST_SHOWN = 6;
const LONGEST_SHOWN = 400;

/** UPDATE_REVIEWED=1 before the test writes it anew; what changed is then read in review. */
export function holds(name: string, lines: readonly string[]): void {
  const file = join(import.meta.dirname, `${name}.txt`);
  if (process.env.UPDATE_REVIEWED) writeFileSync(file, `${lines.join("\n")}\n`);
  const reviewed = readFileSync(file, "utf8").split("\n");
  const said = [...lines, ""].join("\n").split("\n");
  const places = Array.from({ length: Math.max(said.length, reviewed.length) }, (_, place) => place);
  const changed = places.filter((place) => said[place] !== reviewed[place]);
  if (changed.length === 0) return;
  const shown = changed.slice(0, MOST_SHOWN).flatMap((place) => difference(place, reviewed[place], said[place]));
  const title = `${name} changed in ${changed.length} lines: review it, then run this test with UPDATE_REVIEWED=1`;
  assert.fail([title, ...shown].join("\n"));
}

/** Both lines from shortly before the place where they part. */
function difference(place: number, before = "(nothing)", now = "(nothing)"): string[] {
  let from = 0;
  while (from < before.length && before[from] === now[from]) from++;
  from = Math.max(0, from - 80);
  const part = (line: string) => `${from > 0 ? "…" : ""}${line.slice(from, from + LONGEST_SHOWN)}`;
  return [`line ${place + 1}`, `  was ${part(before)}`, `  is  ${part(now)}`];
}
