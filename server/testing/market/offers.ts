/** Offers for tests, made through the verbs. */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { seedBonds } from "../../market/bonds/index.ts";
import { createOffer } from "../../market/offers/index.ts";
import { accountOf, balancesOf, post } from "../../money/ledger/index.ts";
import { findPaymentMethod, needsBond, placeNeededBy } from "../../reference/catalog/index.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";

/** What an owner writes who wants to sell bitcoin for dollars by bank transfer; any part can be changed. */
export function offerBody(changes: Partial<OfferBody> = {}): OfferBody {
  const priced = changes.fixed_price === undefined ? { margin: "2" } : {};
  const ranged = changes.predefined_amount === undefined ? { range_min: "20", range_max: "1000" } : {};
  return {
    offer_type: "sell",
    crypto_currency_code: "BTC",
    fiat_currency_code: "USD",
    payment_method: "other-bank-transfer",
    ...priced,
    amount_type: changes.predefined_amount === undefined ? "min_max" : "predefined",
    ...ranged,
    payment_window: 60,
    offer_terms: "Pay from your own account.",
    trade_details: "Bank details follow in the chat.",
    ...changes,
  };
}

/** An active offer; its owner should hold coins when it is one to sell, and gets a bond where it needs one. Returns the public hash. */
export async function anOffer(tx: Tx, ownerId: bigint, changes: Partial<OfferBody> = {}): Promise<string> {
  const method = findPaymentMethod(changes.payment_method ?? "");
  if (method && needsBond(method)) {
    const { bondUnits } = (await balancesOf(tx, ownerId)).USDT;
    if (bondUnits === 0n) await giveBond(tx, ownerId, 500n);
  }
  const place = method && placeNeededBy(method) ? { payment_country: "DE", payment_city: "Leipzig" } : {};
  const body = offerBody({ ...place, ...changes });
  return createOffer(tx, { owner: { userId: ownerId, countryIso: "DE", level: 2 }, body });
}

/** Coins from the chain outside, as a deposit would bring them. */
export async function giveCoins(tx: Tx, userId: bigint, crypto: CryptoCode, units: bigint): Promise<void> {
  const postings = [{ from: accountOf.chain(crypto), to: accountOf.available(userId, crypto), units }];
  await post(tx, [{ kind: "test_deposit", subject: ids.hash(), postings }]);
}

/** What offers by gift card and PayPal need of their owner, of coins that came from the chain for that. */
export async function giveBond(tx: Tx, userId: bigint, usd = 50n): Promise<void> {
  await giveCoins(tx, userId, "USDT", usd * 1_000_000n);
  await seedBonds(tx, [userId], usd);
}
