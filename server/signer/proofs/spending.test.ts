// Guards: with the password alone a user can pay out a limited sum a day, releases and send-outs together, by the
// signer's own count and for any order of requests; a user with a factor has no such limit.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProofFor } from "#contract/people/sign-in/proofs.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import { releaseTrade } from "#contract/market/trades/trade/trades.ts";
import { addPasskey, getTwoFactor, removePasskey } from "#contract/people/sign-in/two-factor.ts";
import { assertWith, enrollWith, makeSoftwareKey } from "../../demo/software-key.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { ids } from "../../platform/ids.ts";
import { aMarket, aTrade, TEST_PASSWORD, testApp, type TestMarket } from "../../testing/index.ts";

const app = await testApp();
const { owner } = app;
const { verifier } = app.ports;

/** A trade whose seller has only a password. */
async function aPlainMarket(): Promise<TestMarket> {
  const market = await aMarket(app);
  const reference = await verifier.prepareCredential(TEST_PASSWORD);
  await owner.query("update credentials set user_id = $1 where reference = $2", [market.seller.id, reference]);
  await owner.query("delete from passkeys where user_id = $1", [market.seller.id]);
  return market;
}

/** A quote of so many dollars, fee included. */
async function aQuote({ seller }: TestMarket, usd: number): Promise<string> {
  const hash = ids.hash();
  await owner.query(
    `insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     select $1, $2, 'USDT', 'there', floor($3::numeric * 1000000 / rate) - 5, 5, 1, market_now(), market_now() + interval '2 days'
     from rates
     where crypto = 'USDT' and fiat = 'USD'`,
    [hash, seller.id, usd],
  );
  return hash;
}

const proof = ({ seller }: TestMarket, wanted: ProofFor) =>
  seller.client.call(auth.prove, { body: { for: wanted, password: TEST_PASSWORD } });
const send = async (market: TestMarket, usd: number) =>
  proof(market, { kind: "send_out", id: await aQuote(market, usd) });
const left = async ({ seller }: TestMarket) => (await seller.client.call(getTwoFactor, {})).data.limit?.leftUsd;

test("releases and send-outs count together, to the last cent of the day, and the refusal says what is left", async () => {
  const market = await aPlainMarket();
  assert.equal(await left(market), "500");
  const id = await aTrade(market, "paid");
  assert.equal((await proof(market, { kind: "release", id })).status, 200);
  const after = Number(await left(market));
  const { rows } = await owner.query(
    `select ceil((units + fee_units) * rate / 1000000)::int as cents
     from trades
     join rates on rates.crypto = trades.crypto and rates.fiat = 'USD'
     where hash = $1`,
    [id],
  );
  assert.equal(Math.round((500 - after) * 100), rows[0].cents, "at the price of now, fee included");
  assert.equal((await send(market, after - 100)).status, 200);
  const refused = await send(market, 101);
  assert.deepEqual([refused.status, refused.code], [403, "auth.proof_limit"]);
  assert.deepEqual(refused.body.context, { leftUsd: await left(market) });
  assert.equal((await send(market, 99)).status, 200, "what is left goes");
  const other = await aPlainMarket();
  assert.equal((await send(other, 400)).status, 200, "another one's day");
});

test("payments over Lightning count with them, and orders that others deliver do not", async () => {
  const market = await aPlainMarket();
  const order = async (product: "lightning" | "top_up", usd: number) => {
    const id = ids.hash();
    await owner.query(
      `insert into product_quotes (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency,
         cost_units, created_at, expires_at)
       select $1, $2, $3, 'tests', 'ZZ', 'USDT', floor($4::numeric * 1000000 / rate), 0, 'USD', 1, 'USD', 1, market_now(),
         market_now() + interval '1 hour'
       from rates
       where crypto = 'USDT' and fiat = 'USD'`,
      [id, market.seller.id, product, usd],
    );
    return (await proof(market, { kind: "order", id })).code;
  };
  assert.equal((await send(market, 400)).status, 200);
  assert.equal(await order("lightning", 101), "auth.proof_limit");
  assert.equal(await order("top_up", 400), "");
  assert.equal(await order("lightning", 99), "");
  assert.equal((await send(market, 10)).code, "auth.proof_limit");
});

test("asked for at once no more leaves than in turn", async () => {
  const market = await aPlainMarket();
  const quotes = await Promise.all(Array.from({ length: 6 }, () => aQuote(market, 150)));
  const asked = quotes.map((id) => ({
    userId: String(market.seller.id),
    for: { kind: "send_out", id } as const,
    shown: { password: TEST_PASSWORD },
  }));
  const both = await Promise.all([verifier.prove(asked.slice(0, 3)), verifier.prove(asked.slice(3))]);
  const outcomes = both.flat().map(({ outcome }) => outcome);
  assert.deepEqual(outcomes.sort(), ["limit", "limit", "limit", "proved", "proved", "proved"]);
});

