// Guards: what the wallet refuses, asked over HTTP, on a real development chain.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as wallet from "#contract/products/wallet/wallet.ts";
import { accountOf, post } from "../../money/ledger/index.ts";
import { fundHouse } from "../../demo/index.ts";
import { walletWorld } from "../../testing/market/wallet.ts";

const world = await walletWorld();
await fundHouse(world.ownerPorts, { BTC: 0n, ETH: 50_000_000_000n, USDT: 1_000_000_000_000n });

async function aHolder(units: bigint) {
  const person = await world.person();
  const postings = [
    { from: accountOf.house("ETH", "inventory"), to: accountOf.available(person.userId, "ETH"), units },
  ];
  await world.db.tx((tx) => post(tx, [{ kind: "demo_grant", subject: `${person.userId}`, postings }]));
  return person;
}

const ada = await aHolder(5_000_000_000n);
const ELSEWHERE = "0x000000000000000000000000000000000000bEEF";
const quoteOf = (amount: string, address = ELSEWHERE) =>
  ada.client.call(wallet.quoteSendOut, { params: { code: "ETH" }, body: { address, amount } });
const convert = (from: "ETH" | "USDT", to: "ETH" | "USDT", amount: string) =>
  ada.client.call(wallet.quoteConversion, { body: { from, to, amount } });

