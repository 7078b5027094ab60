// Guards: the check of each minute sees what commits late, whatever its ids; the check of each night sees old rows that changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aMarket, aPerson, aTrade, giveCoins, testApp, testLog } from "../../testing/index.ts";
import { currentSnapshot } from "../../money/ledger/index.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { LOGINS, urlAs } from "../../platform/postgres/logins.ts";
import { migrate } from "../../platform/postgres/migrate.ts";
import { checkBooks, checkWhatIsNew, isDueInFull } from "./checks/check-books.ts";
import { marketStatus } from "./checks/market-status.ts";

const app = await testApp();
const { owner } = app;
const checking = { db: app.dbs.worker, log: testLog };
const market = await aMarket(app);
await aTrade(market, "released");
const old = await aTrade(market, "released");
const halts = async () => (await owner.query("select name, reason from halts order by name")).rows;
const watermark = async () => (await owner.query("select snapshot::text from ledger_watermark")).rows[0]?.snapshot;
/** As nobody may: past every trigger. */
const asReplica = async (statement: string) => {
  await owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
};
const giving = "house:BTC:dust";
const taking = "house:BTC:network";
// Accounts that no trade waits for.
await owner.query(
  "insert into ledger_accounts (name, currency, kind, may_overdraw) values ($1, 'BTC', 'house', true), ($2, 'BTC', 'house', true)",
  [giving, taking],
);

test("a broken balance that commits after a check, in a transaction that began before it, is found by the next check", async () => {
  assert.deepEqual(await checkWhatIsNew(checking), []);
  const late = await owner.connect();
  await late.query("begin");
  const { rows } = await late.query(
    "insert into journals (kind, subject, at) values ('late', 'late', market_now()) returning id",
  );
  await late.query(
    `insert into postings (journal_id, from_account, to_account, currency, units)
     select $1, giving.id, taking.id, 'BTC', 7
     from ledger_accounts giving, ledger_accounts taking
     where giving.name = $2 and taking.name = $3`,
    [rows[0].id, giving, taking],
  );
  // And one that moves nothing, which shows in no balance.
  await late.query("insert into journals (kind, subject, at) values ('late', 'empty', market_now())");
  // Others commit meanwhile, with higher ids, and are looked at.
  await aTrade(market, "released");
  assert.deepEqual(await checkWhatIsNew(checking), []);
  const seen = await watermark();
  assert.deepEqual(await checkWhatIsNew(checking), []);

  await late.query("commit");
  late.release();
  const found = await checkWhatIsNew(checking);
  assert.deepEqual(
    found.map(({ invariant }) => invariant),
    ["I2", "I3", "I3"],
  );
  assert.match(
    (await halts()).map(({ name }) => name).join(),
    /^card_top_up,conversions,lightning_out,money_out,new_trades,releases,spot,store$/,
  );
  // Nothing is passed over: the next check finds it again, until it is repaired.
  assert.notEqual(await watermark(), undefined);
  assert.deepEqual(await checkWhatIsNew(checking), found);
  await owner.query(
    "update ledger_accounts set balance_units = balance_units + case name when $1 then -7 else 7 end where name in ($1, $2)",
    [giving, taking],
  );
  await asReplica("delete from journals where subject = 'empty'");
  assert.deepEqual(await checkWhatIsNew(checking), []);
  assert.notEqual(await watermark(), seen);
  await owner.query("delete from halts");
});

test("each journal is folded once, whatever ran beside the checks", async () => {
  const running = Array.from({ length: 6 }, () => aTrade(market, "released"));
  for (let round = 0; round < 8; round++) assert.deepEqual(await checkWhatIsNew(checking), []);
  await Promise.all(running);
  assert.deepEqual(await checkWhatIsNew(checking), []);
  const { rows } = await owner.query(
    `select account.name
     from ledger_accounts account
     left join ledger_folds fold on fold.account_id = account.id
     where account.kind <> 'trade' and account.balance_units <> coalesce(fold.units, 0)`,
  );
  assert.deepEqual(rows, []);
});

test("a check ends although coins of a new account move beside it", async () => {
  await checkWhatIsNew(checking);
  const { id } = await aPerson(app);
  await app.db.tx((tx) => giveCoins(tx, id, "ETH", 1000n));
  const { worker } = app.dbs;
  const busy: Db = {
    ...worker,
    snapshot: (work) =>
      worker.snapshot(async (tx) => {
        await app.db.tx((other) => giveCoins(other, id, "ETH", 1000n));
        return work(tx);
      }),
  };
  const before = await watermark();
  assert.deepEqual(await checkWhatIsNew({ ...checking, db: busy }), []);
  assert.notEqual(await watermark(), before);
  assert.deepEqual(await checkWhatIsNew(checking), []);
});

