// Guards: staff see which transfers wait and why; a supermoderator stops one of which nothing is signed, once, with a proof, and its
// money goes back in the transaction that notifies its sender; what is signed, or being signed, is under way.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { listHeldSendOuts, lookAtSendOut, stopSendOut } from "#contract/staff/held-send-outs.ts";
import { cancelSendOut, getSendOut } from "#contract/products/wallet/wallet.ts";
import { accountOf } from "../../../money/ledger/index.ts";
import { lift, restrict, type NamedUser, aNamedUser } from "../../../testing/people/restrictions.ts";
import { scriptedWorld } from "../../../testing/outside/scripted/world.ts";

const world = await scriptedWorld();
await world.scan();
const [ada, ben, mod] = [
  await aNamedUser(world, "admin"),
  await aNamedUser(world, "supermoderator"),
  await aNamedUser(world, "moderator"),
];
await world.grant(accountOf.house("ETH", "network"), "ETH", 1_000_000_000n);
const rich = await aNamedUser(world);
world.ethereum.giveWei(await world.addressOf({ userId: rich.id, client: rich.client }, "ETH"), 50n * 10n ** 18n);
for (let round = 0; round < 3; round++) {
  world.ethereum.mine(5);
  await world.scan();
  await world.pay();
}
afterEach(() => {
  world.signer.isSilent = false;
});

const TO = `0x${"1001".padStart(40, "0")}`;
const HAD = 1_000_000_000n;
const REASON = "Our bank asks about it.";

async function aWaiting(sender?: NamedUser) {
  const mia = sender ?? (await aNamedUser(world));
  await world.grant(accountOf.available(mia.id, "ETH"), "ETH", HAD);
  const { data } = await world.send({ userId: mia.id, client: mia.client }, "ETH", { address: TO, amount: "0.01" });
  const view = async () => (await mia.client.call(getSendOut, { params: { id: data.id } })).data;
  return { mia, id: data.id, view };
}
const listed = async (query = {}, by = ben) => (await by.client.call(listHeldSendOuts, { query })).data;
const whyOf = async (id: string) => (await listed()).rows.find((row) => row.id === id)?.why;
const stop = ({ client }: NamedUser, id: string, more: { readonly proves?: false } = {}) =>
  client.call(stopSendOut, { body: { id, reason: REASON }, ...more });
const balances = async (userId: bigint) => {
  const names = [accountOf.available(userId, "ETH"), accountOf.held(userId, "ETH")];
  const { rows } = await world.owner.query("select name, balance_units from ledger_accounts where name = any($1)", [
    names,
  ]);
  return names.map((name) => BigInt(rows.find((row) => row.name === name)?.balance_units ?? 0));
};

/** Asked for, planned, and not signed. */
async function aPlanned() {
  // One after the other is planned.
  for (let round = 0; round < 4; round++) await world.pay();
  const waiting = await aWaiting();
  world.signer.isSilent = true;
  await world.pay();
  return waiting;
}

/** But for coins that are on no chain. */
const broken = async () => (await world.violations()).filter(({ invariant }) => invariant !== "I9");

test("staff see what waits and why, by reason, coin and sender, and nobody else does", async () => {
  const { mia, id } = await aWaiting();
  assert.equal(await whyOf(id), "next");
  const { data } = await restrict(ada, mia, "frozen");
  assert.equal(await whyOf(id), "restricted");
  await world.owner.query("insert into halts (name, reason, since) values ('ethereum_out', 'a fork', market_now())");
  assert.equal(await whyOf(id), "halted");
  await world.owner.query("delete from halts where name = 'ethereum_out'");
  assert.equal((await lift(await aNamedUser(world, "admin"), data.caseNumber)).code, "");
  await world.owner.query("update send_outs set due_at = market_now() + interval '1 day' where hash = $1", [id]);
  assert.equal(await whyOf(id), "new_address");
  const slow = await aNamedUser(world);
  await restrict(ada, slow, "restricted");
  assert.equal(await whyOf((await aWaiting(slow)).id), "restricted_wait");
  const robbed = await aWaiting();
  const taken = await restrict(ada, robbed.mia, "compromised");
  assert.equal((await lift(await aNamedUser(world, "admin"), taken.data.caseNumber)).code, "");
  assert.equal(await whyOf(robbed.id), "recovered");
});

