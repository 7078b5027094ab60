/** Bought gift cards of their owner: looked at once, marked, put into the vault, reported. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { GiftCard } from "#contract/market/trades/gift-cards.ts";
import type { StoreCard } from "#contract/products/store/gift-card-store.ts";
import { ids } from "../../platform/ids.ts";
import { readSlice } from "../../platform/cursors.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { codeFrom, findCard, sealCode } from "../../market/gift-cards/index.ts";
import * as rows from "./card-rows.ts";
import { openCode, openPin } from "./codes.ts";
import { isSimulated } from "./store-provider.ts";

/** As show_store_code has it. */
const SHOWN_AGAIN_MS = 2 * 60_000;

type Own = { readonly userId: bigint; readonly hash: string };

export async function viewCards(
  tx: ReadTx,
  query: rows.CardQuery & { readonly locale?: string },
): Promise<StoreCard[]> {
  const views = await viewsAt(tx, query.locale);
  return (await rows.cardsOf(tx, query)).map(views);
}

export async function listCards(
  tx: ReadTx,
  { userId, before, locale }: { userId: bigint; before?: string | undefined; locale?: string },
) {
  const views = await viewsAt(tx, locale);
  const found = await readSlice(
    (limit) => rows.cardsOf(tx, { userId, limit, ...(before === undefined ? {} : { before: BigInt(before) }) }),
    ({ id }) => String(id),
  );
  return { data: found.rows.map(views), meta: { next: found.next } };
}

async function ownCard(tx: ReadTx, own: Own): Promise<StoreCard> {
  const [card] = await viewCards(tx, own);
  if (!card) throw new Refusal("store.card_unknown");
  return card;
}

/** Refuses store.card_unknown, store.in_vault, gift_card.shown_before. */
export async function showCode(tx: Tx, own: Own) {
  const { outcome, code_sealed, pin_sealed, seen_at } = await rows.show(tx, own);
  if (outcome !== "shown" || !code_sealed || !seen_at)
    throw wordRefusal(outcome, {
      unknown: "store.card_unknown",
      vault: "store.in_vault",
      shown_before: "gift_card.shown_before",
    });
  return {
    code: openCode(code_sealed, own.hash),
    pin: pin_sealed && openPin(pin_sealed, own.hash),
    seenAt: seen_at.toISOString(),
    card: await ownCard(tx, own),
  };
}

/** Refuses store.card_unknown. */
export async function changeCard(tx: Tx, own: Own, to: { isUsed: boolean; note: string }): Promise<StoreCard> {
  const outcome = await rows.mark(tx, own, to);
  if (outcome !== "marked") throw wordRefusal(outcome, { unknown: "store.card_unknown" });
  return ownCard(tx, own);
}

/** Refuses store.card_unknown, store.code_unseen, store.reported_before, store.report_late. */
export async function reportCard(tx: Tx, own: Own, says: string): Promise<StoreCard> {
  const outcome = await rows.report(tx, own, says);
  if (outcome !== "reported")
    throw wordRefusal(outcome, {
      unknown: "store.card_unknown",
      unseen: "store.code_unseen",
      reported_before: "store.reported_before",
      late: "store.report_late",
    });
  return ownCard(tx, own);
}

/** The code goes from one seal to the other, and nobody sees it. Refuses store.card_unknown, store.code_seen, store.in_vault, store.vault_unfit, gift_card.duplicate. */
export async function moveToVault(tx: Tx, own: Own): Promise<GiftCard> {
  const sealed = await rows.sealedCode(tx, own);
  if (!sealed) throw new Refusal("store.card_unknown");
  const code = codeFrom(openCode(sealed, own.hash));
  if (code === undefined) throw new Refusal("store.vault_unfit");
  const card = ids.hash();
  const outcome = await rows.toVault(tx, own, { hash: card, sealed: sealCode(code, card) });
  if (outcome !== "added")
    throw wordRefusal(outcome, {
      unknown: "store.card_unknown",
      seen: "store.code_seen",
      vault: "store.in_vault",
      unfit: "store.vault_unfit",
      duplicate: "gift_card.duplicate",
    });
  return findCard(tx, own.userId, card);
}

/** After two of the staff refunded a code: its owner learns of it. */
export async function emitCodeRefund(tx: Tx, hash: string): Promise<void> {
  const refund = await rows.refundOf(tx, hash);
  if (!refund) return;
  const { user_id: userId, currency, units } = refund;
  emitWalletEvent(tx, { userId, currency, reason: "gift_card_refunded", subject: hash, units, txid: null });
}

async function viewsAt(tx: ReadTx, locale = "en") {
  const { "store.report_days": days } = await readSettings(tx, ["store.report_days"]);
  return (row: rows.CardRow) => viewCard(row, { now: tx.now, locale, reportMs: days * 86_400_000 });
}

type At = { readonly now: Date; readonly locale: string; readonly reportMs: number };

function viewCard(row: rows.CardRow, { now, locale, reportMs }: At): StoreCard {
  const seenFor = row.first_seen_at === null ? 0 : now.getTime() - row.first_seen_at.getTime();
  const isAtHand = row.has_code && !row.is_in_vault;
  return {
    id: row.hash,
    row: String(row.id),
    order: row.order_hash,
    brand: row.brand,
    name: row.name,
    countryIso: row.country,
    amount: displayFromUnits(row.face_units, fiatDigitsOf(row.currency)),
    currencyCode: row.currency,
    deliveredAt: row.delivered_at.toISOString(),
    seenAt: row.first_seen_at?.toISOString() ?? null,
    isShowable: isAtHand && seenFor <= SHOWN_AGAIN_MS,
    usedAt: row.used_at?.toISOString() ?? null,
    note: row.note,
    isInVault: row.is_in_vault,
    mayGoToVault: isAtHand && row.first_seen_at === null && row.method_id !== null && !row.has_pin,
    report:
      row.reported_at && row.report_status ? { at: row.reported_at.toISOString(), status: row.report_status } : null,
    mayReport: row.first_seen_at !== null && row.reported_at === null && seenFor <= reportMs,
    redeem: row.redeem[locale] ?? row.redeem.en ?? "",
    simulated: isSimulated(row.provider),
  };
}
