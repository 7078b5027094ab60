/** Offers of a random market, as their owners make them and as jobs of the market leave them. */
import type { Tx } from "../../../server/platform/postgres/db.ts";
import { playRecordedRates } from "../../../server/money/rates/index.ts";
import { reconsiderOffers } from "../../../server/market/offers/owners/owner.ts";
import { refreshReputation } from "../../../server/people/reputation/index.ts";
import { anOffer } from "../../../server/testing/market/offers.ts";
import { priceNow } from "../../../server/testing/market/trades.ts";
import { flowOf } from "./terms.ts";
import type { Caller } from "../calls.ts";
import type { Place } from "./place.ts";
import type { ModelOffer } from "../types.ts";

/** Days may have passed since the last one: rates are of now, and the owner is here. */
export function openOffer(
  { market, people }: Place,
  { owner, ownerIs, method, limits, isSilent = false, cashback }: Omit<ModelOffer, "usedCents">,
) {
  return market.db.tx(async (tx) => {
    const ownerId = await comeBack(tx, people, owner);
    const { least, most, amounts, newcomers, pastTrades, cap } = limits;
    const offer = await anOffer(tx, ownerId, {
      offer_type: ownerIs === "seller" ? "sell" : "buy",
      payment_method: method,
      ...(method === "bank-transfer" ? { payment_country: "GB" } : {}),
      flow_type: flowOf(method),
      is_silent: isSilent,
      ...(amounts ? { predefined_amount: amounts.map(String) } : { range_min: String(least), range_max: String(most) }),
      ...(newcomers === undefined ? {} : { new_buyer_max_fiat_limit: String(newcomers) }),
      ...(pastTrades === undefined ? {} : { require_min_past_trades: pastTrades }),
      ...(cap === undefined ? {} : { offer_cap: { amount: String(cap), active: true } }),
    });
    if (cashback) await giveCashback(tx, offer, cashback);
    return shownNow(tx, offer);
  });
}

/** Later: the owner is here, and the job that looks at offers has looked at theirs. */
export function lookAgain({ market, people, offers }: Place, { offer, owner }: { offer: number; owner: number }) {
  return market.db.tx(async (tx) => {
    await reconsiderOffers(tx, [await comeBack(tx, people, owner)]);
    return shownNow(tx, offers[offer] ?? "");
  });
}

/** Jobs have seen to prices and to everybody's figures. */
async function comeBack(tx: Tx, people: readonly Caller[], owner: number): Promise<bigint> {
  await playRecordedRates(tx);
  await refreshReputation(
    tx,
    people.map(({ id }) => id),
  );
  const ownerId = people[owner]?.id ?? 0n;
  await tx.rows`update users set last_seen_at = ${tx.now} where id = ${ownerId}`;
  return ownerId;
}

async function shownNow(tx: Tx, offer: string) {
  const [market] = await tx.rows<{ rate: string }>`select rate from rates where crypto = 'BTC' and fiat = 'USD'`;
  return { offer, price: await priceNow(tx, offer), rate: market?.rate ?? "" };
}

/** Nobody took it: its owner may make another one like it. */
export async function closeOffer({ market }: Place, offer: string): Promise<void> {
  await market.db.tx((tx) => tx.rows`update offers set deleted_at = ${tx.now} where hash = ${offer}`);
}

/** Longer than any schedule lasts. */
export async function giveCashback(
  tx: Tx,
  offer: string,
  { bp, maxCents }: NonNullable<ModelOffer["cashback"]>,
): Promise<void> {
  await tx.rows`
    update offers
    set is_featured = true, featured_until = ${tx.now}::timestamptz + interval '10 years', cashback_bp = ${bp}::int,
        cashback_max_cents = ${maxCents}::int
    where hash = ${offer}`;
}