test("what is proved again counts once, what was never done or came back counts no more, and a day later all is new", async () => {
  const market = await aPlainMarket();
  const id = await aTrade(market, "paid");
  const wanted = { kind: "release", id } as const;
  await proof(market, wanted);
  const once = await left(market);
  await proof(market, wanted);
  assert.equal(await left(market), once);
  const quote = await aQuote(market, 100);
  await proof(market, { kind: "send_out", id: quote });
  await owner.query("update proofs set spent_at = market_now() where subject = $1", [`send_out_reserve:${quote}`]);
  const withSent = Number(await left(market));
  assert.ok(Math.abs(Number(once) - withSent - 100) < 0.02, `${withSent}`);
  await owner.query(
    `insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
     select $2, id, user_id, currency, destination, units, fee_units, usd_value, 'cancelled', market_now(), market_now()
     from send_out_quotes
     where hash = $1`,
    [quote, ids.hash()],
  );
  assert.equal(await left(market), once, "canceled");
  await app.moveClock(16 * 60_000);
  assert.equal(await left(market), "500", "the release was never made");
  await proof(market, wanted);
  assert.equal((await market.seller.client.call(releaseTrade, { params: { id }, proves: false })).status, 200);
  await app.moveClock(20 * 60_000);
  assert.equal(await left(market), once, "it was made");
  await app.moveClock(24 * 3_600_000);
  assert.equal(await left(market), "500");
});

test("a factor in the place of one that the password took away lifts the limit when the hold is over", async () => {
  const market = await aPlainMarket();
  const { client } = market.seller;
  const id = await aTrade(market, "paid");
  await app.db.tx((tx) => changeSetting(tx, { name: "wallet.password_limit_usd", value: 1, changedBy: null }));
  const now = () => app.db.read((tx) => tx.readClock());
  const { origin } = app.config.publicUrl;
  const enroll = async () => {
    const made = makeSoftwareKey();
    const new_passkey = enrollWith(made, { origin, now: await now() });
    const added = await client.call(addPasskey, { body: { password: TEST_PASSWORD, name: "Phone", new_passkey } });
    assert.equal(added.status, 200, added.code);
    return made.key;
  };
  const lost = await enroll();
  assert.equal((await client.call(getTwoFactor, {})).data.limit, null);
  await client.call(removePasskey, { body: { password: TEST_PASSWORD, id: lost.id } });
  const key = await enroll();
  const wanted = { kind: "release", id } as const;
  const proves = async () => {
    const passkey = assertWith(key, { origin, wanted, now: await now() });
    return (await client.call(auth.prove, { body: { for: wanted, passkey } })).code;
  };
  assert.equal(await proves(), "auth.proof_limit");
  assert.equal(await left(market), "1");
  await app.moveClock(73 * 3_600_000);
  assert.equal(await proves(), "");
  await app.db.tx((tx) => changeSetting(tx, { name: "wallet.password_limit_usd", value: 500, changedBy: null }));
});

test("the limit is a setting, a coin without a price goes nowhere, and a factor is not bounded", async () => {
  const market = await aPlainMarket();
  await app.db.tx((tx) => changeSetting(tx, { name: "wallet.password_limit_usd", value: 50, changedBy: null }));
  assert.equal((await send(market, 60)).code, "auth.proof_limit");
  assert.equal((await send(market, 40)).status, 200);
  const unpriced = await aTrade(market, "paid");
  await app.db.tx((tx) => changeSetting(tx, { name: "wallet.password_limit_usd", value: 500, changedBy: null }));
  const { rows } = await owner.query("delete from rates where crypto = 'BTC' and fiat = 'USD' returning *");
  assert.equal((await proof(market, { kind: "release", id: unpriced })).code, "auth.proof_limit");
  await owner.query("insert into rates select * from jsonb_populate_recordset(null::rates, $1)", [
    JSON.stringify(rows),
  ]);
  assert.equal((await proof(market, { kind: "release", id: unpriced })).status, 200);
  const withKey = await aMarket(app);
  const id = await aTrade(withKey, "paid");
  assert.equal((await withKey.seller.client.call(getTwoFactor, {})).data.limit, null);
  assert.equal((await withKey.seller.client.call(releaseTrade, { params: { id } })).status, 200);
});
