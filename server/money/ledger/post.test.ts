// Guards: money is moved, never created; no account is overdrawn; a retry changes nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { testDb } from "../../testing/database.ts";
import { accountOf } from "./accounts.ts";
import { balanceOf } from "./rows.ts";
import { checkInvariants, LEDGER_CHECKS } from "./invariants.ts";
import { type Journal, post, postEach } from "./post.ts";
import { assertProperty } from "../../testing/seeds.ts";
import { untilWaiting } from "../../testing/waiting.ts";

const world = await testDb({ poolSize: 24 });
const { db, owner } = world;

const chain = accountOf.chain("BTC");
const available = (user: number) => accountOf.available(BigInt(user), "BTC");

let serial = 0;
const fund = (user: number, units: bigint): Journal => ({
  kind: "test_fund",
  subject: `fund-${serial++}`,
  postings: [{ from: chain, to: available(user), units }],
});
const move = (subject: string, from: number, to: number, units: bigint): Journal => ({
  kind: "test_move",
  subject,
  postings: [{ from: available(from), to: available(to), units }],
});

async function assertBooksHold() {
  assert.deepEqual(await db.tx((tx) => checkInvariants(tx, LEDGER_CHECKS)), []);
}

test("a journal of one kind and subject moves money once, however often it is posted at once", async () => {
  await db.tx((tx) => post(tx, [fund(1, 100n)]));
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => db.tx((tx) => post(tx, [move("once", 1, 2, 60n)]))),
  );
  assert.equal(outcomes.flat().filter((outcome) => outcome === "posted").length, 1);
  assert.equal(await db.read((tx) => balanceOf(tx, available(2))), 60n);
  await assertBooksHold();
});

test("a journal between accounts that nobody locks exists once all the same", async () => {
  const posting = { from: accountOf.chain("BTC"), to: accountOf.house("BTC", "dust"), units: 5n };
  for (let round = 0; round < 5; round++) {
    const journal = { kind: "test_dust", subject: String(round), postings: [posting] };
    await Promise.allSettled(Array.from({ length: 10 }, () => db.tx((tx) => post(tx, [journal]))));
  }
  assert.equal(await db.read((tx) => balanceOf(tx, accountOf.house("BTC", "dust"))), 25n);
});

test("a balance is never overdrawn by movements that race for it", async () => {
  await db.tx((tx) => post(tx, [fund(10, 100n)]));
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => db.tx((tx) => post(tx, [move(`race-${index}`, 10, 11, 30n)]))),
  );
  const refused = results.filter((result) => result.status === "rejected");
  for (const result of refused) {
    assert.ok(result.reason instanceof Refusal);
    assert.equal(result.reason.code, "ledger.insufficient_balance");
  }
  assert.equal(results.length - refused.length, 3);
  assert.equal(await db.read((tx) => balanceOf(tx, available(10))), 10n);
  await assertBooksHold();
});

test("a movement that meets another under way waits for it, and is decided on the balance that it left", async () => {
  await db.tx((tx) => post(tx, [fund(12, 100n)]));
  const [moved, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = db.tx(async (tx) => {
    const [outcome] = await post(tx, [move("held-1", 12, 13, 80n)]);
    moved.resolve();
    await held.promise;
    return outcome;
  });
  await moved.promise;
  const other = assert.rejects(
    db.tx((tx) => post(tx, [move("held-2", 12, 13, 80n)])),
    (error) => error instanceof Refusal && error.code === "ledger.insufficient_balance",
  );
  await untilWaiting(owner, 1);
  held.resolve();
  assert.equal(await one, "posted");
  await other;
});

test("a refused journal emits no event and moves nothing", async () => {
  await assert.rejects(
    db.tx(async (tx) => {
      tx.emit({ type: "account.signed_in", subject: "never", payload: {} });
      await post(tx, [move("too-much", 20, 21, 1n)]);
    }),
    { code: "ledger.insufficient_balance" },
  );
  const { rows } = await owner.query("select from events where subject = 'never'");
  assert.equal(rows.length, 0);
});

test("forty crossing movements end without a deadlock reaching the caller", async () => {
  await db.tx((tx) => post(tx, [fund(30, 1000n), fund(31, 1000n)]));
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const [from, to] = index % 2 === 0 ? [30, 31] : [31, 30];
      return db.tx((tx) => post(tx, [move(`cross-${index}`, from ?? 0, to ?? 0, 5n)]));
    }),
  );
  assert.equal(await db.read((tx) => balanceOf(tx, available(30))), 1000n);
  await assertBooksHold();
});

test("in a list each journal is decided by itself, and earlier ones count for later ones", async () => {
  await db.tx((tx) => post(tx, [fund(40, 10n)]));
  const outcomes = await db.tx((tx) =>
    postEach(tx, [
      move("list-1", 40, 41, 8n),
      move("list-2", 40, 41, 8n),
      move("list-3", 41, 42, 8n),
      move("list-1", 40, 41, 8n),
    ]),
  );
  assert.deepEqual(outcomes, ["posted", "insufficient", "posted", "duplicate"]);
  await assertBooksHold();
});

