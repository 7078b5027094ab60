// Guards: whatever order fees, batches, chargebacks, claims and crashes come in, rewards are what the ledger holds for them, once each, never more
// than the fee, and a claim pays exactly what was open.
import assert from "node:assert/strict";
import { test } from "node:test";
import { claimPartnerRewards, enterReferralCode } from "#contract/reach/partner/partner.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../money/ledger/index.ts";
import { makeIds, seededRandom } from "../../platform/ids.ts";
import { eachSeed } from "../../testing/seeds.ts";
import { aMarket, aPerson, aTrade, freshRates, giveLevel, testApp, type TestPerson } from "../../testing/index.ts";
import { PARTNER_CHECKS } from "./invariants.ts";
import { accrue, settle } from "./rows.ts";

const app = await testApp({ poolSize: 8 });
const { owner, db } = app;
const worker = app.dbs.worker;
await owner.query(
  "insert into settings (name, value, changed_at) values ('partner.claim_usd', '1', market_now()), ('partner.hold_days', '0', market_now())",
);

class Crash extends Error {}

const STEPS = 40;

async function history(seed: number): Promise<number> {
  const { below } = makeIds(seededRandom(String(seed)));
  const people: TestPerson[] = [];
  for (let place = 0; place < 3; place++) people.push(await aPerson(app));
  const market = await aMarket(app, { payment_method: "paypal", range_max: "100000" });
  const chain = [...people, market.buyer];
  for (const { id } of chain) await giveLevel(app, id, 4);
  for (let place = 1; place < chain.length; place++) {
    const [above, one] = [chain[place - 1], chain[place]];
    const { rows } = await owner.query("select referral_code as code from users where id = $1", [above?.id]);
    assert.equal((await one?.client.call(enterReferralCode, { body: { code: rows[0].code } }))?.code, "");
  }
  const hashes: string[] = [];
  const setStatus = async (hash: string, status: string) => {
    await owner.query("begin; set local session_replication_role = replica");
    await owner.query("update trades set status = $2 where hash = $1", [hash, status]);
    await owner.query("commit");
    await owner.query("select note_reward_dues('review', array[$1])", [hash]);
  };
  const balance = async ({ id }: TestPerson) =>
    BigInt(
      (
        await owner.query("select balance_units as units from ledger_accounts where name = $1", [
          `user:${id}:BTC:available`,
        ])
      ).rows[0]?.units ?? 0,
    );
  let accepted = 0;
  const actions: readonly (() => Promise<unknown>)[] = [
    async () => {
      hashes.push(await aTrade(market, "released"));
      await app.deliverEvents();
    },
    () => worker.tx((tx) => accrue(tx, "BTC", 1 + below(3))),
    () => worker.tx((tx) => settle(tx, "BTC", 1 + below(3))),
    // Killed before its commit: nothing of it stays, and the next one does all of it.
    async () => {
      const work = below(2) === 0 ? accrue : settle;
      await worker
        .tx(async (tx) => {
          await work(tx, "BTC", 5);
          throw new Crash();
        })
        .catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
        });
    },
    () => Promise.all([1, 2].map(() => worker.tx((tx) => accrue(tx, "BTC", 2)))),
    async () => {
      const hash = hashes[below(hashes.length || 1)];
      if (hash)
        await setStatus(hash, (["chargeback_started", "chargeback_paid", "released"] as const)[below(3)] ?? "released");
    },
    async () => {
      const person = people[below(people.length)] as TestPerson;
      const before = await balance(person);
      const claims = await Promise.all(
        [1, 2].map(() => person.client.call(claimPartnerRewards, { body: { crypto_currency_code: "BTC" } })),
      );
      const paid = claims.filter(({ code }) => code === "");
      assert.ok(paid.length <= 1);
      const { rows } = await owner.query(
        "select coalesce(sum(units), 0)::text as units from reward_claims where hash = $1",
        [paid[0]?.data.id ?? ""],
      );
      assert.equal((await balance(person)) - before, BigInt(rows[0].units));
    },
  ];
  for (let step = 0; step < STEPS; step++) {
    await actions[step < 4 ? 0 : below(actions.length)]?.();
    accepted += 1;
    if (step % 6 === 5)
      assert.deepEqual(
        await db.tx((tx) => checkInvariants(tx, [...PARTNER_CHECKS, ...LEDGER_CHECKS])),
        [],
        `after step ${step}`,
      );
  }
  await freshRates(app);
  return accepted;
}

test("any order of fees, batches, chargebacks, claims and crashes keeps the rewards equal to what the ledger holds", async (t) => {
  await eachSeed(t, { suite: "random-rewards", fresh: 1 }, history);
});
