/**
 * Very many offers at once, for the seeding of a demo market: the same rules as for one, asked once. The caller keeps
 * to the limits of active offers and names no market twice for one owner.
 */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import type { OfferTerms } from "#contract/market/offers/offer-fields.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { fiatByCode, findPaymentMethod, isMethodOpen } from "../../../reference/catalog/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { fiatPerUsd, ratesOf } from "../../../money/rates/index.ts";
import type { Offer } from "../offer.ts";
import { RULE_SETTINGS, rulesFrom, termsBy } from "../terms/terms.ts";
import { reconsiderOffers, refreshOwnerFacts } from "../owners/owner.ts";
import { insertOffers, offersOfOwners, termColumns } from "../rows.ts";

export type PlacedOffer = {
  readonly hash: string;
  readonly ownerId: bigint;
  readonly countryIso: string;
  readonly isAutomated: boolean;
  readonly createdAt: Date;
  readonly body: OfferBody;
};

const AT_ONCE = 500;

/** Refuses what createOffer refuses about the terms. Returns all offers of these owners. Emits nothing. */
export async function placeOffers(tx: Tx, placed: readonly PlacedOffer[]): Promise<Offer[]> {
  const termsOf = await readTerms(tx);
  const rows = placed.map((offer) => rowOf(offer, termsOf(offer.body)));
  for (let from = 0; from < rows.length; from += AT_ONCE) await insertOffers(tx, rows.slice(from, from + AT_ONCE));
  const owners = [...new Set(placed.map(({ ownerId }) => ownerId))];
  await refreshOwnerFacts(tx, owners);
  await reconsiderOffers(tx, owners);
  return offersOfOwners(tx, owners);
}

async function readTerms(tx: ReadTx): Promise<(body: OfferBody) => OfferTerms> {
  const settings = await readSettings(tx, [...RULE_SETTINGS, "catalog.disabled_methods"]);
  const rates = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: "all" });
  const perUsd = await fiatPerUsd(tx, "all");
  return (body) => {
    const method = findPaymentMethod(body.payment_method);
    if (!method || !isMethodOpen(method, settings["catalog.disabled_methods"])) {
      throw fieldRefusal("offer.method_unavailable", "payment_method");
    }
    const fiat = fiatByCode(body.fiat_currency_code);
    if (!fiat) throw fieldRefusal("offer.currency_unknown", "fiat_currency_code");
    const rules = rulesFrom({
      rate: rates.get(`${body.crypto_currency_code}/${fiat.code}`)?.rate,
      perUsd: perUsd.get(fiat.code),
      settings,
      fiat,
      method,
    });
    return termsBy(body, { method, rules });
  };
}

function rowOf(offer: PlacedOffer, terms: OfferTerms): Record<string, unknown> {
  const columns = Object.fromEntries(termColumns(terms));
  return {
    ...columns,
    duty_hours: terms.dutyHours,
    hash: offer.hash,
    owner_id: offer.ownerId,
    side: terms.side,
    crypto: terms.crypto,
    is_on: true,
    owner_country: offer.countryIso,
    is_automated: offer.isAutomated,
    created_at: offer.createdAt,
    updated_at: offer.createdAt,
  };
}
