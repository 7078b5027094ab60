// Guards: payments and send-outs of before are told in the words of today, each as what it was.
// Surveys: ^server/migrations/0113-
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type pg from "pg";
import { testDb } from "../../server/testing/index.ts";
import { holds } from "./holds.ts";

const { owner } = await testDb();
const FOLDER = join(import.meta.dirname, "../../server/migrations");
const NUMBER = "0113";

/** Status, why it was dropped, whether bytes exist. */
const PAYMENTS: readonly (readonly [string, string | null, boolean])[] = [
  ["planned", null, false],
  ["signed", null, true],
  ["mined", null, true],
  ["final", null, true],
  ["reverted", null, true],
  ["conflicted", null, true],
  ["dropped", "cancelled by the sender", false],
  ["dropped", "not_allowed", false],
  ["dropped", null, false],
];
const VERBS = ["sign", "mine", "drop"];
const SEND_OUTS = ["reserved", "sending", "completed", "failed", "cancelled"];

async function migrateBefore(client: pg.PoolClient): Promise<void> {
  await client.query("drop schema public cascade");
  await client.query("create schema public");
  for (const name of readdirSync(FOLDER).sort())
    if (name < NUMBER) await client.query(readFileSync(join(FOLDER, name), "utf8"));
}

async function fill(client: pg.PoolClient): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const [index, [status, fault, isSigned]] of PAYMENTS.entries()) {
    const name = `payment ${index}`;
    await client.query(
      `insert into chain_payments (chain, currency, purpose, subject, plan, status, fault, raw_hex, txid, created_at)
       values ('bitcoin', 'BTC', 'send_out', $1, '{}', $2, $3, $4, $5, now())`,
      [name, status, fault, isSigned ? "00" : null, isSigned ? name : null],
    );
    for (const verb of VERBS)
      await client.query(
        `insert into payment_moves (payment_id, verb, status, at)
         select id, $2, $3, now() from chain_payments where subject = $1`,
        [name, verb, status],
      );
  }
  const hashes = [...PAYMENTS.map((_, index) => `payment ${index}`), "without a payment"];
  for (const [index, hash] of hashes.entries())
    for (const [at, status] of SEND_OUTS.entries())
      await client.query(
        `insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
         values ($1, $2, 1, 'BTC', 'd', 1, 1, 1, $3, now(), now())`,
        [status === "sending" ? hash : `${hash}, ${status}`, 10 * index + at, status],
      );
  await client.query("set session_replication_role = origin");
}

test("what was planned, signed, mined or dropped is told in the words of today", async () => {
  const client = await owner.connect();
  await migrateBefore(client);
  await fill(client);
  const [file = ""] = readdirSync(FOLDER).filter((name) => name.startsWith(NUMBER));
  await client.query(readFileSync(join(FOLDER, file), "utf8"));
  const { rows: payments } = await client.query(
    "select subject, status, outcome, fault from chain_payments order by subject",
  );
  const { rows: moves } = await client.query(
    `select payment.subject, move.verb, move.status
     from payment_moves move
     join chain_payments payment on payment.id = move.payment_id
     order by move.id`,
  );
  const { rows: sendOuts } = await client.query('select hash, status from send_outs order by hash collate "C"');
  client.release(true);
  const told = (rows: readonly Record<string, unknown>[]) => rows.map((row) => `  ${Object.values(row).join(" | ")}`);
  holds("payment-statuses", [
    ...["# payments", ...told(payments)],
    ...["# their moves", ...told(moves)],
    ...["# send-outs", ...told(sendOuts)],
  ]);
});
