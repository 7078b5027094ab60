/** The vault of gift cards: acts of owners, and of a trade with the card that pays for it. */
import type { BodyOf, QueryOf } from "#contract/platform/endpoint.ts";
import type { addGiftCard, GiftCard, listGiftCards } from "#contract/market/trades/gift-cards.ts";
import { amountFault, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { paginationOf } from "#contract/platform/wire.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { ids } from "../../platform/ids.ts";
import { languageOfUser } from "../../people/accounts/index.ts";
import { fiatByCode, findPaymentMethod, getPaymentMethod, methodName } from "../../reference/catalog/index.ts";
import { codeFrom, codeMark, openCode, sealCode } from "./codes.ts";
import {
  type CardFilter,
  type CardRow,
  cardsOf,
  countCards,
  insertCard,
  putInOffer,
  putInTrade,
  removeCard,
  sealedCodeOf,
} from "./rows.ts";

const PER_PAGE = 10;

function shown(row: CardRow, locale: Locale): GiftCard {
  const method = getPaymentMethod(row.payment_method_id);
  return {
    id: row.hash,
    kind: row.kind,
    paymentMethod: { slug: method.slug, name: methodName(method, locale) },
    fiatAmount: displayFromUnits(row.fiat_units, row.fiat_digits, { pad: true }),
    fiatCurrencyCode: row.fiat_code,
    status: row.status,
    offer: row.offer_hash,
    trade: row.trade_hash,
    isBoughtHere: row.bought_at !== null,
    addedAt: row.added_at.toISOString(),
    revealedAt: row.revealed_at?.toISOString() ?? null,
  };
}

type Asked = QueryOf<typeof listGiftCards>;

/**
 * Ten a page, newest first; without a status all but the deleted ones. Named in the language of the page, otherwise in that of the account.
 * Refuses money.too_many_digits.
 */
export async function listCards(tx: ReadTx, ownerId: bigint, asked: Asked = {}, language?: Locale) {
  const locale = language ?? (await languageOfUser(tx, ownerId));
  const page = Number(asked.page ?? 1);
  const filter = filterOf(ownerId, asked);
  const rows = await cardsOf(tx, filter, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE });
  const total = await countCards(tx, filter);
  return { data: rows.map((row) => shown(row, locale)), meta: paginationOf({ total, page, perPage: PER_PAGE }) };
}

/** An amount is one of a currency: without one it says nothing. */
function filterOf(ownerId: bigint, { status, payment_method: slug, fiat_currency_code, fiat_amount, offer }: Asked) {
  const fiat = fiat_currency_code === undefined ? undefined : fiatByCode(fiat_currency_code);
  const isAmountAsked = fiat !== undefined && fiat_amount !== undefined;
  const fault = isAmountAsked && amountFault(fiat_amount, fiat.digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "fiat_amount");
  return {
    ...{ ownerId, status, offer, fiat: fiat_currency_code },
    methodId: slug === undefined ? undefined : (findPaymentMethod(slug)?.id ?? 0),
    fiatUnits: isAmountAsked ? withinUse(unitsFromDisplay(fiat_amount, fiat.digits)) : undefined,
  } satisfies CardFilter;
}

const MOST_UNITS = 10n ** 17n;

/** No card has more than any currency's use: that many units are no card's. */
const withinUse = (units: bigint): bigint => (units > MOST_UNITS ? 0n : units);

/** Refuses gift_card.not_found. */
export async function findCard(tx: ReadTx, ownerId: bigint, hash: string): Promise<GiftCard> {
  const [row] = await cardsOf(tx, { ownerId, hash }, { limit: 1, offset: 0 });
  if (!row) throw new Refusal("gift_card.not_found");
  return shown(row, await languageOfUser(tx, ownerId));
}

/**
 * Refuses gift_card.method, gift_card.code, gift_card.duplicate, and what no amount of the currency can be. A code of
 * a refusal for another user's card is returned, so that the second entry stays recorded.
 */
export async function addCard(tx: Tx, ownerId: bigint, body: BodyOf<typeof addGiftCard>): Promise<GiftCard | Refusal> {
  const method = findPaymentMethod(body.payment_method);
  if (method?.group !== "gift-cards") throw fieldRefusal("gift_card.method", "payment_method");
  const fiat = fiatByCode(body.fiat_currency_code);
  if (!fiat) throw fieldRefusal("offer.currency_unknown", "fiat_currency_code");
  const fault = amountFault(body.fiat_amount, fiat.digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "fiat_amount");
  const fiatUnits = unitsFromDisplay(body.fiat_amount, fiat.digits);
  if (fiatUnits <= 0n || fiatUnits > MOST_UNITS) throw fieldRefusal("money.malformed", "fiat_amount");
  const code = codeFrom(body.code);
  if (code === undefined) throw fieldRefusal("gift_card.code", "code");
  const hash = ids.hash();
  const outcome = await insertCard(tx, {
    ...{ ownerId, hash, methodId: method.id, kind: body.kind },
    ...{ fiat: fiat.code, fiatDigits: fiat.digits, fiatUnits },
    ...{ codeSealed: sealCode(code, hash), codeMark: codeMark(code) },
  });
  if (outcome !== "added") return fieldRefusal("gift_card.duplicate", "code");
  return findCard(tx, ownerId, hash);
}

/** Refuses gift_card.not_found and gift_card.in_use. */
export async function deleteCard(tx: Tx, ownerId: bigint, hash: string): Promise<void> {
  refuse(await removeCard(tx, { ownerId, hash }));
}

/** Refuses gift_card.not_found, gift_card.in_use, and gift_card.unfit for an offer that takes no such card. */
export async function placeCard(
  tx: Tx,
  ownerId: bigint,
  { hash, offer }: { readonly hash: string; readonly offer: string | null },
): Promise<GiftCard> {
  refuse(await putInOffer(tx, { ownerId, hash, offer }));
  return findCard(tx, ownerId, hash);
}

/** Before the trade moves: its buyer's card pays for it. Refuses gift_card.not_found and gift_card.unfit. */
export async function useCard(
  tx: Tx,
  card: { readonly ownerId: bigint; readonly hash: string; readonly tradeId: bigint },
): Promise<void> {
  refuse(await putInTrade(tx, card));
}

function refuse(outcome: "placed" | "used" | "deleted" | "in_use" | "unfit" | null): void {
  if (outcome === null) throw new Refusal("gift_card.not_found");
  if (outcome === "in_use" || outcome === "unfit")
    throw wordRefusal(outcome, { in_use: "gift_card.in_use", unfit: "gift_card.unfit" });
}

/** After the trade has noted that it is shown, in the same transaction: once. */
export async function readCode(tx: Tx, revealed: { readonly tradeId: bigint; readonly at: Date }): Promise<string> {
  const row = await sealedCodeOf(tx, revealed);
  if (!row) throw new Refusal("gift_card.not_found");
  return openCode(row.code_sealed, row.hash);
}
