/** Rules that convert a balance, for tests: people with coins, deposits of theirs, and an operator that can pay. */
import type { CryptoCode } from "#contract/money/money.ts";
import { createHedgeRule, type Hedging } from "#contract/products/hedging/hedging.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { post } from "../../money/ledger/index.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { ids } from "../../platform/ids.ts";
import type { TestApp } from "../app.ts";
import { giveCoins } from "./offers.ts";
import { aPerson, freshRates, giveLevel, type TestPerson } from "./trades.ts";

export type GivenRule = BodyOf<typeof createHedgeRule>;

/** A bitcoin costs 100,000 dollars, and the operator has two of them and a million dollars. */
export async function openHedging(app: TestApp): Promise<void> {
  await freshRates(app);
  await setPrice(app, 100_000);
  const postings = [
    { from: "outside:USDT:chain", to: "house:USDT:inventory", units: 1_000_000_000_000n },
    { from: "outside:BTC:chain", to: "house:BTC:inventory", units: 200_000_000n },
  ];
  await app.db.tx((tx) => post(tx, [{ kind: "test", subject: ids.hash(), postings }]));
}

export async function setPrice(app: TestApp, usd: number): Promise<void> {
  await app.owner.query("update rates set rate = case crypto when 'BTC' then $1 else 1 end where fiat = 'USD'", [usd]);
}

export async function aHedger(app: TestApp, coins: Partial<Record<CryptoCode, bigint>> = {}): Promise<TestPerson> {
  const person = await aPerson(app);
  await giveLevel(app, person.id, 4);
  await app.db.tx(async (tx) => {
    for (const [code, units] of Object.entries(coins)) await giveCoins(tx, person.id, code as CryptoCode, units);
  });
  return person;
}

export async function aRule({ client }: TestPerson, given: Partial<GivenRule> = {}): Promise<Hedging["rules"][number]> {
  const body = { trigger: "deposit", from: "BTC", to: "USDT", share_bp: 5000, ...given } as const;
  const answer = await client.call(createHedgeRule, { body });
  const [rule] = answer.code === "" ? answer.data.rules : [];
  if (!rule) throw new Error(`the rule was refused: ${answer.code}`);
  return rule;
}

/** A bitcoin deposit as the chain process credits it, whose event waits for its subscribers. Returns its hash. */
export async function aDeposit(app: TestApp, userId: bigint, units: bigint): Promise<string> {
  const hash = ids.hash();
  await app.owner.query(
    "insert into wallet_rails (chain, network, is_available, is_test) values ('bitcoin', 'regtest', true, true) on conflict do nothing",
  );
  await app.owner.query(
    `with made as (
       insert into wallet_addresses (chain, branch, path_index, address, purpose, user_id, currency, created_at)
       select 'bitcoin', 0, coalesce(max(path_index), 0) + 1, $1, 'user', $2, 'BTC', market_now()
       from wallet_addresses
       having not exists (select from wallet_addresses where user_id = $2)
       returning id
     ), address as (
       select id from made union all select id from wallet_addresses where user_id = $2
     )
     insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status, round, first_seen_at, credited_at)
     select $1, 'bitcoin', $1, 0, 'BTC', id, $3::bigint, $3::bigint, 'incoming', 0, market_now(), null from address`,
    [hash, userId, units],
  );
  await app.db.tx(async (tx) => {
    await post(tx, [
      {
        kind: "deposit",
        subject: `${hash}:1`,
        postings: [{ from: "outside:BTC:chain", to: `user:${userId}:BTC:available`, units }],
      },
    ]);
    emitWalletEvent(tx, { userId, currency: "BTC", reason: "deposit_credited", subject: hash, units, txid: hash });
  });
  await app.owner.query(
    "update deposits set status = 'credited', round = 1, credited_at = market_now() where hash = $1",
    [hash],
  );
  return hash;
}
