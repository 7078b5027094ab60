/** What tests of the partner program are built with. */
import assert from "node:assert/strict";
import * as calls from "#contract/reach/partner/partner.ts";
import { checkInvariants } from "../../money/ledger/index.ts";
import { PARTNER_CHECKS } from "../../reach/partners/index.ts";
import type { TestApp } from "../app.ts";
import { aMarket, aPerson, freshRates, giveLevel, type TestMarket, type TestPerson } from "../market/trades.ts";
import { signIn } from "./people.ts";

type Caller = { readonly client: TestPerson["client"] };

export type Entry = {
  tier: number;
  units: bigint;
  fee_units: bigint;
  status: string;
  why: string | null;
  referrer_id: bigint;
  rate_id: bigint;
};

export function partnersOf(app: TestApp) {
  const { owner, db } = app;
  const balanceOf = async (account: string) => {
    const { rows } = await owner.query("select balance_units as units from ledger_accounts where name = $1", [account]);
    return BigInt(rows[0]?.units ?? 0);
  };
  const codeOf = async ({ id }: { id: bigint }) =>
    (await owner.query("select referral_code as code from users where id = $1", [id])).rows[0].code as string;
  const enter = async (person: Caller, referrer: { id: bigint }) =>
    person.client.call(calls.enterReferralCode, { body: { code: await codeOf(referrer) } });
  return {
    codeOf,
    enter,
    async entriesOf(hash: string): Promise<Entry[]> {
      const { rows } = await owner.query(
        `select tier::int, units, fee_units, status, why, referrer_id, rate_id from reward_entries
         where trade_id = (select id from trades where hash = $1) order by id`,
        [hash],
      );
      return rows.map((row) => ({
        ...row,
        ...{ units: BigInt(row.units), fee_units: BigInt(row.fee_units), referrer_id: BigInt(row.referrer_id) },
        rate_id: BigInt(row.rate_id),
      }));
    },
    rewardsHeld: (currency = "BTC") => balanceOf(`house:${currency}:rewards`),
    available: ({ id }: { id: bigint }, currency = "BTC") => balanceOf(`user:${id}:${currency}:available`),
    /** Everything that follows from trades: events, then the batches. */
    async settle() {
      await app.deliverEvents();
      await app.runJob("accrue-rewards");
      await app.runJob("settle-rewards");
    },
    async holds() {
      assert.deepEqual(await db.tx((tx) => checkInvariants(tx, PARTNER_CHECKS)), []);
    },
    /** Later, with prices of that time. */
    async wait(ms: number) {
      await app.moveClock(ms);
      await freshRates(app);
    },
    fresh: <M extends Record<string, unknown>>(market: M) => signedInAgain(app, market),
    set: (name: string, value: number) =>
      owner.query(
        `insert into settings (name, value, changed_at) values ($1, $2, market_now())
         on conflict (name) do update set value = excluded.value`,
        [name, String(value)],
      ),
    /** A market whose buyer came by `first`, who came by `second`. */
    async aReferred(): Promise<TestMarket & { first: TestPerson; second: TestPerson }> {
      const second = await aPerson(app);
      const first = await aPerson(app);
      for (const { id } of [first, second]) await giveLevel(app, id, 4);
      assert.equal((await enter(first, second)).code, "");
      const market = await aMarket(app, { payment_method: "paypal", range_max: "100000" });
      assert.equal((await enter(market.buyer, first)).code, "");
      return { ...market, first, second };
    },
    claim: ({ client }: Caller, code: "BTC" | "ETH" | "USDT" = "BTC") =>
      client.call(calls.claimPartnerRewards, { body: { crypto_currency_code: code } }),
    rewardsOf: async ({ client }: Caller) => (await client.call(calls.listPartnerRewards, { query: {} })).data,
  };
}

/** Sessions end while nothing is done for long. */
async function signedInAgain<M extends Record<string, unknown>>(app: TestApp, market: M): Promise<M> {
  const again: Record<string, unknown> = { ...market };
  for (const [name, person] of Object.entries(market)) {
    if (typeof person !== "object" || person === null || !("id" in person)) continue;
    const { id } = person as TestPerson;
    again[name] = { id, client: app.client(await app.db.tx((tx) => signIn(tx, id))) };
  }
  return again as M;
}
