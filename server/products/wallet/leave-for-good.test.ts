// Guards: a banned account sends out once of each coin, all of it, a day after a staff member other than the one who banned it has approved.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RestrictionState } from "#contract/compliance/restriction-names.ts";
import { allowLastSendOut } from "#contract/compliance/restrictions.ts";
import { cancelSendOut, createSendOut, getSendOut, quoteSendOut } from "#contract/products/wallet/wallet.ts";
import { accountOf } from "../../money/ledger/index.ts";
import { ids } from "../../platform/ids.ts";
import { lift, restrict, aNamedUser, standingOf } from "../../testing/people/restrictions.ts";
import { scriptedWorld } from "../../testing/outside/scripted/world.ts";

const world = await scriptedWorld();
await world.scan();
const [ada, ben] = [await aNamedUser(world, "admin"), await aNamedUser(world, "admin")];
const [mia, omar] = [await aNamedUser(world), await aNamedUser(world)];
await world.grant(accountOf.house("ETH", "network"), "ETH", 1_000_000_000n);
const addressOf = ({ id, client }: typeof mia) => world.addressOf({ userId: id, client }, "ETH");
const hers = await addressOf(mia);
world.ethereum.giveWei(hers, 10n ** 18n);
// What others have is there as well: hers alone, less the gas of its way, would not be all.
world.ethereum.giveWei(await addressOf(omar), 5n * 10n ** 18n);
world.ethereum.mine(5);
await world.scan();
for (let round = 0; round < 3; round++) {
  await world.pay();
  world.ethereum.mine(5);
  await world.scan();
}

const DAY_MS = 24 * 3_600_000;
const TO = `0x${"1001".padStart(40, "0")}`;
const quote = (amount: string) =>
  mia.client.call(quoteSendOut, { params: { code: "ETH" }, body: { address: TO, amount } });
const send = (quote_id: string) => mia.client.call(createSendOut, { params: { code: "ETH" }, body: { quote_id } });
const allow = (staff: typeof ada, case_number: string) =>
  staff.client.call(allowLastSendOut, { body: { case_number, reason: "The balance is theirs." } });

async function ban(state: RestrictionState = "banned"): Promise<string> {
  const { data, code } = await restrict(ada, mia, state);
  assert.equal(code, "");
  return data.caseNumber;
}

async function free(): Promise<void> {
  await world.owner.query("delete from restriction_appeals");
  await world.owner.query("delete from user_restrictions where user_id = $1", [mia.id]);
}

/** By a web process that an attacker controls, with a proof. */
async function reserveAsWeb(units: bigint): Promise<string> {
  const hash = ids.hash();
  await world.owner.query(
    `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     values ($1, $2, 'ETH', $3, $4, 10, 1, market_now(), market_now() + interval '1 minute')`,
    [hash, mia.id, TO, units],
  );
  await world.owner.query(
    `insert into proofs (subject, user_id, method, proved_at, expires_at)
     values ($1, $2, 'passkey', market_now(), market_now() + interval '15 minutes')`,
    [`send_out_reserve:${hash}`, mia.id],
  );
  const rows = await world.dbs.web.tx(
    (tx) => tx.rows<{ outcome: string }>`
      select outcome
      from reserve_send_outs(${[ids.hash()]}::text[], ${[hash]}::text[], ${[mia.id]}::bigint[], ${tx.now})`,
  );
  return rows[0]?.outcome ?? "";
}

test("nothing leaves a banned account before staff have approved it", async () => {
  const before = await quote("max");
  assert.equal(before.code, "");
  await ban();
  assert.equal((await quote("max")).code, "auth.restricted");
  assert.equal((await send(before.data.id)).code, "auth.restricted");
  assert.equal(await reserveAsWeb(1_000_000n), "restricted");
  await free();
});

test("a staff member other than the one who banned the account approves, once, and of a ban only", async () => {
  const caseNumber = await ban();
  assert.equal((await allow(ada, caseNumber)).code, "restriction.other_person");
  const mod = await aNamedUser(world, "supermoderator");
  assert.equal((await allow(mod, caseNumber)).code, "restriction.not_allowed");
  assert.equal((await allow(mia, caseNumber)).code, "auth.forbidden");
  const allowed = await allow(ben, caseNumber);
  assert.deepEqual([allowed.status, allowed.data.isLeaveAllowed], [200, true]);
  assert.equal((await allow(ben, caseNumber)).code, "staff.unchanged");
  assert.equal((await allow(ben, await ban("frozen"))).code, "restriction.unknown");
  assert.deepEqual(await standingOf(world, mia), ["banned", "frozen"], "and both are active");
  await free();
});

test("another restriction keeps in what was approved for a ban", async () => {
  await allow(ben, await ban());
  const caseNumber = await ban("frozen");
  assert.equal((await quote("max")).code, "auth.restricted");
  const { rows } = await world.owner.query("select balance_units from ledger_accounts where name = $1", [
    accountOf.available(mia.id, "ETH"),
  ]);
  assert.equal(await reserveAsWeb(BigInt(rows[0].balance_units) - 10n), "restricted", "whatever process asks");
  await lift(ben, caseNumber);
  assert.equal((await quote("max")).code, "");
  await free();
});

test("what is approved takes all of a coin, and less is refused, whatever process asks", async () => {
  await allow(ben, await ban());
  assert.equal((await quote("0.1")).code, "wallet.all_only");
  assert.equal(await reserveAsWeb(1_000_000n), "restricted");
  await free();
});

/** Between being made and being due, of a send-out. */
async function waitOf(id: string): Promise<number> {
  const { rows } = await world.owner.query("select due_at, created_at from send_outs where hash = $1", [id]);
  return rows[0].due_at - rows[0].created_at;
}

test("it leaves once of each coin, after a day or as long as staff have set", async () => {
  await allow(ben, await ban());
  await world.owner.query("insert into settings values ('wallet.restricted_hours', '36', null, market_now())");
  const first = await send((await quote("max")).data.id);
  assert.equal(first.code, "");
  assert.equal(await waitOf(first.data.id), DAY_MS * 1.5);
  await world.owner.query("delete from settings where name = 'wallet.restricted_hours'");
  await mia.client.call(cancelSendOut, { params: { id: first.data.id } });
  const second = await send((await quote("max")).data.id);
  assert.equal(second.code, "", "what was canceled has not left");
  assert.equal(await waitOf(second.data.id), DAY_MS);
  world.ethereum.giveWei(hers, 10n ** 18n / 2n);
  world.ethereum.mine(5);
  await world.scan();
  const more = await quote("max");
  assert.equal(more.code, "");
  assert.equal((await send(more.data.id)).code, "auth.restricted", "what came later stays");
  await world.pay();
  const view = async () => (await mia.client.call(getSendOut, { params: { id: second.data.id } })).data.status;
  assert.equal(await view(), "pending");
  await world.moveClock(DAY_MS + 60_000);
  await world.pay();
  assert.equal(await view(), "broadcast");
  // The operator's ether for gas was granted: it lies on no chain.
  assert.deepEqual(
    (await world.violations()).filter(({ invariant }) => invariant !== "I9"),
    [],
  );
});
