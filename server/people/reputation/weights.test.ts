// Guards: a counted positive costs at least 25 USD of fees for every pair of traders; a pair counts once, young accounts and
// members of one household add nothing, and a reversed trade takes back what it added.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkInvariants } from "../../money/ledger/index.ts";
import { aMarket, aPerson, aTrade, testApp } from "../../testing/index.ts";
import { REPUTATION_CHECKS } from "./invariants.ts";

const app = await testApp();
const { owner } = app;
const template = await aTrade(await aMarket(app), "released");

async function oldPerson(ageDays = 31): Promise<bigint> {
  const { id } = await aPerson(app);
  await owner.query("update users set created_at = market_now() - make_interval(days => $2) where id = $1", [
    id,
    ageDays,
  ]);
  return id;
}

type Past = {
  readonly by: bigint;
  readonly taker: bigint;
  readonly usd: number;
  readonly feeBp?: number;
  readonly method?: number;
  readonly crypto?: string;
  readonly more?: object;
};

/** A trade of `by`'s offer that went well, counted as every ended trade is, and what the taker says of it. */
async function trade({ by, taker, usd, feeBp = 50, method = 1, crypto = "BTC", more = {} }: Past, rating?: 1 | -1) {
  const { rows } = await owner.query<{ id: bigint; hash: string }>(
    `insert into trades overriding system value
     select (jsonb_populate_record(trade, jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('trades', 'id')), 'hash', 'weighed' || nextval(pg_get_serial_sequence('trades', 'id')),
       'receipt_uuid', gen_random_uuid(), 'owner_id', $2::bigint, 'seller_id', $2::bigint, 'buyer_id', $3::bigint, 'starter_id', $3::bigint,
       'usd_cents', $4::bigint, 'units', 1000000, 'fee_units', 100 * $5::bigint, 'payment_method_id', $6::int, 'crypto', $7::text,
       'ended_at', market_now()) || $8::jsonb)).*
     from trades trade
     where trade.hash = $1
     returning id, hash`,
    [template, by, taker, usd * 100, feeBp, method, crypto, JSON.stringify(more)],
  );
  const [made] = rows;
  assert.ok(made);
  await owner.query("select count_endings(array[$1::bigint])", [made.id]);
  if (rating) await say({ by: taker, of: by, rating, method, crypto, hash: made.hash, counts: usd >= 10 });
  return made;
}

type Said = { by: bigint; of: bigint; rating: 1 | -1; method: number; crypto: string; hash: string; counts: boolean };
const say = ({ by, of, rating, method, crypto, hash, counts }: Said) =>
  owner.query(
    `insert into feedback (giver_id, receiver_id, payment_method_id, crypto, trade_hash, offer_hash, giver_role, rating, message,
       counts, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'offer', 'buyer', $6, 'said', $7, clock_timestamp(), clock_timestamp())
     on conflict (giver_id, receiver_id, payment_method_id, crypto) do update set rating = excluded.rating, updated_at = excluded.updated_at`,
    [by, of, method, crypto, hash, rating, counts],
  );

async function figuresOf(userId: bigint) {
  const { rows } = await owner.query<Record<"partners" | "positive" | "negative" | "good" | "bad", number>>(
    `select weight_partners::int as partners, weight_positive::int as positive, weight_negative::int as negative,
       counted_positive as good, counted_negative as bad
     from user_reputation where user_id = $1`,
    [userId],
  );
  return Object.values(rows[0] ?? {}).join(" ");
}

test("fourteen positives by fourteen methods of two own accounts, for 0.70 USD of fees, count for nothing", async () => {
  const [by, taker] = [await oldPerson(), await oldPerson()];
  for (let method = 1; method <= 14; method++) await trade({ by, taker, usd: 10, method }, 1);
  assert.equal(await figuresOf(by), "28 28 0 0 0");
  for (const crypto of ["ETH", "USDT"]) await trade({ by, taker, usd: 10, crypto }, 1);
  assert.equal(await figuresOf(by), "32 32 0 0 0");
});

test("a partner is whole from 25 USD of fees, and counts once whatever more they pay", async () => {
  const [by, taker] = [await oldPerson(), await oldPerson()];
  await trade({ by, taker, usd: 4999 }, 1);
  assert.equal(await figuresOf(by), "999 999 0 0 0");
  await trade({ by, taker, usd: 2, method: 2 });
  assert.equal(await figuresOf(by), "1000 1000 0 1 0");
  await trade({ by, taker, usd: 50_000, method: 3 }, 1);
  assert.equal(await figuresOf(by), "1000 1000 0 1 0");
  assert.equal(await figuresOf(taker), "", "fees are the offer owner's");
});

test("what was said last is what counts, and a bad word counts a tenth at least", async () => {
  const [by, taker] = [await oldPerson(), await oldPerson()];
  await trade({ by, taker, usd: 1000 }, 1);
  assert.equal(await figuresOf(by), "200 200 0 0 0");
  await trade({ by, taker, usd: 10, method: 2 }, -1);
  assert.equal(await figuresOf(by), "202 0 202 0 1");
  await trade({ by, taker, usd: 5, method: 3 }, 1);
  assert.equal(await figuresOf(by), "202 0 202 0 1", "a trade too small to count says nothing");
  const other = await oldPerson();
  await trade({ by, taker: other, usd: 10 }, -1);
  assert.equal(await figuresOf(by), "204 0 302 0 1");
});

