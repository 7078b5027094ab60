// Guards: the platform looks where the coins of a trade are while its seller funds it, a side gives it up, its time ends or the coins
// come: it is decided once, and afterwards says what is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { makeIds, seededRandom } from "../../platform/ids.ts";
import { checkBooks } from "../../staff/console/index.ts";
import { aMarket, aPerson, giveCoins, giveLevel, start, testApp, testLog } from "../../testing/index.ts";
import { eachSeed } from "../../testing/seeds.ts";

const app = await testApp({ poolSize: 30 });
const { db, owner } = app;

const RACERS = ["fund", "cancel", "expire", "arrive"] as const;
type Racer = (typeof RACERS)[number];
/** After the race, and after the platform has looked once more. */
const ENDS: Readonly<Record<Racer, string>> = {
  fund: "active_funded",
  cancel: "cancelled_seller",
  expire: "cancelled_system",
  arrive: "funds_processed",
};
const MOST_DELAY_MS = 9;
const NEEDED = 10_000_000n;

test("whatever meets the platform's look is decided once", { timeout: 300_000 }, async (t) => {
  const rounds = Number(process.env.RACE_ROUNDS ?? 2);
  const market = await aMarket(app, { offer_type: "buy" });
  await eachSeed(t, { suite: "funds-races", fresh: 1 }, async (seed) => {
    const random = makeIds(seededRandom(String(seed)));
    for (const racer of RACERS)
      for (let round = 0; round < rounds; round++) {
        const poor = await aPerson(app);
        await giveLevel(app, poor.id, 4);
        const { data } = await start({ ...market, seller: poor }, { by: "seller", fiat: "100" });
        assert.equal(data.status, "not_funded");
        const params = { id: data.tradeHash };
        if (racer !== "arrive") await give(poor.id);
        if (racer === "expire") await endSoon(data.tradeHash, 6);
        const acts: Record<Racer, () => Promise<{ status: number } | undefined>> = {
          fund: () => poor.client.call(calls.fundTrade, { params }),
          cancel: () => poor.client.call(calls.cancelTrade, { params }),
          expire: async () => void (await app.runJob("expire-trades")),
          arrive: async () => void (await give(poor.id)),
        };
        const look = () => app.runJob("follow-funds");
        const answers = await Promise.all(
          [acts[racer], look, look].map(async (act) => {
            await pause(random.below(MOST_DELAY_MS));
            return act();
          }),
        );
        if (racer === "fund" || racer === "cancel") assert.equal(answers[0]?.status, 200);
        await pause(racer === "expire" ? 10 : 0);
        if (racer === "expire") await acts.expire();
        await look();
        await assertEndedAs(data.tradeHash, ENDS[racer]);
      }
  });
  assert.deepEqual(await checkBooks({ db, log: testLog }), []);
});

const give = (userId: bigint) => db.tx((tx) => giveCoins(tx, userId, "BTC", NEEDED));

const endSoon = (hash: string, ms: number) =>
  owner.query("update trades set expires_at = market_now() + make_interval(secs => $2) where hash = $1", [
    hash,
    ms / 1000,
  ]);

type Final = { readonly status: string; readonly version: number; readonly verbs: readonly string[] };

/** Every step is in the history, and none is there twice. */
async function assertEndedAs(hash: string, end: string): Promise<void> {
  const { rows } = await owner.query<Final>(
    `select trades.status, trades.version, array_agg(step.verb order by step.id) as verbs
     from trades
     join trade_transitions step on step.trade_id = trades.id
     where trades.hash = $1
     group by trades.id`,
    [hash],
  );
  const [trade] = rows;
  assert.ok(trade);
  assert.equal(trade.status, end, trade.verbs.join(" "));
  assert.equal(trade.verbs.length, trade.version);
  assert.equal(new Set(trade.verbs).size, trade.verbs.length, trade.verbs.join(" "));
}
