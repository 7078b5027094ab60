// Guards: when an invariant of the ledger is broken, trades stop and money stops leaving, and the halt says why.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openLog } from "../../../platform/log.ts";
import { aMarket, aTrade, testApp } from "../../../testing/index.ts";
import { checkBooks } from "./check-books.ts";

const { db, owner, ...app } = await testApp();
const check = () => checkBooks({ db, log: openLog({ level: "silent" }) });

test("whole books halt nothing; a balance that nobody posted halts trades and money out and names the invariant", async () => {
  const market = await aMarket({ db, owner, ...app });
  await aTrade(market, "released");
  assert.deepEqual(await check(), []);
  assert.equal((await owner.query("select from halts")).rowCount, 0);

  await owner.query(
    "update ledger_accounts set balance_units = balance_units + 1 where name = (select min(name) from ledger_accounts where name like 'user:%')",
  );
  assert.ok((await check()).some(({ invariant }) => invariant === "I3"));
  const { rows } = await owner.query("select name, reason from halts order by name");
  assert.deepEqual(
    rows.map(({ name }) => name),
    ["card_top_up", "conversions", "lightning_out", "money_out", "new_trades", "releases", "spot", "store"],
  );
  for (const { reason } of rows) assert.match(reason, /^I1: /);
});

test("what a trade was released by stays as long as the ledger: six years on the check of everything finds nothing", async () => {
  await owner.query("delete from halts");
  await owner.query(
    "update ledger_accounts set balance_units = balance_units - 1 where name = (select min(name) from ledger_accounts where name like 'user:%')",
  );
  const market = await aMarket({ db, owner, ...app });
  await aTrade(market, "released");
  await app.moveClock(6 * 365 * 86_400_000);
  await app.runJob("erase-by-age");
  assert.deepEqual(await check(), []);
});
