// Guards: nothing leaves an account that is restricted after a send-out was made, and nothing for three days after a compromised one.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { RestrictionState } from "#contract/compliance/restriction-names.ts";
import { allowLastSendOut } from "#contract/compliance/restrictions.ts";
import { cancelSendOut, createSendOut, getSendOut, quoteSendOut } from "#contract/products/wallet/wallet.ts";
import { accountOf } from "../../money/ledger/index.ts";
import { lift, restrict, aNamedUser } from "../../testing/people/restrictions.ts";
import { scriptedWorld } from "../../testing/outside/scripted/world.ts";

const world = await scriptedWorld();
await world.scan();
const [ada, ben] = [await aNamedUser(world, "admin"), await aNamedUser(world, "admin")];
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
const HOUR_MS = 3_600_000;
const HAD = 1_000_000_000n;
let made = 0n;

/** A user with a send-out that was made and is due. */
async function aWaiting() {
  const mia = await aNamedUser(world);
  made += 1n;
  await world.grant(accountOf.available(mia.id, "ETH"), "ETH", HAD + made);
  const holder = { userId: mia.id, client: mia.client };
  const { data } = await world.send(holder, "ETH", { address: TO, amount: "0.01" });
  const view = async () => (await mia.client.call(getSendOut, { params: { id: data.id } })).data;
  return { mia, id: data.id, view, status: async () => (await view()).status };
}

for (const state of ["suspended", "on_hold", "compliance_hold", "frozen", "banned", "compromised"] as const)
  test(`what waits stays while its account is ${state}, and may be taken back`, async () => {
    const { mia, id, status } = await aWaiting();
    const other = await aWaiting();
    await restrict(ada, mia, state);
    await world.pay();
    await world.pay();
    assert.equal(await status(), "pending");
    assert.equal(await other.status(), "broadcast", "and nobody else's waits for it");
    assert.equal((await mia.client.call(cancelSendOut, { params: { id } })).code, "");
    assert.equal(await status(), "cancelled");
    assert.deepEqual(await balances(mia.id), { available: true, held: 0n });
  });

async function balances(userId: bigint) {
  const { rows } = await world.owner.query("select name, balance_units from ledger_accounts where name = any($1)", [
    [accountOf.available(userId, "ETH"), accountOf.held(userId, "ETH")],
  ]);
  const of = (name: string) => BigInt(rows.find((row) => row.name === name)?.balance_units ?? 0);
  return { available: of(accountOf.available(userId, "ETH")) > HAD, held: of(accountOf.held(userId, "ETH")) };
}

test("it leaves when the restriction is lifted", async () => {
  const { mia, status } = await aWaiting();
  const { data } = await restrict(ada, mia, "frozen");
  await world.pay();
  assert.equal(await status(), "pending");
  assert.equal((await lift(ben, data.caseNumber)).code, "");
  await world.pay();
  assert.equal(await status(), "broadcast");
});

test("what was made before an account was restricted to a day of waiting leaves when it is due", async () => {
  const { mia, status } = await aWaiting();
  await restrict(ada, mia, "restricted");
  await world.pay();
  assert.equal(await status(), "broadcast");
});

test("what waited before a ban stays although the last send-out is allowed", async () => {
  const { mia, status } = await aWaiting();
  const { data } = await restrict(ada, mia, "banned");
  const allowed = await ben.client.call(allowLastSendOut, {
    body: { case_number: data.caseNumber, reason: "It is theirs." },
  });
  assert.equal(allowed.code, "");
  await world.pay();
  assert.equal(await status(), "pending");
});

test("what waits stays while a reversed deposit is looked at", async () => {
  const { mia, status } = await aWaiting();
  const { rows } = await world.owner.query("select id from deposits limit 1");
  await world.owner.query(
    `insert into wallet_holds (user_id, currency, owed_units, deposit_id, reason, since)
     values ($1, 'ETH', 5, $2, 'reversed', market_now())`,
    [mia.id, rows[0].id],
  );
  await world.pay();
  assert.equal(await status(), "pending");
  await world.owner.query("update wallet_holds set lifted_at = market_now() where user_id = $1", [mia.id]);
  await world.pay();
  assert.equal(await status(), "broadcast");
});

test("what was planned before the restriction is not signed after it, and its sum is back", async () => {
  const { mia, view } = await aWaiting();
  world.signer.isSilent = true;
  await world.pay();
  await restrict(ada, mia, "frozen");
  world.signer.isSilent = false;
  await world.pay();
  const shown = await view();
  assert.deepEqual([shown.status, shown.fault], ["failed", "not_allowed"]);
  assert.deepEqual(await balances(mia.id), { available: true, held: 0n });
});

test("for three days after an account was compromised nothing of it leaves, old or new", async () => {
  const { mia, view } = await aWaiting();
  const { data } = await restrict(ada, mia, "compromised" satisfies RestrictionState);
  assert.equal((await lift(ben, data.caseNumber)).code, "");
  await world.pay();
  const waiting = await view();
  assert.equal(waiting.status, "pending");
  assert.ok(waiting.waitsUntil !== null, "and it says until when");
  const quote = await mia.client.call(quoteSendOut, { params: { code: "ETH" }, body: { address: TO, amount: "0.01" } });
  const again = () => mia.client.call(createSendOut, { params: { code: "ETH" }, body: { quote_id: quote.data.id } });
  assert.equal((await again()).code, "wallet.security_hold", "nothing new leaves either");
  await world.moveClock(71 * HOUR_MS);
  await world.pay();
  assert.equal((await view()).status, "pending");
  await world.moveClock(2 * HOUR_MS);
  await world.pay();
  assert.equal((await view()).status, "broadcast");
});