test("of a transfer that waits staff see neither address nor more of its sender than the name", async () => {
  const { mia, id } = await aWaiting();
  const shown = await listed({ who: mia.username.toUpperCase(), coin: "ETH", why: "next" });
  assert.equal(shown.rows.length, 1);
  assert.doesNotMatch(JSON.stringify(shown), new RegExp(TO));
  assert.deepEqual((await listed({ who: mia.username, coin: "BTC" })).rows, []);
  const looked = await mod.client.call(lookAtSendOut, { body: { id, reason: REASON } });
  assert.equal(looked.data.address, TO);
  const { rows } = await world.owner.query("select act, subject, reason from staff_acts order by id desc limit 1");
  assert.deepEqual(rows, [{ act: "person.look", subject: mia.username, reason: `${id}: ${REASON}` }]);
  assert.equal((await mia.client.call(listHeldSendOuts, { query: {} })).status, 403);
  const unknown = await mod.client.call(lookAtSendOut, { body: { id: "Abcdefghij12", reason: REASON } });
  assert.equal(unknown.code, "wallet.send_out_unknown");
});

test("a stopped transfer is back in the balance of its sender, the sender is notified, and the act is in the staff log", async () => {
  const { mia, id, view } = await aWaiting();
  const [before] = await balances(mia.id);
  assert.equal((await stop(ben, id)).code, "");
  const shown = await view();
  assert.deepEqual([shown.status, shown.fault], ["cancelled", "stopped_by_staff"]);
  const [after, held] = await balances(mia.id);
  assert.deepEqual([after, held], [HAD, 0n]);
  assert.ok((before ?? 0n) < HAD);
  const acts = await world.owner.query(
    "select staff_id, act, subject, reason from staff_acts order by id desc limit 1",
  );
  const subject = `${mia.username}: ${id}`;
  assert.deepEqual(acts.rows, [{ staff_id: String(ben.id), act: "send_out.stop", subject, reason: REASON }]);
  const events = await world.owner.query("select payload from events where type = 'account.send_out_stopped'");
  assert.deepEqual(events.rows, [{ payload: { detail: "0.01 ETH", stopWhy: REASON } }]);
  await world.pay();
  assert.equal((await view()).status, "cancelled");
  assert.equal((await stop(ada, id)).code, "wallet.send_out_under_way");
  assert.equal((await mia.client.call(cancelSendOut, { params: { id } })).code, "wallet.send_out_under_way");
  assert.deepEqual(await broken(), []);
});

test("a moderator stops nothing, and nobody their own or without a proof", async () => {
  const { id, view } = await aWaiting();
  assert.equal((await stop(mod, id)).status, 403);
  assert.equal((await stop(ben, id, { proves: false })).code, "auth.password_proof");
  assert.equal((await stop(ben, "Abcdefghij12", { proves: false })).code, "wallet.send_out_unknown");
  const outcome = await world.owner.query("select outcome from stop_send_out($1, $2, $3, market_now())", [
    id,
    REASON,
    mod.id,
  ]);
  assert.equal(outcome.rows[0].outcome, "not_allowed");
  assert.equal((await view()).status, "pending");
  // Staff send nothing; what one of them sent before they were of the staff is another's to stop.
  const kim = await aNamedUser(world);
  const own = await aWaiting(kim);
  await world.owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '1 day')", [kim.id]);
  assert.equal((await stop(kim, own.id, { proves: false })).code, "staff.own_account");
  assert.equal((await stop(ben, own.id)).code, "");
});