test("a send-out is quoted for a real address and a sum that fits the network and the balance", async () => {
  assert.equal((await quoteOf("1", "nowhere")).code, "wallet.address_malformed");
  assert.equal((await quoteOf("1", `${ELSEWHERE}0`)).code, "wallet.address_malformed");
  assert.equal(
    (await quoteOf("1", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080")).code,
    "wallet.address_other_network",
  );
  const own = await ada.client.call(wallet.createDepositAddress, { params: { code: "ETH" } });
  assert.equal((await quoteOf("1", own.data.address)).code, "wallet.own_address");
  assert.equal((await quoteOf("999999999")).code, "wallet.amount_too_large");
  assert.equal((await quoteOf("0.000001")).code, "wallet.amount_too_small");
  assert.equal((await quoteOf("1.00000000001")).code, "money.too_many_digits");
  assert.equal((await quoteOf("6")).code, "ledger.insufficient_balance");
  assert.equal((await quoteOf("1")).status, 200);
});

test("a payment link is taken for its address, and refused where it asks for something else", async () => {
  const link = (rest: string) => `ethereum:${ELSEWHERE}${rest}`;
  const taken = await quoteOf("1", link("@31337?value=1e18"));
  assert.equal(taken.data.address, ELSEWHERE);
  assert.equal((await quoteOf("1", link("?value=2e18"))).code, "wallet.uri_amount");
  assert.equal((await quoteOf("max", link("?value=1e18"))).code, "wallet.uri_amount");
  assert.equal((await quoteOf("1", link("?value=1"))).code, "money.too_many_digits");
  const half = await quoteOf("1", link("?value=1,5"));
  assert.equal(half.code, "wallet.uri_bad_amount");
  assert.match(JSON.stringify(half.body), /amount in this payment link, 1,5, is not a number/);
  assert.equal((await quoteOf("1", link("@1"))).code, "wallet.address_other_network");
  assert.equal((await quoteOf("1", "bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080")).code, "wallet.uri_coin");
  const asking = await quoteOf("1", link("?req-expires=5"));
  assert.equal(asking.code, "wallet.uri_parameter");
  assert.match(JSON.stringify(asking.body), /requires req-expires/);
  const tron = await quoteOf("1", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");
  assert.match(JSON.stringify(tron.body), /another network: TRON/);
});

test("what nobody could spend is not quoted: the first addresses, the place to burn, the token's own contract", async () => {
  const { rows } = await world.owner.query<{ token: string }>(
    "select token from wallet_rails where chain = 'ethereum'",
  );
  const nobodys = ["0", "1", "a", "1ff", "dEaD"].map((end) => `0x${end.padStart(40, "0")}`);
  for (const address of [...nobodys, rows[0]?.token ?? ""])
    assert.equal((await quoteOf("1", address)).code, "wallet.address_burns", address);
  assert.equal((await quoteOf("1", `0x${"200".padStart(40, "0")}`)).code, "");
});

test("a user who owes for a reversed deposit sends and converts nothing until it is settled", async () => {
  const eve = await aHolder(1_000_000_000n);
  const quoted = await eve.client.call(wallet.quoteSendOut, {
    params: { code: "ETH" },
    body: { address: ELSEWHERE, amount: "0.05" },
  });
  const exchanged = await eve.client.call(wallet.quoteConversion, {
    body: { from: "ETH", to: "USDT", amount: "0.05" },
  });
  assert.deepEqual([quoted.code, exchanged.code], ["", ""]);
  const client = await world.owner.connect();
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into wallet_holds (user_id, currency, owed_units, deposit_id, reason, since)
     values ($1, 'ETH', 5, 1, 'tried by a test', market_now())`,
    [eve.userId],
  );
  await client.query("set session_replication_role = origin");
  client.release();
  const sends = () =>
    eve.client.call(wallet.createSendOut, { params: { code: "ETH" }, body: { quote_id: quoted.data.id } });
  const converts = () => eve.client.call(wallet.createConversion, { body: { quote_id: exchanged.data.id } });
  for (const call of [sends, converts]) {
    const answer = await call();
    assert.deepEqual([answer.status, answer.code], [403, "wallet.on_hold"]);
  }
  await world.owner.query("update wallet_holds set lifted_at = market_now() where user_id = $1", [eve.userId]);
  assert.equal((await sends()).code, "");
});

test("while nobody knows what the network asks for, or its rail is closed, nothing is quoted", async () => {
  const { rows } = await world.owner.query("select fee_price from wallet_rails where chain = 'ethereum'");
  await world.owner.query("update wallet_rails set fee_price = null where chain = 'ethereum'");
  assert.equal((await quoteOf("1")).code, "wallet.fee_unknown");
  await world.owner.query("update wallet_rails set fee_price = $1 where chain = 'ethereum'", [rows[0].fee_price]);
  assert.equal((await quoteOf("1")).status, 200);
  await world.owner.query("update wallet_rails set is_available = false, reason = 'test' where chain = 'ethereum'");
  assert.equal((await quoteOf("1")).code, "wallet.rail_unavailable");
  await world.owner.query("update wallet_rails set is_available = true, reason = null where chain = 'ethereum'");
});

test("a quote is taken once, by whom it was made for, in its time, and not while money out is halted", async () => {
  const take = (quote_id: string, { client } = ada) =>
    client.call(wallet.createSendOut, { params: { code: "ETH" }, body: { quote_id } });
  const stranger = await world.person();
  const quote = (await quoteOf("0.05")).data.id;
  assert.equal((await take(quote, stranger)).code, "wallet.quote_unknown");
  await world.owner.query("insert into halts values ('money_out', 'test', market_now())");
  assert.equal((await take(quote)).code, "ledger.halted");
  await world.owner.query("delete from halts");
  const made = await take(quote);
  assert.equal(made.status, 200);
  assert.equal((await take(quote)).code, "wallet.quote_taken");
  const late = (await quoteOf("0.05")).data.id;
  await world.moveClock(61_000);
  assert.equal((await take(late)).code, "wallet.quote_expired");

  const params = { id: made.data.id };
  assert.equal((await stranger.client.call(wallet.getSendOut, { params })).code, "wallet.send_out_unknown");
  assert.equal((await stranger.client.call(wallet.cancelSendOut, { params })).code, "wallet.send_out_unknown");
  assert.equal((await ada.client.call(wallet.cancelSendOut, { params })).data.status, "cancelled");
  assert.equal((await ada.client.call(wallet.cancelSendOut, { params })).code, "wallet.send_out_under_way");
});

test("a conversion is between two coins, of a dollar at least, up to the largest, and of what one has", async () => {
  assert.equal((await convert("ETH", "ETH", "1")).code, "wallet.same_currency");
  assert.equal((await convert("ETH", "USDT", "0.000000001")).code, "wallet.amount_too_small");
  assert.equal((await convert("ETH", "USDT", "99999999")).code, "wallet.amount_too_large");
  assert.equal((await convert("ETH", "USDT", "6")).code, "ledger.insufficient_balance");
  assert.equal((await convert("ETH", "USDT", "1")).status, 200);
});
