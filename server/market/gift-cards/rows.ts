/** The SQL of gift cards. Database functions decide how the status of one may change. */
import { AT_HAND, type GiftCardKind, type GiftCardStatus } from "#contract/market/trades/gift-card-names.ts";
import { type Fragment, joinFragments, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type CardRow = {
  hash: string;
  payment_method_id: number;
  kind: GiftCardKind;
  fiat_code: string;
  fiat_digits: number;
  fiat_units: bigint;
  status: GiftCardStatus;
  offer_hash: string | null;
  trade_hash: string | null;
  added_at: Date;
  revealed_at: Date | null;
  bought_at: Date | null;
};

export type CardFilter = {
  readonly ownerId: bigint;
  readonly hash?: string | undefined;
  readonly status?: GiftCardStatus | undefined;
  readonly methodId?: number | undefined;
  readonly fiat?: string | undefined;
  readonly fiatUnits?: bigint | undefined;
  /** That can pay in a trade of this offer now. */
  readonly offer?: string | undefined;
};

function conditionsOf({ ownerId, hash, status, methodId, fiat, fiatUnits, offer }: CardFilter) {
  const conditions: Fragment[] = [
    sql`owner_id = ${ownerId}`,
    status === undefined ? sql`status <> 'deleted'` : sql`status = ${status}`,
  ];
  if (hash !== undefined) conditions.push(sql`hash = ${hash}`);
  if (methodId !== undefined) conditions.push(sql`payment_method_id = ${methodId}`);
  if (fiat !== undefined) conditions.push(sql`fiat_code = ${fiat}`);
  if (fiatUnits !== undefined) conditions.push(sql`fiat_units = ${fiatUnits}`);
  if (offer !== undefined)
    conditions.push(sql`status = any(${AT_HAND}::text[]) and coalesce(offer_hash, ${offer}) = ${offer}`);
  return joinFragments(conditions, " and ");
}

/** Newest first; without a status all but the deleted ones. */
export function cardsOf(
  tx: ReadTx,
  filter: CardFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<CardRow[]> {
  return tx.rows<CardRow>`
    select hash, payment_method_id, kind, fiat_code, fiat_digits, fiat_units, status, offer_hash, trade_hash, added_at,
      revealed_at, bought_at
    from gift_cards
    where ${conditionsOf(filter)}
    order by added_at desc, id desc
    limit ${limit} offset ${offset}`;
}

export async function countCards(tx: ReadTx, filter: CardFilter): Promise<number> {
  const rows = await tx.rows<{ cards: number }>`
    select count(*)::int as cards
    from gift_cards
    where ${conditionsOf(filter)}`;
  return onlyRow(rows).cards;
}

export type NewCard = {
  readonly ownerId: bigint;
  readonly hash: string;
  readonly methodId: number;
  readonly kind: GiftCardKind;
  readonly fiat: string;
  readonly fiatDigits: number;
  readonly fiatUnits: bigint;
  readonly codeSealed: Uint8Array;
  readonly codeMark: Uint8Array;
};

/** noted: another user has it; their card records that it was entered again. */
export async function insertCard(tx: Tx, card: NewCard): Promise<"added" | "duplicate" | "noted"> {
  return onlyRow(
    await tx.rows<{ outcome: "added" | "duplicate" | "noted" }>`
      select add_gift_card(${card.ownerId}, ${card.hash}, ${card.methodId}::int, ${card.kind}, ${card.fiat},
        ${card.fiatDigits}::int, ${card.fiatUnits}, ${card.codeSealed}, ${card.codeMark}, ${tx.now}) as outcome`,
  ).outcome;
}

type Own = { readonly ownerId: bigint; readonly hash: string };

/** Null where they have no such card. */
export async function removeCard(tx: Tx, { ownerId, hash }: Own): Promise<"deleted" | "in_use" | null> {
  return onlyRow(
    await tx.rows<{ outcome: "deleted" | "in_use" | null }>`
      select delete_gift_card(${ownerId}, ${hash}, ${tx.now}) as outcome`,
  ).outcome;
}

export async function putInOffer(
  tx: Tx,
  { ownerId, hash, offer }: Own & { readonly offer: string | null },
): Promise<"placed" | "in_use" | "unfit" | null> {
  return onlyRow(
    await tx.rows<{ outcome: "placed" | "in_use" | "unfit" | null }>`
      select place_gift_card(${ownerId}, ${hash}, ${offer}, ${tx.now}) as outcome`,
  ).outcome;
}

/** Locks the trade, then the card. */
export async function putInTrade(
  tx: Tx,
  { ownerId, hash, tradeId }: Own & { readonly tradeId: bigint },
): Promise<"used" | "unfit" | null> {
  return onlyRow(
    await tx.rows<{ outcome: "used" | "unfit" | null }>`
      select use_gift_card(${ownerId}, ${hash}, ${tradeId}, ${tx.now}) as outcome`,
  ).outcome;
}

export type CheckedCard = Pick<CardRow, "payment_method_id" | "status" | "trade_hash" | "added_at"> & {
  readonly code_sealed: Uint8Array | null;
  readonly code_form: "fits" | "differs" | null;
  readonly checked_at: Date | null;
  readonly brought_again_at: Date | null;
  readonly challenge: string | null;
  readonly challenge_at: Date | null;
};

type Checking = { readonly viewerId: bigint; readonly hash: string };

/** A card whose code nobody has seen, for a user who may check it. */
export async function checkableCard(tx: ReadTx, { viewerId, hash }: Checking): Promise<CheckedCard | undefined> {
  const [row] = await tx.rows<CheckedCard>`
    select payment_method_id, status, trade_hash, added_at, code_sealed, code_form, checked_at, brought_again_at,
      challenge, challenge_at
    from gift_cards
    where hash = ${hash} and may_check_gift_card(${viewerId}, ${hash})`;
  return row;
}

/** asked: with this word, in a trade that had none that holds. Null where they may not check it. */
export async function noteCheck(
  tx: Tx,
  { viewerId, hash, form, challenge }: Checking & { readonly form: "fits" | "differs"; readonly challenge: string },
): Promise<"asked" | "checked" | null> {
  return onlyRow(
    await tx.rows<{ outcome: "asked" | "checked" | null }>`
      select note_gift_card_check(${viewerId}, ${hash}, ${form}, ${challenge}, ${tx.now}) as outcome`,
  ).outcome;
}

export type CardInTrade = Pick<
  CardRow,
  "hash" | "kind" | "fiat_code" | "fiat_digits" | "fiat_units" | "revealed_at" | "bought_at"
> & {
  trade_id: bigint;
};

/** Of each of these trades the card that was put in last, if it has one. */
export async function cardsInTrades(tx: ReadTx, tradeIds: readonly bigint[]): Promise<Map<bigint, CardInTrade>> {
  const rows = await tx.rows<CardInTrade>`
    select distinct on (trade_id) trade_id, hash, kind, fiat_code, fiat_digits, fiat_units, revealed_at, bought_at
    from gift_cards
    where trade_id = any(${tradeIds}::bigint[])
    order by trade_id, in_use_at desc, id desc`;
  return new Map(rows.map((row) => [row.trade_id, row]));
}

/** Of the card that was revealed in this transaction; undefined where there is none. */
export async function sealedCodeOf(
  tx: Tx,
  { tradeId, at }: { readonly tradeId: bigint; readonly at: Date },
): Promise<{ hash: string; code_sealed: Uint8Array } | undefined> {
  const [row] = await tx.rows<{ hash: string; code_sealed: Uint8Array }>`
    select hash, code_sealed
    from gift_cards
    where trade_id = ${tradeId} and revealed_at = ${at} and code_sealed is not null
    order by in_use_at desc, id desc
    limit 1`;
  return row;
}

export type SealedCard = { readonly id: bigint; readonly hash: string; readonly code_sealed: Uint8Array };

/** Of another version than this one. */
export function lockSealedBefore(
  tx: Tx,
  { version, limit }: { version: number; limit: number },
): Promise<SealedCard[]> {
  return tx.rows<SealedCard>`
    select id, hash, code_sealed
    from gift_cards
    where get_byte(code_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for update`;
}

export async function putAnew(
  tx: Tx,
  cards: readonly { readonly id: bigint; readonly codeSealed: Uint8Array; readonly codeMark: Uint8Array }[],
): Promise<void> {
  if (cards.length === 0) return;
  await tx.rows`
    update gift_cards card
    set code_sealed = anew.code_sealed, code_mark = anew.code_mark
    from unnest(
      ${cards.map(({ id }) => id)}::bigint[], ${cards.map(({ codeSealed }) => codeSealed)}::bytea[],
      ${cards.map(({ codeMark }) => codeMark)}::bytea[]
    ) as anew (id, code_sealed, code_mark)
    where card.id = anew.id`;
}

/** Which of these offers of an owner have cards: their own, or free ones of their method and currency. By hash. */
export async function offersWithCards(
  tx: ReadTx,
  ownerId: bigint,
  offers: readonly { readonly hash: string; readonly methodId: number; readonly fiat: string }[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ hash: string }>`
    select wanted.hash
    from unnest(
      ${offers.map(({ hash }) => hash)}::text[], ${offers.map(({ methodId }) => methodId)}::int[], ${offers.map(({ fiat }) => fiat)}::text[]
    ) as wanted (hash, method_id, fiat)
    where exists (
      select
      from gift_cards card
      where card.owner_id = ${ownerId} and ((card.status = 'in_offer' and card.offer_hash = wanted.hash)
        or (card.status = 'free' and card.payment_method_id = wanted.method_id and card.fiat_code = wanted.fiat)))`;
  return new Set(rows.map(({ hash }) => hash));
}