test("the database stops nothing without a reason or at another time, and a proof is for another user's transfer that waits", async () => {
  const { mia, id } = await aWaiting();
  const asked = (why: string, at = "market_now()") =>
    world.owner.query(`select outcome from stop_send_out($1, $2, $3, ${at})`, [id, why, ben.id]);
  for (const why of ["no", "x".repeat(301)]) await assert.rejects(asked(why), /stopped for a reason/);
  await assert.rejects(asked(REASON, "market_now() - interval '1 hour'"), /market's time/);
  const subjectFor = async (staffId: bigint) =>
    (await world.owner.query("select send_out_stop_subject($1, $2) as subject", [staffId, id])).rows[0].subject;
  assert.equal(await subjectFor(ben.id), `staff_stop_send_out:${id}`);
  assert.deepEqual([await subjectFor(mod.id), await subjectFor(mia.id)], [null, null]);
  await world.owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '1 day')", [mia.id]);
  assert.equal(await subjectFor(mia.id), null, "it is their own");
  assert.equal((await stop(ben, id)).code, "");
  assert.equal(await subjectFor(ben.id), null, "it waits no more");
});

test("what is being signed, or is signed, is not stopped", async () => {
  const { id, view } = await aPlanned();
  assert.equal(await whyOf(id), "signer");
  await world.owner.query("update chain_payments set asked_at = market_now() where subject = $1", [id]);
  assert.equal((await stop(ben, id)).code, "wallet.send_out_under_way");
  assert.equal((await view()).status, "pending");
  await world.owner.query("update chain_payments set asked_at = null where subject = $1", [id]);
  world.signer.isSilent = false;
  await world.pay();
  assert.equal((await view()).status, "broadcast");
  assert.equal((await stop(ben, id, { proves: false })).code, "wallet.send_out_under_way");
});

test("what is planned and not signed is stopped with its plan", async () => {
  const { mia, id, view } = await aPlanned();
  assert.equal((await stop(ben, id)).code, "");
  const { rows } = await world.owner.query("select status, fault, nonce from chain_payments where subject = $1", [id]);
  assert.deepEqual(rows, [{ status: "cancelled", fault: "stopped by staff", nonce: null }]);
  world.signer.isSilent = false;
  await world.pay();
  assert.equal((await view()).status, "cancelled");
  assert.deepEqual(await balances(mia.id), [HAD, 0n]);
  assert.deepEqual(await broken(), []);
});

test("stopped beside its sender's own cancel and beside planning it goes back once, or leaves", async () => {
  for (let round = 0; round < 6; round++) {
    const { mia, id, view } = await aWaiting();
    const [stopped, canceled] = await Promise.all([
      stop(ben, id),
      round % 2 === 0 ? mia.client.call(cancelSendOut, { params: { id } }) : world.pay(),
    ]);
    const { status } = await view();
    const journals = await world.owner.query(
      "select count(*)::int as returned from journals where kind = 'send_out_return' and subject = $1",
      [id],
    );
    const isBack = status === "cancelled";
    assert.equal(journals.rows[0].returned, isBack ? 1 : 0);
    assert.equal(isBack || status === "broadcast" || status === "pending", true);
    const codes = ["", "wallet.send_out_under_way", "auth.password_proof"];
    assert.ok(codes.includes(stopped.code), stopped.code);
    if (round % 2 === 0 && canceled && "code" in canceled) {
      const done = [stopped.code, canceled.code].filter((code) => code === "");
      assert.equal(done.length, 1);
    }
  }
  assert.deepEqual(await broken(), []);
});

test("the list is read on from where a page ends", async () => {
  const frozen = await aNamedUser(world);
  const one = await aWaiting(frozen);
  await restrict(ada, frozen, "frozen");
  await world.owner.query(
    `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     select 'quoteNumber' || n, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at
     from send_out_quotes, generate_series(100, 160) as n
     where id = (select quote_id from send_outs where hash = $1)`,
    [one.id],
  );
  await world.owner.query(
    `insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
     select replace(hash, 'quote', 'sent'), id, user_id, currency, destination, units, fee_units, usd_value, 'pending', created_at,
       created_at
     from send_out_quotes where hash like 'quoteNumber%'`,
  );
  const first = await listed({ who: frozen.username });
  const second = await listed({ who: frozen.username, after: first.next ?? "" });
  assert.deepEqual([first.rows.length, second.rows.length, second.next], [50, 12, null]);
  assert.equal(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size, 62);
});