test("no role of the application can write a posting, change a balance or erase a journal", async () => {
  const attempts = [
    "update ledger_accounts set balance_units = 1",
    "insert into journals (kind, subject, at) values ('x', 'x', now())",
    "insert into postings (units) values (1)",
    "update postings set units = 1",
    "delete from postings",
    "update journals set kind = 'x'",
  ];
  for (const login of [world.dbs.web, world.dbs.worker, world.dbs.chain]) {
    const client = await login.connect();
    for (const attempt of attempts) await assert.rejects(client.query(attempt), { code: "42501" }, attempt);
    await client.end();
  }
});

test("even the owner cannot change a posting", async () => {
  await assert.rejects(owner.query("update postings set units = units + 1"), /append-only/);
  await assert.rejects(owner.query("delete from journals"), /append-only/);
});

test("a posting names a journal and two accounts of its currency, for every database role", async () => {
  const line = (journal: string, from: string, to: string, currency = "BTC") =>
    owner.query(
      `insert into postings (journal_id, from_account, to_account, currency, units)
       select ${journal}, (select id from ledger_accounts where name = $1), coalesce((select id from ledger_accounts where name = $2), -1), $3, 1`,
      [from, to, currency],
    );
  await db.tx((tx) => post(tx, [fund(60, 5n)]));
  await db.tx((tx) =>
    post(tx, [
      {
        kind: "test_fund",
        subject: "of another currency",
        postings: [{ from: accountOf.chain("ETH"), to: accountOf.available(60n, "ETH"), units: 5n }],
      },
    ]),
  );
  const lines = [
    ["-1", chain, available(60)],
    ["(select max(id) from journals)", chain, "without a journal"],
    ["(select max(id) from journals)", chain, accountOf.available(60n, "ETH")],
    ["(select max(id) from journals)", chain, available(60), "ETH"],
  ] as const;
  for (const [journal, from, to, currency] of lines)
    await assert.rejects(line(journal, from, to, currency), { code: "23503" }, `${journal} ${to} ${currency}`);
  await assertBooksHold();
});

test("an account that postings name is never deleted, and keeps its number and currency", async () => {
  await db.tx((tx) => post(tx, [fund(70, 5n)]));
  for (const attempt of [
    "delete from ledger_accounts where balance_units = 0",
    "truncate ledger_accounts cascade",
    "update ledger_accounts set currency = 'ETH' where currency = 'BTC'",
  ])
    await assert.rejects(owner.query(attempt), { code: "23001" }, attempt);
});

test("a changed balance is found by the check of the ledger", async () => {
  await owner.query("begin");
  await owner.query("update ledger_accounts set balance_units = balance_units + 1 where name = $1", [available(2)]);
  await owner.query("commit");
  const found = await db.tx((tx) => checkInvariants(tx, LEDGER_CHECKS));
  assert.deepEqual(
    found.map((violation) => violation.invariant),
    ["I1", "I3"],
  );
  await owner.query("update ledger_accounts set balance_units = balance_units - 1 where name = $1", [available(2)]);
  await assertBooksHold();
});

test("any list of journals ends as a model of plain sums says", async (t) => {
  let run = 0;
  await assertProperty(
    t,
    "ledger-model",
    fc.asyncProperty(
      fc.array(fc.record({ from: fc.nat(4), to: fc.nat(4), units: fc.bigInt(1n, 60n), key: fc.nat(9) }), {
        maxLength: 12,
      }),
      async (moves) => {
        const base = 1000 + run++ * 10;
        await db.tx((tx) =>
          post(
            tx,
            [0, 1, 2, 3, 4].map((user) => fund(base + user, 50n)),
          ),
        );
        const model = new Map([0, 1, 2, 3, 4].map((user) => [user, 50n]));
        const seen = new Set<number>();
        const journals = moves.filter((m) => m.from !== m.to);
        const expected = journals.map((m) => {
          if (seen.has(m.key)) return "duplicate";
          const left = (model.get(m.from) ?? 0n) - m.units;
          if (left < 0n) return "insufficient";
          seen.add(m.key);
          model.set(m.from, left);
          model.set(m.to, (model.get(m.to) ?? 0n) + m.units);
          return "posted";
        });
        const outcomes = await db.tx((tx) =>
          postEach(
            tx,
            journals.map((m) => move(`model-${base}-${m.key}`, base + m.from, base + m.to, m.units)),
          ),
        );
        assert.deepEqual(outcomes, expected);
        for (const [user, units] of model) {
          assert.equal(await db.read((tx) => balanceOf(tx, available(base + user))), units);
        }
      },
    ),
    { numRuns: 60 },
  );
  await assertBooksHold();
});
