/** Right arguments for functions of the operator's exposure: advice that is open, and orders that follow it. */
import { ids } from "../../../../server/platform/ids.ts";
import { aPerson } from "../../../../server/testing/index.ts";
import { openSpotMarkets } from "../../../../server/testing/market/spot.ts";
import type { Good, Ground } from "../../ground.ts";
import { anAdmin } from "../console.ts";

const BTC = 100_000_000;

/** One that is open. */
async function anAdvice({ app }: Ground, now: string): Promise<string> {
  await app.owner.query("update house_advice set status = 'lapsed', ended_at = $1 where status = 'open'", [now]);
  const hash = ids.hash();
  await app.owner.query(
    `insert into house_advice (hash, currency, side, units, exposure_units, target_units, band_units, usd_rate, made_at)
     values ($1, 'BTC', 'buy', $3, 0, $3, 1, 99000, $2)`,
    [hash, now, 1000 * BTC],
  );
  return hash;
}

/** An account that may place orders of the operator, with an open advice and money in the inventory. */
async function aTrader(ground: Ground, now: string): Promise<void> {
  const { app } = ground;
  const { id } = await aPerson(app);
  await openSpotMarkets(app);
  const set = (name: string, value: unknown) =>
    app.owner.query(
      `insert into settings (name, value, changed_at) values ($1, $2, $3)
       on conflict (name) do update set value = excluded.value`,
      [name, JSON.stringify(value), now],
    );
  const { rows } = await app.owner.query("select username from users where id = $1", [id]);
  await set("exposure.hedger", rows[0].username);
  await set("exposure.hedge_on_spot", true);
  await set("exposure.target", { BTC: "1000", ETH: "0", USDT: "0" });
  await set("exposure.band", { BTC: "1", ETH: "0", USDT: "0" });
  await anAdvice(ground, now);
  await app.owner.query(
    "select post_one('test_house', $1, $2, array['outside:USDT:chain'], array['house:USDT:inventory'], array[5000000000])",
    [ids.hash(), now],
  );
  await app.owner.query("delete from house_orders where status = 'planned'");
  await app.owner.query("update house_orders set planned_at = planned_at - interval '5 minutes'");
  await app.owner.query("select note_exposure_day($1)", [now]);
}

async function aPlan(ground: Ground, now: string): Promise<string> {
  await aTrader(ground, now);
  const reference = ids.hash();
  await ground.app.owner.query("select plan_house_order('BTC', $1, 'spot', $2)", [reference, now]);
  return reference;
}

async function aVenuePlan(ground: Ground, now: string): Promise<string> {
  await aTrader(ground, now);
  const reference = ids.hash();
  const { owner } = ground.app;
  await owner.query(
    `insert into settings (name, value, changed_at) values ('exposure.hedge_outside', 'true', $1)
     on conflict (name) do update set value = excluded.value`,
    [now],
  );
  await owner.query(
    "update house_orders set status = 'refused', why = 'late', ended_at = $1 where venue = 'okx' and ended_at is null",
    [now],
  );
  await owner.query("select note_venue_balances('okx', array['USDT'], array[5000000000], $1)", [now]);
  await owner.query("select plan_house_order('BTC', $1, 'okx', $2)", [reference, now]);
  return reference;
}

export function exposureCalls(ground: Ground): Record<string, Good[]> {
  return {
    judged_exposure: [async (now) => [now]],
    advise_house: [async (now) => ["BTC", ids.hash(), now]],
    note_exposure_day: [async (now) => [now]],
    "end_house_advice done": [
      async (now) => [await anAdvice(ground, now), "done", "bought elsewhere", await anAdmin(ground), now],
    ],
    house_order_hold: [async (now) => ["spot", now]],
    plan_house_order: [
      async (now) => {
        await aTrader(ground, now);
        return ["BTC", ids.hash(), "spot", now];
      },
    ],
    place_house_order: [async (now) => [await aPlan(ground, now), ids.hash(), now]],
    note_venue_balances: [async (now) => ["okx", ["BTC", "USDT"], [BTC, 5_000_000_000], now]],
    begin_venue_order: [async (now) => [await aVenuePlan(ground, now), now]],
    note_venue_order: [
      async (now) => {
        const reference = await aVenuePlan(ground, now);
        await ground.app.owner.query("select begin_venue_order($1, $2)", [reference, now]);
        return [reference, "ended", null, 0, 0, 0, 0, now];
      },
    ],
    settle_house_orders: [async (now) => [now]],
  };
}