test("a check sees one snapshot, for as long as it takes", async () => {
  await app.dbs.worker.snapshot(async (tx) => {
    const journals = () => tx.rows<{ count: number }>`select count(*)::int as count from journals`;
    const before = { snapshot: await currentSnapshot(tx), journals: await journals() };
    await aTrade(market, "released");
    assert.deepEqual({ snapshot: await currentSnapshot(tx), journals: await journals() }, before);
    assert.deepEqual(await tx.rows`select current_setting('statement_timeout') as at_most`, [{ at_most: "0" }]);
  });
  // It is a setting of the transaction, not of its connection.
  const [after] = await app.dbs.worker.tx((tx) => tx.rows`select current_setting('statement_timeout') as at_most`);
  assert.deepEqual(after, { at_most: "20s" });
});

test("an old row that was changed is passed over by the check of a minute, and found by the check of the night, which halts", async () => {
  const client = await owner.connect();
  await client.query("set session_replication_role = replica");
  const change = (by: number) =>
    client.query(
      `update postings set units = units + $2
       where id = (
         select min(postings.id)
         from postings
         join journals on journals.id = postings.journal_id
         join trades on journals.subject = trades.id || ':1'
         where journals.kind = 'trade_release' and trades.hash = $1)`,
      [old, by],
    );
  await change(1);
  try {
    assert.deepEqual(await checkWhatIsNew(checking), []);
    const found = await checkBooks(checking);
    assert.deepEqual([...new Set(found.map(({ invariant }) => invariant))], ["I3", "I19"]);
    assert.equal((await halts()).length, 8);
  } finally {
    // A client that is kept would keep the file from ending.
    await change(-1);
    client.release();
  }
  await owner.query("delete from halts");
  assert.deepEqual(await checkBooks(checking), []);
});

test("in another cluster everything is looked at, until the migrations have forgotten the numbers of transactions of the old one", async () => {
  assert.deepEqual(await checkWhatIsNew(checking), []);
  // As a dump comes from one that was far ahead.
  await owner.query("update ledger_cluster set system_identifier = system_identifier + 1");
  const client = await owner.connect();
  await client.query("set session_replication_role = replica");
  await client.query("update journals set xid = '999999999' where id % 2 = 0");
  await client.query("update ledger_watermark set snapshot = '999999990:999999995:'");
  const { rows } = await client.query(
    "update ledger_accounts set balance_units = balance_units + 1 where name = $1 returning id",
    [taking],
  );
  assert.equal(rows.length, 1);
  assert.deepEqual(
    (await checkWhatIsNew(checking)).map(({ invariant }) => invariant),
    ["I1", "I3"],
  );
  await client.query("update ledger_accounts set balance_units = balance_units - 1 where name = $1", [taking]);
  await client.query("delete from halts");
  client.release();

  await migrate(urlAs(app.url, { login: LOGINS.owner }));
  assert.equal((await owner.query("select from journals where xid is not null")).rowCount, 0);
  assert.deepEqual(await checkWhatIsNew(checking), []);
  await aTrade(market, "released");
  assert.equal((await owner.query("select from journals where xid is not null")).rowCount, 2);
  for (const _ of ["once", "again"]) assert.deepEqual(await checkWhatIsNew(checking), []);
});

test("everything is due once a night, from three o'clock on", () => {
  const at = (text: string) => new Date(`2026-11-${text}:00Z`);
  assert.ok(isDueInFull(undefined, at("23T12:00")));
  assert.ok(isDueInFull(at("22T03:10"), at("23T03:00")));
  assert.ok(!isDueInFull(at("22T03:10"), at("23T02:59")));
  assert.ok(!isDueInFull(at("23T03:01"), at("23T23:00")));
  assert.ok(isDueInFull(at("20T04:00"), at("23T01:00")));
});

test("a check in full that was skipped, was slow or found something is an alarm of the status and of the metrics", async () => {
  const lines = async () =>
    (await app.db.read(marketStatus)).filter(({ topic }) => topic === "invariants").map(({ isAlarm }) => isAlarm);
  const set = (change: string) => owner.query(`update invariant_checks set ${change}`);
  await checkBooks(checking);
  assert.deepEqual(await lines(), [false, false]);
  for (const [change, undo, alarms] of [
    ["in_full_at = in_full_at - interval '26 hours 1 second'", "in_full_at = checked_at", [false, true]],
    ["in_full_ms = 1800001", "in_full_ms = 1", [false, true]],
    ["in_full_broken = 1", "in_full_broken = 0", [false, true]],
    ["in_full_at = null", "in_full_at = checked_at", [false, true]],
    ["took_ms = 30001", "took_ms = 1", [true, false]],
    ["broken = 1", "broken = 0", [true, false]],
    ["checked_at = checked_at - interval '6 minutes'", "checked_at = in_full_at", [true, false]],
  ] as const) {
    await set(change);
    assert.deepEqual(await lines(), alarms, change);
    await set(undo);
    assert.deepEqual(await lines(), [false, false]);
  }
  await set("took_ms = 1500, in_full_ms = 90000, in_full_broken = 2");
  const text = await app.app.metrics.text();
  for (const line of [
    /^invariant_check_seconds\{state="took"\} 1.5$/m,
    /^invariant_check_seconds\{state="in_full_took"\} 90$/m,
    /^invariant_check_seconds\{state="in_full_age"\} \d/m,
    /^invariants_broken\{state="in_full"\} 2$/m,
  ])
    assert.match(text, line);
});
