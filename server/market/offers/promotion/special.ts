/** An offer for one person: made in a trade or conversation with them, at a price that is locked as long as it exists. */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import type { Offer, OfferTerms } from "#contract/market/offers/offer-fields.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { rateOf, refuseUntradable } from "../../../money/rates/index.ts";
import { priceAt } from "../offer.ts";
import { countSpecial, specialPartner } from "./special-rows.ts";

/** For whom, made where, and until when. */
export type Special = { readonly partnerId: bigint; readonly chatHash: string; readonly until: Date };

/** The most that one owner can have at a time. */
const MOST_SPECIAL = 20;

const HOUR_MS = 3_600_000;

/**
 * With the owner locked; undefined for an ordinary offer. Refuses offer.special_pair, offer.special_locked for what no special offer
 * has, offer.special_partner for anybody but the other side of it, and offer.special_too_many.
 */
export async function specialFrom(
  tx: ReadTx,
  { ownerId, body }: { ownerId: bigint; body: OfferBody },
): Promise<Special | undefined> {
  const { chat_id: chatHash, partner_id: username } = body;
  if (chatHash === undefined && username === undefined) return undefined;
  if (chatHash === undefined) throw fieldRefusal("offer.special_pair", "chat_id");
  if (username === undefined) throw fieldRefusal("offer.special_pair", "partner_id");
  if (body.offer_cap) throw fieldRefusal("offer.special_locked", "offer_cap");
  if (body.is_silent) throw fieldRefusal("offer.special_locked", "is_silent");
  if (body.in_silent_pool) throw fieldRefusal("offer.special_locked", "in_silent_pool");
  if (body.is_active === false) throw fieldRefusal("offer.special_locked", "is_active");
  const partnerId = await specialPartner(tx, { ownerId, chatHash, username });
  if (partnerId === undefined) throw fieldRefusal("offer.special_partner", "partner_id");
  if ((await countSpecial(tx, ownerId)) >= MOST_SPECIAL)
    throw new Refusal("offer.special_too_many", { most: MOST_SPECIAL });
  const { "offers.special_hours": hours } = await readSettings(tx, ["offers.special_hours"]);
  return { partnerId, chatHash, until: new Date(tx.now.getTime() + hours * HOUR_MS) };
}

/** The terms at the price of this moment, which stays. Refuses rates.unknown, rates.stale and rates.divergent. */
export async function lockedTerms(tx: ReadTx, terms: OfferTerms): Promise<OfferTerms> {
  const rate = await rateOf(tx, terms.crypto, terms.fiat);
  if (!rate) throw fieldRefusal("rates.unknown", "fiat_currency_code");
  refuseUntradable(rate);
  return { ...terms, marginBp: null, fixedPrice: priceAt(terms, rate.rate) };
}

/** Its partner was notified of its terms, so they cannot change. Refuses offer.special_locked. */
export function refuseSpecial({ partnerId }: Pick<Offer, "partnerId">): void {
  if (partnerId !== null) throw new Refusal("offer.special_locked");
}
