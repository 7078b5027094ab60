// Guards: the walk through the standard leaves out no requirement of levels 1 and 2, and points at files that are there.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** The last number of levels 1 and 2 in each section, which begins with 1, as the standard's list of version 5.0.0 has them. */
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2 },
  ...{ "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1 },
  ...{ "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2 },
  ...{ "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4 },
  ...{ "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3 },
  ...{ "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4 },
  ...{ "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2 },
  ...{ "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3, "9.2": 4 },
  ...{ "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3 },
  ...{ "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1 },
  ...{ "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5 },
  ...{ "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7 },
  ...{ "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3 },
  ...{ "17.1": 1, "17.2": 4, "17.3": 2 },
};
const VERDICTS = ["holds", "partly", "open", "not checked", "does not apply"];

const text = readFileSync("docs/asvs.md", "utf8");
const rows = text.split("\n").flatMap((line) => {
  const [, id = "", asks = "", verdict = "", where = ""] = line.split("|").map((cell) => cell.trim());
  return /^\d/.test(id) ? [{ id, asks, verdict, where }] : [];
});

test("each requirement of the standard's levels 1 and 2 has a line, once, with a verdict and a reason", () => {
  const wanted = Object.entries(NUMBERS).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
  );
  assert.equal(wanted.length, 253);
  assert.deepEqual(
    rows.map(({ id }) => id),
    wanted,
  );
  for (const { id, asks, verdict, where } of rows) {
    assert.ok(VERDICTS.includes(verdict), `${id}: ${verdict}`);
    assert.ok(asks && where, id);
  }
});

test("the sum at the top is that of the lines", () => {
  const [hold, partly, open, unchecked, not] = VERDICTS.map(
    (one) => rows.filter(({ verdict }) => verdict === one).length,
  );
  const sum = `Of ${rows.length} requirements ${hold} hold, ${partly} hold partly, ${open} are open, ${unchecked} were not checked, ${not} do not apply.`;
  assert.ok(text.includes(sum), sum);
});

test("every file that a line points at is there", () => {
  const named = rows.flatMap(({ id, where }) =>
    [...where.matchAll(/`([\w./-]+\.(?:ts|tsx|sql|md|txt|json))`/g)].map(([, file = ""]) => ({ id, file })),
  );
  assert.ok(named.length > 150, `${named.length} files`);
  for (const { id, file } of named) assert.ok(existsSync(file), `${id}: ${file}`);
});
