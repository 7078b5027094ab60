// Guards: what is worth more than a hundred dollars waits a day for an address that is new to its sender, whatever the
// database says; an email that the web has no part in announces it, and its link cancels it.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cancelSendOutByLink,
  getSendOut,
  listWalletTransactions,
  quoteSendOut,
} from "#contract/products/wallet/wallet.ts";
import { accountOf } from "../../money/ledger/index.ts";
import { presetSettings } from "../../reference/settings/index.ts";
import { NEW_ADDRESS } from "../../signer/addresses/new-address.ts";
import { type Holder, scriptedWorld } from "../../testing/outside/scripted/world.ts";
import { readSendOutLink } from "./send-outs/links.ts";

const world = await scriptedWorld();
await world.db.tx((tx) => presetSettings(tx, { "wallet.new_address_usd": null }));
world.signer.newAddress = NEW_ADDRESS;
await world.scan();
const ada = await world.person("ada");
await world.grant(accountOf.house("ETH", "network"), "ETH", 1_000_000_000n);
world.ethereum.giveWei(await world.addressOf(ada, "ETH"), 5n * 10n ** 18n);
world.ethereum.mine(5);
await world.scan();
for (let round = 0; round < 3; round++) {
  await world.pay();
  world.ethereum.mine(5);
  await world.scan();
}

const HOUR = 3_600_000;
const address = (number: number) => `0x${number.toString(16).padStart(40, "0")}`;
const NEW = address(0x1001);
const view = async ({ client }: Holder, id: string) => (await client.call(getSendOut, { params: { id } })).data;
const outstanding = async (id: string) =>
  (await world.owner.query("select status from chain_payments where subject = $1", [id])).rows;
const mails = async () =>
  (
    await world.owner.query<{ to_address: string; subject: string; body_text: string }>(
      "select to_address, subject, body_text from mails where dedupe_key like 'send-out-link:%' order by id",
    )
  ).rows;
const quoted = async (to: string, amount: string) =>
  (await ada.client.call(quoteSendOut, { params: { code: "ETH" }, body: { address: to, amount } })).data;
const waitHours = async (to: string, amount: string) => (await quoted(to, amount)).waitHours;
const sent = async (to: string, amount: string) => (await world.send(ada, "ETH", { address: to, amount })).data;

test("a small sum leaves at once, and its address is known a day after it is finished", async () => {
  assert.equal(await waitHours(NEW, "0.02"), 0);
  const { id, waitsUntil } = await sent(NEW, "0.02");
  assert.equal(waitsUntil, null);
  await world.pay();
  assert.equal((await view(ada, id)).status, "broadcast");
  world.ethereum.mine(5);
  await world.scan();
  assert.equal((await view(ada, id)).status, "completed");
  assert.equal(await waitHours(NEW, "0.05"), 24, "the finished transfer is younger than a day");
  assert.deepEqual(
    (await quoted(NEW, "0.05")).warnings,
    ["new_address"],
    "an address that makes a transfer wait is new",
  );
  assert.equal(await waitHours(NEW, "0.015"), 0);
  assert.equal(await waitHours(address(0x1999), "0.03"), 24, "small sums to several new addresses count together");
  await world.moveClock(24 * HOUR - 60_000);
  assert.equal(await waitHours(NEW, "0.05"), 24);
  await world.moveClock(60_000);
  assert.equal(await waitHours(NEW, "0.05"), 0);
  assert.deepEqual((await quoted(NEW, "0.05")).warnings, []);
  const large = await sent(NEW, "0.05");
  assert.equal(large.waitsUntil, null);
  await world.pay();
  assert.equal((await view(ada, large.id)).status, "broadcast");
});

test("what was canceled or belongs to another user makes no address known, and another coin's transfers neither", async () => {
  const { userId } = await world.person("bea");
  const to = address(0x1100);
  const { id } = await sent(to, "0.01");
  await world.owner.query("update send_outs set status = 'cancelled', ended_at = created_at where hash = $1", [id]);
  assert.equal(await waitHours(to, "0.05"), 24);
  await world.owner.query(
    `with quote as (
       insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
       select 'before' || number, case number when 1 then $1 else $2::bigint end, case number when 1 then 'ETH' else 'USDT' end, $3,
         1, 1, 1, market_now() - interval '9 days', market_now()
       from generate_series(1, 2) as number
       returning *)
     insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at, ended_at)
     select hash, id, user_id, currency, destination, 1, 1, 1, 'completed', created_at, created_at, created_at
     from quote`,
    [userId, ada.userId, to],
  );
  assert.equal(await waitHours(to, "0.05"), 24);
  await world.owner.query("delete from send_outs where hash like 'before%'");
});

