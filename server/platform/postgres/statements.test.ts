// Guards: pieces of SQL become one statement with its parameters in order, and the same text has the same name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fragment, joinFragments, sql, statementOf } from "./statements.ts";

const made = (strings: TemplateStringsArray, ...values: unknown[]) => statementOf(strings, values);

test("values become numbered parameters, pieces become text, however deep", () => {
  const inner = sql`b = ${2}`;
  const piece = sql`(${inner} or c = ${3})`;
  const { text, values } = made`select ${1} where ${piece} and d = ${4} and ${sql`true`}`;
  assert.equal(text, "select $1 where (b = $2 or c = $3) and d = $4 and true");
  assert.deepEqual(values, [1, 2, 3, 4]);
});

test("pieces are put together with a text between them", () => {
  const joined = (...pieces: Fragment[]) => made`where ${joinFragments(pieces, " and ")}.`;
  assert.deepEqual(joined().text, "where .");
  assert.deepEqual(joined(sql`a = ${1}`).text, "where a = $1.");
  const three = joined(sql`a = ${1}`, sql`b`, sql`c = ${2}`);
  assert.deepEqual([three.text, three.values], ["where a = $1 and b and c = $2.", [1, 2]]);
  assert.ok(joinFragments([], ",") instanceof Fragment);
});

test("a statement keeps its name and gets its own values each time", () => {
  const ask = (value: unknown) => made`select ${value}`;
  const [one, two] = [ask(1), ask(2)];
  assert.equal(one.name, two.name);
  assert.match(one.name ?? "", /^p[0-9a-f]{20}$/);
  assert.deepEqual([one.values, two.values], [[1], [2]]);
  assert.equal(made`select ${sql`1`}`.name, made`select ${sql`1`}`.name);
  assert.notEqual(made`select ${sql`1`}`.name, made`select ${sql`2`}`.name);
});

test("so many texts have names, and then none more: the memory is ours", async () => {
  // By itself: what other files of the process asked has names as well.
  const own: typeof import("./statements.ts") = await import(`${import.meta.resolve("./statements.ts")}?own`);
  const name = (number: number) => own.statementOf(["select ", ""] as never, [own.sql([`${number}`] as never)]).name;
  const names = Array.from({ length: 2100 }, (_, number) => name(number));
  const named = names.filter((one) => one !== undefined).length;
  assert.ok(named > 1900 && named <= 2001, `${named} names`);
  assert.equal(name(0), names[0], "a name was forgotten");
  assert.equal(name(2099), undefined);
});
