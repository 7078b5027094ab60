// Guards: another limit of active offers holds offers beyond it and releases them again, with notices, and changes nothing
// else; two offers that go at once make room for two.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { playRecordedRates } from "../../money/rates/index.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { anOffer, giveCoins } from "../../testing/market/offers.ts";
import { aUser, testApp } from "../../testing/index.ts";
import { deleteOffer } from "./delete-offer.ts";

const app = await testApp();
const { db, owner } = app;
const METHODS = ["paypal", "wise-transferwise", "revolut", "skrill"];

before(() => db.tx(playRecordedRates));

/** Of four offers, the second one to buy: what counts offers locks one side only. */
async function anOwner() {
  const id = await db.tx((tx) => aUser(tx));
  await db.tx((tx) => giveCoins(tx, id, "BTC", 100_000_000n));
  const hashes: string[] = [];
  for (const method of METHODS) {
    const offer_type = method === "wise-transferwise" ? "buy" : "sell";
    hashes.push(await db.tx((tx) => anOffer(tx, id, { payment_method: method, offer_type })));
  }
  return { id, hashes };
}

const limit = (value: number) =>
  db.tx((tx) => changeSetting(tx, { name: "offers.max_active", value, changedBy: null }));

async function follow(): Promise<void> {
  await app.deliverEvents();
  await app.runJob("offers-follow-limits");
}

async function holdsOf(id: bigint): Promise<(string | null)[]> {
  const { rows } = await owner.query("select hold from offers where owner_id = $1 and deleted_at is null order by id", [
    id,
  ]);
  return rows.map(({ hold }) => hold);
}

test("a lower limit holds the offers beyond it, for all users, and a higher one brings them back", async () => {
  // More than are looked at in one transaction.
  const owners: bigint[] = [];
  for (let many = 0; many < 52; many++) owners.push((await anOwner()).id);
  await follow();
  for (const [most, holds] of [
    [2, [null, null, "too_many", "too_many"]],
    [3, [null, null, null, "too_many"]],
    [20, [null, null, null, null]],
  ] as const) {
    await limit(most);
    await follow();
    for (const id of owners) assert.deepEqual(await holdsOf(id), holds, `at most ${most}`);
  }
});

test("another limit sets no fee, and processes that cache offers are notified of owners whose offers it changes", async () => {
  const { id } = await anOwner();
  // As no process writes it.
  await owner.query("alter table offers disable trigger offer_fees_noted");
  await owner.query("update offers set fee_bp = 1 where owner_id = $1", [id]);
  await owner.query("alter table offers enable trigger offer_fees_noted");
  const { rows } = await owner.query("select username from users where id = $1", [id]);
  await owner.query("delete from page_changes");
  await limit(2);
  await follow();
  const fees = await owner.query("select distinct fee_bp from offers where owner_id = $1", [id]);
  assert.deepEqual(fees.rows, [{ fee_bp: 1 }]);
  const noted = await owner.query("select from page_changes where topic = $1", [`owner:${rows[0].username}`]);
  assert.ok(noted.rows.length > 0);
  await limit(20);
  await follow();
});

test("two offers that are deleted at once make room for two", async () => {
  const { id, hashes } = await anOwner();
  await limit(2);
  await follow();
  assert.deepEqual(await holdsOf(id), [null, null, "too_many", "too_many"]);
  const [first, second] = hashes as [string, string];
  let other: Promise<void> | undefined;
  const waits = async () => {
    const { rows } = await owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  };
  await db.tx(async (tx) => {
    await deleteOffer(tx, { hash: first, ownerId: id });
    other = db.tx((also) => deleteOffer(also, { hash: second, ownerId: id }));
    while (!(await waits()));
  });
  await other;
  assert.deepEqual(await holdsOf(id), [null, null]);
});
