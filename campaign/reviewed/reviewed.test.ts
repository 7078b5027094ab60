// Guards: what others build on changes only on purpose: the wire, the refusals, the settings, the tables.
// Surveys: ^contract/|^server/migrations/|^server/reference/settings/
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { REFUSALS } from "#contract/refusals.ts";
import { SETTINGS } from "../../server/reference/settings/settings.ts";
import { testApp } from "../../server/testing/index.ts";
import { schemaText } from "./schema-text.ts";
import { constraintLines } from "./table-lines.ts";

const app = await testApp();

/** Compares with what was reviewed; UPDATE_REVIEWED=1 npm test -- reviewed writes it anew, and the change is read in review. */
function holds(name: string, lines: readonly string[]): void {
  const file = join(import.meta.dirname, `${name}.txt`);
  const text = `${lines.join("\n")}\n`;
  if (process.env.UPDATE_REVIEWED) writeFileSync(file, text);
  assert.deepEqual(
    text.split("\n"),
    readFileSync(file, "utf8").split("\n"),
    `${name} changed: review it, then UPDATE_REVIEWED=1 npm test -- reviewed`,
  );
}

/** A long shape stands in full where it comes first. */
function partLine(firsts: Map<string, string>, place: string, [name, text]: readonly [string, string]): string {
  const first = text.length > 300 ? firsts.get(text) : undefined;
  if (first) return `  ${name} as of ${first}`;
  firsts.set(text, `${place} ${name}`);
  return `  ${name} ${text}`;
}

test("every call takes and answers what was reviewed", () => {
  const firsts = new Map<string, string>();
  const lines = app.app.routes.flatMap(({ endpoint }) => {
    const { method, path, params, query, body, reply, meta } = endpoint;
    const inputs = Object.entries({ params, query, body }).map(
      ([name, part]) => [name, part && schemaText(part, "input")] as const,
    );
    const outputs = Object.entries({ reply, meta }).map(
      ([name, part]) => [name, part && schemaText(part, "output")] as const,
    );
    const parts = [...inputs, ...outputs].flatMap(([name, text]) => (text ? [[name, text] as const] : []));
    return [
      `${method} ${path}`,
      ...parts.map((part) => partLine(firsts, `${method} ${path}`, part)),
      `  refuses ${[...(endpoint.refusals ?? [])].sort().join(" ")}`,
    ];
  });
  holds("wire", lines);
});

test("every refusal has the status that was reviewed", () => {
  holds(
    "refusals",
    Object.entries(REFUSALS).map(([code, { status }]) => `${status} ${code}`),
  );
});

test("every setting has the default and the bounds that were reviewed", () => {
  holds(
    "settings",
    Object.entries(SETTINGS).map(
      ([name, { value, schema }]) => `${name} ${JSON.stringify(value)} ${schemaText(schema, "input")}`,
    ),
  );
});

test("the database enforces what was reviewed", async () => {
  holds("tables", await constraintLines(app.owner));
});