test("young accounts, shared networks and browsers, fees that were given back and cashback add nothing", async () => {
  const by = await oldPerson();
  await trade({ by, taker: await oldPerson(29), usd: 10_000 }, 1);
  await trade({ by, taker: await oldPerson(), usd: 10_000, more: { is_same_ip: true } }, 1);
  await trade({ by, taker: await oldPerson(), usd: 10_000, feeBp: 0 }, 1);
  await trade({ by, taker: await oldPerson(), usd: 10_000, more: { status: "cancelled_buyer" } });
  const [near, sharing] = [await oldPerson(), await oldPerson()];
  await owner.query("update sessions set ip = '203.0.113.9' where user_id in ($1, $2)", [by, near]);
  await trade({ by, taker: near, usd: 10_000 }, 1);
  await owner.query(
    "insert into known_devices (user_id, device_hash, seen_at) select unnest($1::bigint[]), '\\x77', market_now()",
    [[by, sharing]],
  );
  await trade({ by, taker: sharing, usd: 10_000 }, 1);
  assert.equal(await figuresOf(by), "0 0 0 0 0");
  await trade({ by, taker: await oldPerson(), usd: 10_000, more: { cashback_units: 2500 } }, 1);
  assert.equal(await figuresOf(by), "1000 1000 0 1 0");
  await trade({ by, taker: await oldPerson(), usd: 1000, more: { cashback_units: 2500 } }, 1);
  assert.equal(await figuresOf(by), "1100 1100 0 1 0");
});

test("a trade that is taken back takes its weight back, and counts again once it went well after all", async () => {
  const [by, taker] = [await oldPerson(), await oldPerson()];
  const { id } = await trade({ by, taker, usd: 5000 }, 1);
  const end = async (status: string) => {
    await owner.query("update trades set status = $2 where id = $1", [id, status]);
    await owner.query("select count_endings(array[$1::bigint])", [id]);
    await owner.query("select count_endings(array[$1::bigint])", [id]);
  };
  assert.equal(await figuresOf(by), "1000 1000 0 1 0");
  await end("dispute_won_seller");
  assert.equal(await figuresOf(by), "0 0 0 0 0");
  await end("released");
  assert.equal(await figuresOf(by), "1000 1000 0 1 0");
});

test("in rings of own accounts, drawn at random, all counted positives together cost at least 25 USD each", async () => {
  let state = 7;
  const below = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
  const people = await Promise.all(Array.from({ length: 6 }, () => oldPerson()));
  let fees = 0;
  for (let count = 0; count < 90; count++) {
    const [by, taker] = [people[below(6)], people[below(6)]];
    if (by === undefined || taker === undefined || by === taker) continue;
    const [usd, feeBp] = [10 + below(9000), [20, 50, 100, 500][below(4)] ?? 50];
    await trade({ by, taker, usd, feeBp, method: below(14) + 1 }, below(10) > 0 ? 1 : -1);
    fees += (usd * feeBp) / 10_000;
  }
  const { rows } = await owner.query(
    `select sum(counted_positive)::int as good, (sum(weight_positive) / 1000.0)::float8 as weight from user_reputation
     where user_id = any ($1)`,
    [people],
  );
  assert.ok(rows[0].good >= 5, `${rows[0].good} counted`);
  assert.ok(rows[0].weight * 25 <= fees + 0.01, `${rows[0].weight} positives for ${fees} USD`);
  assert.deepEqual(await app.db.tx((tx) => checkInvariants(tx, REPUTATION_CHECKS)), []);
});

test("a reply to an older rating, and an earlier rating that is written late, change nothing of what counts", async () => {
  const [by, taker] = [await oldPerson(), await oldPerson()];
  await trade({ by, taker, usd: 100, method: 1 }, 1);
  await trade({ by, taker, usd: 100, method: 2 }, -1);
  const counted = async () =>
    (await owner.query("select rating from pair_weights where user_id = $1 and partner_id = $2", [by, taker])).rows;
  assert.deepEqual(await counted(), [{ rating: -1 }]);
  await owner.query("update feedback set reply = 'thanks' where receiver_id = $1 and payment_method_id = 1", [by]);
  assert.deepEqual(await counted(), [{ rating: -1 }]);
  await owner.query(
    "update feedback set updated_at = updated_at - interval '1 minute' where receiver_id = $1 and payment_method_id = 1",
    [by],
  );
  assert.deepEqual(await counted(), [{ rating: -1 }]);
  await owner.query("delete from feedback where receiver_id = $1 and payment_method_id = 2", [by]);
  await owner.query("update feedback set reply = 'so' where receiver_id = $1", [by]);
  assert.deepEqual(await counted(), [{ rating: 1 }]);
});
