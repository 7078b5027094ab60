// Guards: no text that a rule asks for is made of blanks or of what nobody sees, whatever writes it to the database.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isBlank } from "#contract/platform/plain-text.ts";
import { testDb } from "../../testing/index.ts";

const { owner } = await testDb();

const ASKED: Readonly<Record<string, readonly string[]>> = {
  ambassador_notes: ["text"],
  chargeback_reports: ["answer"],
  dispute_appeals: ["answer", "body"],
  dispute_evidence: ["body"],
  feature_flag_changes: ["reason"],
  offer_rejections: ["reason", "words", "answer"],
  offer_reports: ["words"],
  restriction_appeals: ["words", "answer"],
  otc_requests: ["closed_why"],
  screening_hits: ["decided_why"],
  setting_changes: ["reason"],
  staff_acts: ["reason"],
  staff_changes: ["reason"],
  trade_attachments: ["reason"],
  user_restrictions: ["note", "lifted_why"],
};
const BLANKS = [" ", "\u00a0", "\u2800", "\u200b", "\u3164", "\ufeff", "\u2060", "\n"];

async function checkOf(name: string): Promise<string> {
  const { rows } = await owner.query(
    "select pg_get_constraintdef(oid) as def from pg_constraint where contype = 'c' and conname = $1",
    [name],
  );
  assert.ok(rows[0], `there is no ${name}`);
  return String(rows[0].def).replace(/ NOT VALID$/, "");
}

test("blanks are no reason, answer or appeal, in any table", async () => {
  for (const [table, columns] of Object.entries(ASKED))
    for (const column of columns) {
      const probe = `probe_${table}_${column}`;
      await owner.query(`create table ${probe} (${column} text, ${await checkOf(`${table}_${column}_said`)})`);
      const insert = (text: string | null) => owner.query(`insert into ${probe} values ($1)`, [text]);
      for (const blank of BLANKS) {
        assert.ok(isBlank(blank));
        await assert.rejects(
          insert(blank.repeat(12)),
          { code: "23514" },
          `${table}.${column} U+${blank.charCodeAt(0).toString(16)}`,
        );
      }
      for (const text of ["Wrong amount", "李", "\u2800سبب", null]) await insert(text);
      await owner.query(`drop table ${probe}`);
    }
});

test("every text column with a least length refuses blanks", async () => {
  const { rows } = await owner.query(`
    select conrelid::regclass::text as name, pg_get_constraintdef(oid) as def
    from pg_constraint
    where contype = 'c' and pg_get_constraintdef(oid) ~ 'char_length\\(\\w*(reason|note|why|words|answer|body|text\\w*)\\) >= '`);
  assert.ok(rows.length >= 12, `${rows.length} columns`);
  for (const { name, def } of rows) {
    const column = /char_length\((\w+)\)/.exec(def)?.[1] ?? "";
    assert.ok(ASKED[name]?.includes(column), `${name}.${column}`);
  }
});
