/** Rates move and no offer is written: floating offers keep a margin, never a price. */
import { MODULES } from "../server/modules.ts";
import { playRecordedRates } from "../server/money/rates/index.ts";
import { makeDispatcher, subscriptionsOf } from "../server/platform/events/dispatcher.ts";
import type { Ground } from "./ground.ts";
import type { Row } from "./row.ts";

const TICKS = 5;

export async function rateTick(ground: Ground): Promise<Row[]> {
  const { db, owner, log, say } = ground;
  const count = await ground.offers();
  // Undelivered events of other sections do not belong to the rates.
  await owner.query("update events set dispatched_at = at where dispatched_at is null");
  const before = await writes(ground);
  say(`${TICKS} ticks of the rates over ${count.toLocaleString("en")} offers`);
  let took = 0;
  for (let tick = 0; tick < TICKS; tick++) {
    await owner.query("update market_clock set shift = shift + interval '1 hour'");
    const begun = performance.now();
    await db.tx(playRecordedRates);
    took += performance.now() - begun;
  }
  await makeDispatcher({ db, log, subscriptions: subscriptionsOf(MODULES) }).drain();
  const after = await writes(ground);
  await owner.query("update market_clock set shift = '0'");
  await db.tx(playRecordedRates);
  if (after.rates - before.rates < TICKS) throw new Error("the rates did not move");
  return [
    {
      name: `offer rows written by ${TICKS} ticks of the rates`,
      measured: `${after.offers - before.offers} rows`,
      limit: `${after.rates - before.rates} rows of rates, ${(took / TICKS).toFixed(0)} ms a tick`,
      ratio: (after.offers - before.offers) / (after.rates - before.rates),
      target: { atMost: 0 },
    },
  ];
}

/** As PostgreSQL counts them; it tells what happened a second ago. Each connection tells its own: those that have written. */
async function writes({ owner, db }: Ground): Promise<{ offers: number; rates: number }> {
  const flush = "select pg_stat_force_next_flush()";
  await Promise.all([
    db.tx((tx) => tx.rows`select pg_stat_force_next_flush()`),
    owner.query(flush),
    owner.query(flush),
  ]);
  await new Promise((done) => setTimeout(done, 2500));
  const { rows } = await owner.query<{ relname: string; written: string }>(
    "select relname, n_tup_ins + n_tup_upd + n_tup_del as written from pg_stat_user_tables where relname in ('offers', 'rates')",
  );
  const of = (name: string) => Number(rows.find(({ relname }) => relname === name)?.written ?? 0);
  return { offers: of("offers"), rates: of("rates") };
}
