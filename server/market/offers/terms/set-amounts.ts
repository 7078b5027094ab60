/** An owner changes the amounts of an offer, and its cap where one is given. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import { rateOf } from "../../../money/rates/index.ts";
import { getFiat, getPaymentMethod } from "../../../reference/catalog/index.ts";
import { refuseNewCap } from "../offer-cap.ts";
import { amountsFrom, marketRules, refuseSmallPool, unitsIn } from "./terms.ts";
import type { Offer } from "../offer.ts";
import { lockOwnOffer, updateAmounts } from "../rows.ts";
import { reconsiderOffers } from "../owners/owner.ts";
import { refuseSpecial } from "../promotion/special.ts";

type Amounts = {
  readonly range_min?: string | undefined;
  readonly range_max?: string | undefined;
  readonly predefined_amount?: string[] | undefined;
};

/**
 * Without amounts the old ones stay; a cap given anew begins unused. Refuses offer.not_found, offer.special_locked, offer.amounts,
 * offer.amount_too_small, offer.cap_below_min, offer.cap_off. Emits offer.changed.
 */
export async function setAmounts(
  tx: Tx,
  {
    hash,
    ownerId,
    amounts,
    cap,
  }: { hash: string; ownerId: bigint; amounts: Amounts; cap?: { amount: string; active: boolean } },
): Promise<void> {
  const offer = await lockOwnOffer(tx, { hash, ownerId });
  if (!offer) throw new Refusal("offer.not_found");
  refuseSpecial(offer);
  const fiat = getFiat(offer.fiat);
  const isGiven =
    amounts.range_min !== undefined || amounts.range_max !== undefined || amounts.predefined_amount !== undefined;
  if (!isGiven && !cap) throw fieldRefusal("offer.amounts", "range_min");
  const method = getPaymentMethod(offer.methodId);
  const rules = isGiven ? await marketRules(tx, { crypto: offer.crypto, fiat, method }) : null;
  const next = rules ? amountsFrom(amounts, rules) : offer;
  if (rules && offer.inSilentPool) refuseSmallPool(next, rules);
  const capUnits = cap ? unitsIn(cap.amount, fiat, "offer_cap") : offer.capUnits;
  const capActive = cap ? cap.active : offer.capActive;
  if (cap?.active && capUnits !== null && capUnits < next.minUnits)
    throw fieldRefusal("offer.cap_below_min", "offer_cap", await factsOfCap(tx, offer));
  await refuseNewCap(tx, { ownerId, cap: { capUnits, capActive }, before: offer });
  const isNewCap = cap !== undefined && (capUnits !== offer.capUnits || (cap.active && !offer.capActive));

  await updateAmounts(tx, offer.id, {
    amountType: next.amountType,
    minUnits: next.minUnits,
    maxUnits: next.maxUnits,
    predefinedUnits: next.predefinedUnits,
    capUnits,
    capActive,
    isNewCap,
  });
  await reconsiderOffers(tx, [ownerId]);

  tx.emit({ type: "offer.changed", subject: hash, payload: { ownerId: String(ownerId) } });
}

/** How much of the current cap is used, in the offer's currency, and the market rate: the context of a refusal. */
async function factsOfCap(tx: Tx, offer: Offer): Promise<{ usedCap: string; rate: string | null }> {
  const rate = await rateOf(tx, offer.crypto, offer.fiat);
  return {
    usedCap: displayFromUnits(offer.capUsedUnits, getFiat(offer.fiat).digits),
    rate: rate ? decimalText(rate.rate) : null,
  };
}
