/** Follows open advice by orders of the operator on the spot markets, where the operator turned that on; and shows them. */
import { HOUSE_ORDER_REFUSALS, type HouseHedger, type HouseOrder } from "#contract/staff/exposure.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { ids } from "../../platform/ids.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import * as rows from "./house-order-rows.ts";

/** Coins with a market for dollars. */
const HEDGED = ["BTC", "ETH"] as const;
const SHOWN = 20;

/**
 * One turn: what ended comes back, then each coin may get an order. Its id is stored and committed before it is placed, so a turn that was
 * cut off is gone on with by the next.
 */
export async function hedgeHouse({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  await db.tx(async (tx) => rows.settle(tx, await tx.readClock()));
  for (const currency of HEDGED) {
    const outcome = await db.tx(async (tx) =>
      rows.plan(tx, { currency, externalRef: ids.hash(), venue: "spot", at: await tx.readClock() }),
    );
    if (outcome !== "none" && outcome !== "off")
      log.debug({ currency, outcome }, "an order of the operator was planned");
  }
  for (const { external_ref: externalRef } of await db.read((tx) => rows.planned(tx, "spot"))) {
    const outcome = await db.tx(async (tx) =>
      rows.place(tx, { externalRef, hash: ids.hash(), at: await tx.readClock() }),
    );
    log.info({ externalRef, outcome }, "an order of the operator");
  }
}

export async function viewHedger(tx: ReadTx): Promise<HouseHedger> {
  const [hold, holdOutside, balances, orders] = await Promise.all([
    rows.holdNow(tx, "spot"),
    rows.holdNow(tx, "okx"),
    rows.venueBalances(tx),
    rows.newestOrders(tx, SHOWN),
  ]);
  const [newest] = balances;
  return {
    hold,
    outside: newest
      ? {
          ...{ venue: newest.venue, hold: holdOutside, readAt: newest.read_at.toISOString() },
          balances: balances.map(({ currency, units }) => ({
            currencyCode: currency,
            amount: displayFromUnits(units, CRYPTO[currency].digits),
          })),
        }
      : null,
    orders: orders.map(viewOrder),
  };
}

function viewOrder(row: rows.HouseOrderRow): HouseOrder {
  const [base, quote] = [CRYPTO[row.base].digits, CRYPTO[row.quote].digits];
  const isBuy = row.side === "buy";
  return {
    ...{ id: row.external_ref, venue: row.venue, market: row.market, side: row.side },
    amount: displayFromUnits(row.lots * row.lot_units, base),
    price: displayFromUnits(row.price_ticks * row.tick_units, quote),
    filled: displayFromUnits(row.filled_units, base),
    filledValue: displayFromUnits(row.filled_quote_units, quote),
    fee: displayFromUnits(row.fee_units, isBuy ? base : quote),
    feeCurrency: isBuy ? row.base : row.quote,
    state: row.status,
    why: row.why === null ? null : whyOf(row.why),
    plannedAt: row.planned_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** The words of the book's refusals are more than staff have to tell apart; a halt comes with its name. */
const whyOf = (word: string) => HOUSE_ORDER_REFUSALS.find((known) => known === word.split(":")[0]) ?? "other";