test("a larger one to a new address waits a day, is announced by one email, and leaves then", async () => {
  const to = address(0x1002);
  assert.equal(await waitHours(to, "0.05"), 24);
  const { id, waitsUntil, actions } = await sent(to, "0.05");
  const { rows } = await world.owner.query("select due_at, created_at from send_outs where hash = $1", [id]);
  assert.equal(rows[0].due_at - rows[0].created_at, 24 * HOUR);
  assert.equal(waitsUntil, rows[0].due_at.toISOString());
  assert.deepEqual(actions, ["cancel"]);
  const { data } = await ada.client.call(listWalletTransactions, { query: { type: "send_out" } });
  assert.equal(data[0]?.waitsUntil, waitsUntil);
  for (let round = 0; round < 2; round++) await world.runJob("tell-waiting-send-outs");
  const [mail, ...others] = (await mails()).filter(({ body_text }) => body_text.includes(to));
  assert.deepEqual(others, []);
  assert.equal(mail?.to_address, "ada@example.org");
  assert.equal(mail?.subject, "Transfer waiting: 0.05 ETH");
  await world.moveClock(23 * HOUR);
  await world.pay();
  assert.deepEqual(await outstanding(id), []);
  await world.moveClock(HOUR + 60_000);
  await world.pay();
  assert.equal((await view(ada, id)).status, "broadcast");
  assert.equal((await view(ada, id)).waitsUntil, null);
  assert.equal(await waitHours(to, "0.05"), 0);
});

test("a database that says that it may leave earlier is not believed by the signer", async () => {
  const { id } = await sent(address(0x1003), "0.05");
  await world.owner.query("update send_outs set due_at = created_at where hash = $1", [id]);
  await world.pay();
  const shown = await view(ada, id);
  assert.deepEqual([shown.status, shown.fault], ["failed", "not_allowed"]);
});

test("the link shows the transfer, and takes it back when it is asked once more", async () => {
  const to = address(0x1004);
  const { id } = await sent(to, "0.05");
  await world.runJob("tell-waiting-send-outs");
  const mail = (await mails()).find(({ body_text }) => body_text.includes(to));
  const token = /cancel-transfer\?token=([\w-]{43})\n/.exec(mail?.body_text ?? "")?.[1] ?? "";
  const opened = await world.dbs.web.read((tx) => readSendOutLink(tx, token));
  assert.deepEqual([opened?.amount, opened?.address, opened?.status], ["0.05", to, "pending"]);
  assert.equal(await world.dbs.web.read((tx) => readSendOutLink(tx, "")), null);
  assert.equal((await view(ada, id)).status, "pending");
  const guest = world.client();
  const wrong = await guest.call(cancelSendOutByLink, { body: { token: `${token}x` } });
  assert.equal(wrong.code, "wallet.send_out_unknown");
  const done = await guest.call(cancelSendOutByLink, { body: { token } });
  assert.deepEqual([done.data.status, done.data.amount, done.data.address], ["cancelled", "0.05", to]);
  assert.equal((await view(ada, id)).status, "cancelled");
  assert.equal((await guest.call(cancelSendOutByLink, { body: { token } })).code, "wallet.send_out_under_way");
  assert.equal(JSON.stringify(await world.owner.query("select token_hash from send_out_links")).includes(token), false);
  assert.deepEqual(await world.violations(), []);
});

test("every waiting send-out is announced by an email, however many wait before it", async () => {
  const before = (await mails()).length;
  const waiting = 51;
  for (let number = 0; number < waiting; number++) await sent(address(0x2000 + number), "0.05");
  for (let round = 0; round < 3; round++) await world.runJob("tell-waiting-send-outs");
  assert.equal((await mails()).length - before, waiting);
});

test("a price that was set to almost nothing does not make a sum small", async () => {
  await world.owner.query("update send_outs set ended_at = created_at - interval '1 day' where status = 'failed'");
  await world.owner.query("update rates set rate = 1 where crypto = 'ETH' and fiat = 'USD'");
  const { id, waitsUntil } = await sent(address(0x1005), "0.3");
  assert.equal(waitsUntil, null, "the database believes it");
  await world.pay();
  assert.equal((await view(ada, id)).fault, "not_allowed");
});
