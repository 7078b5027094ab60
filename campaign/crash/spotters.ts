/** People who trade on a spot market while everything dies under them: orders at the reference price, of which some are cancelled. */
import assert from "node:assert/strict";
import type { CryptoCode } from "#contract/money/money.ts";
import type { SpotMarket } from "#contract/products/spot/spot.ts";
import { sessionProof } from "#contract/products/spot/names.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import { type Actor, type AnswerBody, type Callers, insist, pause, prove } from "./caller.ts";

const MARKET = "BTC-USDT";
const SESSION = { hours: 24, day_usd: 100_000, markets: [MARKET] } as const;
const ORDERS = "/rest/v1/spot/orders";

/** One person trades until everything is stopped; those of odd and even lanes meet. */
export async function spotOn(callers: Callers, person: Actor, lane: number): Promise<void> {
  await prove(callers, person, { wanted: { kind: "spot_session", id: sessionProof(SESSION) } });
  await insist(callers, person, "/rest/v1/spot/session", SESSION);
  for (let round = 0; !callers.stopped(); round++) {
    const price = await referencePrice(callers);
    const side = (round + lane) % 2 ? "buy" : "sell";
    const placed =
      price &&
      (await insist(callers, person, ORDERS, { market: MARKET, side, type: "limit", price, amount: "0.0002" }));
    if (placed && placed.status === 200 && round % 3 === 0)
      await insist(callers, person, `${ORDERS}/${placed.data.id}/cancel`);
    await pause(100);
  }
}

/** Undefined while nobody answers, or the market only cancels. */
async function referencePrice(callers: Callers): Promise<string | undefined> {
  try {
    const answer = await fetch(`${callers.url()}/rest/v1/spot/markets`, { signal: AbortSignal.timeout(5000) });
    const { data } = (await answer.json()) as AnswerBody & { data?: SpotMarket[] };
    const market = data?.find(({ symbol }) => symbol === MARKET);
    return market?.status === "trading" ? (market.figures.reference ?? undefined) : undefined;
  } catch {
    // Nobody there: the next round asks again.
    return undefined;
  }
}

export type SpotEffect = {
  readonly owner: bigint;
  readonly code: CryptoCode;
  readonly units: bigint;
  readonly isSpot?: true;
};

/**
 * What trades and open orders moved. Orders are compared with the answers of their callers, and the books of the market with its
 * orders, its log and the ledger; so its trades may be taken from the tables here.
 */
export async function spotEffects(db: Db): Promise<SpotEffect[]> {
  const rows = await db.read(
    (tx) => tx.rows<{ owner: bigint; code: CryptoCode; units: bigint; is_spot: boolean }>`
      select side.owner, side.code, sum(side.units)::bigint as units, side.is_spot
      from spot_fills fill
      join spot_markets market on market.symbol = fill.market
      cross join lateral (values
        (fill.buyer_id, market.quote, -fill.lots * fill.price_ticks, false),
        (fill.buyer_id, market.base, fill.lots * market.lot_units - fill.buyer_fee_units, false),
        (fill.seller_id, market.base, -fill.lots * market.lot_units, false),
        (fill.seller_id, market.quote, fill.lots * fill.price_ticks - fill.seller_fee_units, false)
      ) as side (owner, code, units, is_spot)
      group by 1, 2, 4
      union all
      select live.user_id, case live.side when 'buy' then market.quote else market.base end,
             sum(case when held.is_spot then live.held_units else -live.held_units end)::bigint, held.is_spot
      from spot_orders live
      join spot_markets market on market.symbol = live.market
      cross join (values (true), (false)) as held (is_spot)
      where live.ended_at is null
      group by 1, 2, 4`,
  );
  return rows.map(({ is_spot: isSpot, ...effect }) => (isSpot ? { ...effect, isSpot } : effect));
}

/** Each order that was placed has come to the market, and most of them traded. */
export async function assertMatched(db: Db): Promise<number> {
  const [row] = await db.read(
    (tx) => tx.rows<{ orders: number; fills: number }>`
      select (select count(*)::int from spot_orders) as orders, (select count(*)::int from spot_fills) as fills`,
  );
  assert.ok(row && row.fills > 0, "nobody traded on the spot market");
  return row.fills;
}
