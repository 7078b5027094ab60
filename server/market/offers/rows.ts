/** The SQL of single offers: one function per question. */
import { type Decimal, decimal, decimalText } from "#contract/platform/decimal.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import {
  type BriefOffer,
  type Offer,
  OFFER_FIELDS,
  OFFER_RULES,
  type OfferField,
  type OfferHold,
  type OfferRule,
  type OfferRuleName,
  type OfferTerms,
  type OfferType,
} from "#contract/market/offers/offer-fields.ts";
import { type Fragment, json, type JsonValue, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { accountOf } from "../../money/ledger/index.ts";

const RULES = Object.entries(OFFER_RULES) as [keyof typeof OFFER_RULES, OfferRule][];
const FIELDS = Object.entries(OFFER_FIELDS) as [keyof typeof OFFER_FIELDS, OfferField<unknown>][];
const BRIEF_FIELDS = FIELDS.filter(([, { isBrief }]) => isBrief);
const TERM_FIELDS = FIELDS.filter(([, { isTerm }]) => isTerm);

function columnList(fields: typeof FIELDS): Fragment {
  const columns = [
    ...fields.map(([name, { column, read }]) => `${read ?? `offers.${column}`} as "${name}"`),
    ...RULES.map(([name, { column }]) => `offers.${column} as "${name}"`),
  ];
  return sqlText(columns.join(", "));
}

/** The columns that a card in a list is drawn from; the table is named `offers` in the statement. */
export const BRIEF_COLUMNS: Fragment = columnList(BRIEF_FIELDS);

/** Every column that an Offer is made of. */
export const OFFER_COLUMNS: Fragment = columnList(FIELDS);

/** A row with the columns of a card, and one with all of them: read through briefFrom and offerFrom. */
export type BriefOfferRow = { readonly hash: string; readonly ownerId: bigint; readonly side: OfferType };
export type OfferRow = BriefOfferRow & { readonly id: bigint };

/** Whether an offer has one of these rules; false for none. */
export function anyRule(names: readonly OfferRuleName[]): Fragment {
  return sqlText(names.length === 0 ? "false" : names.map((name) => `offers.${OFFER_RULES[name].column}`).join(" or "));
}

type Values = Record<string, unknown>;
const DECODED = FIELDS.flatMap(([name, { codec }]) =>
  codec === "decimal" || codec === "units" ? [[name, codec] as const] : [],
);

/** A copy of the row: its columns have the names of the fields already, and a page of a listing has ten of them. */
function valuesFrom(row: Values): Values {
  const values = { ...row };
  for (const [name, codec] of DECODED) {
    const value = values[name];
    if (codec === "units") values[name] = (value as string[]).map(BigInt);
    else if (typeof value === "string") values[name] = decimal(value);
  }
  return values;
}

// The description of the fields is what both the row and the type are made of.
export const briefFrom = (row: BriefOfferRow): BriefOffer => valuesFrom(row) as BriefOffer;
export const offerFrom = (row: OfferRow): Offer => valuesFrom(row) as Offer;

/** Finds a deleted one too: trades and favorites still show it. */
export async function findOffer(tx: ReadTx, hash: string): Promise<Offer | undefined> {
  const [row] = await tx.rows<OfferRow>`
    select ${OFFER_COLUMNS}
    from offers
    where hash = ${hash}`;
  return row && offerFrom(row);
}

/** Locks the owner's offer until the transaction ends; undefined when it is deleted or another user's. */
export async function lockOwnOffer(
  tx: Tx,
  { hash, ownerId }: { hash: string; ownerId: bigint },
): Promise<Offer | undefined> {
  const [row] = await tx.rows<OfferRow>`
    select ${OFFER_COLUMNS}
    from offers
    where hash = ${hash} and owner_id = ${ownerId} and deleted_at is null
    for update`;
  return row && offerFrom(row);
}

/** Locks them in id order. */
export async function lockOffers(tx: Tx, hashes: readonly string[]): Promise<Offer[]> {
  const rows = await tx.rows<OfferRow>`
    select ${OFFER_COLUMNS}
    from offers
    where hash = any (${hashes})
    order by id
    for no key update`;
  return rows.map(offerFrom);
}

export async function offersOfOwners(tx: ReadTx, ownerIds: readonly bigint[]): Promise<Offer[]> {
  const rows = await tx.rows<OfferRow>`
    select ${OFFER_COLUMNS}
    from offers
    where owner_id = any (${ownerIds}) and deleted_at is null
    order by id`;
  return rows.map(offerFrom);
}

/** Column and value of everything that an owner decides; side and coin of an offer never change. */
export function termColumns(terms: OfferTerms): [string, unknown][] {
  const changing = TERM_FIELDS.filter(([name]) => name !== "side" && name !== "crypto");
  return [
    ...changing.map(([name, { column, codec }]): [string, unknown] => [
      column,
      encoded(terms[name as keyof OfferTerms], codec),
    ]),
    ...RULES.map(([name, { column }]): [string, unknown] => [column, terms[name]]),
  ];
}

function encoded(value: unknown, codec: OfferField<unknown>["codec"]): unknown {
  if (value === null || codec === undefined) return value;
  if (codec === "decimal") return decimalText(value as Decimal);
  return codec === "units" ? (value as bigint[]).map(String) : json(value as JsonValue);
}

/** Writes a new offer, switched off; the owner's facts come from the caller. What belongs in no list is never in one. */
export async function insertOffer(
  tx: Tx,
  terms: OfferTerms,
  owner: {
    hash: string;
    ownerId: bigint;
    countryIso: string;
    isAutomated: boolean;
    special?: { partnerId: bigint; chatHash: string; until: Date } | undefined;
  },
): Promise<void> {
  const { special } = owner;
  const hold: OfferHold | null = special ? "special" : terms.isSilent ? "silent" : null;
  const columns = termColumns(terms);
  const names = columnNames(columns.map(([name]) => name));
  const values = columns.map(([, value]) => value);
  await tx.rows`
    insert into offers (
      hash, owner_id, side, crypto, owner_country, is_automated, is_on, hold, partner_id, chat_hash, special_until,
      created_at, updated_at, ${names})
    values (
      ${owner.hash}, ${owner.ownerId}, ${terms.side}, ${terms.crypto}, ${owner.countryIso}, ${owner.isAutomated},
      false, ${hold}, ${special?.partnerId ?? null}, ${special?.chatHash ?? null}, ${special?.until ?? null},
      ${tx.now}, ${tx.now}, ${valueList(values)})`;
}

/** Replaces the terms and counts the revision up. A new cap begins unused. */
export async function updateOfferTerms(
  tx: Tx,
  id: bigint,
  terms: OfferTerms,
  { isNewCap }: { isNewCap: boolean },
): Promise<void> {
  const columns = termColumns(terms);
  const names = columnNames(columns.map(([name]) => name));
  await tx.rows`
    update offers
    set (${names}) = row (${valueList(columns.map(([, value]) => value))}),
        cap_used_units = case when ${isNewCap} then 0 else cap_used_units end,
        revision = revision + 1,
        updated_at = ${tx.now}
    where id = ${id}`;
}

/** Names of columns that this module wrote itself, as a piece of SQL. */
export function columnNames(names: readonly string[]): Fragment {
  return sqlText(names.join(", "));
}

function sqlText(text: string): Fragment {
  return sql(Object.assign([text], { raw: [text] }));
}

function valueList(values: readonly unknown[]): Fragment {
  const strings = values.map((_, index) => (index === 0 ? "" : ", "));
  return sql(Object.assign([...strings, ""], { raw: [...strings, ""] }), ...values);
}

export async function setSwitch(tx: Tx, ids: readonly bigint[], isOn: boolean): Promise<void> {
  await tx.rows`
    update offers
    set is_on = ${isOn}, updated_at = ${tx.now}
    where id = any (${ids}) and is_on <> ${isOn}`;
}

export async function setHolds(tx: Tx, holds: readonly { id: bigint; hold: OfferHold | null }[]): Promise<void> {
  if (holds.length === 0) return;
  await tx.rows`
    update offers
    set hold = wanted.hold
    from unnest(${holds.map(({ id }) => id)}::bigint[], ${holds.map(({ hold }) => hold)}::text[]) as wanted (id, hold)
    where offers.id = wanted.id and offers.hold is distinct from wanted.hold`;
}

/** The units that a seller may put into trades now; zero where nothing was ever posted. */
export async function availableUnitsOf(
  tx: ReadTx,
  wanted: readonly { userId: bigint; crypto: CryptoCode }[],
): Promise<Map<string, bigint>> {
  const names = [...new Set(wanted.map(({ userId, crypto }) => accountOf.available(userId, crypto)))];
  const rows = await tx.rows<{ name: string; balance_units: bigint }>`
    select name, balance_units
    from ledger_accounts
    where name = any (${names})`;
  return new Map(rows.map((row) => [row.name, row.balance_units]));
}

export async function markDeleted(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update offers
    set deleted_at = ${tx.now}, is_on = false, updated_at = ${tx.now}
    where id = ${id}`;
}

/**
 * Moves what is used of caps that are active, in units of the offer's currency: by so many, and to no less than that. Locks
 * the offers in id order. Returns the owners of those that were moved.
 */
export async function addToCaps(
  tx: Tx,
  moved: readonly { readonly id: bigint; readonly units: bigint; readonly leastUnits: bigint }[],
): Promise<bigint[]> {
  const rows = await tx.rows<{ owner_id: bigint }>`
    with locked as (
      select offers.id, moved.units, moved.least
      from unnest(
        ${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ units }) => units)}::bigint[],
        ${moved.map(({ leastUnits }) => leastUnits)}::bigint[]
      ) as moved (id, units, least)
      join offers on offers.id = moved.id
      where offers.cap_active and offers.deleted_at is null
      order by offers.id
      for no key update of offers
    )
    update offers
    set cap_used_units = greatest(locked.least, offers.cap_used_units + locked.units)
    from locked
    where offers.id = locked.id
    returning offers.owner_id`;
  return rows.map(({ owner_id }) => owner_id);
}

/** When something of an offer ended. */
export type EndedOn = { readonly id: bigint; readonly at: Date };

/** A trade that an offer's owner did not answer in time. */
export type Missed = EndedOn & { readonly tradeHash: string; readonly starterId: bigint };

/** The database judges which of them count. */
export async function addMissed(tx: Tx, missed: readonly Missed[]): Promise<void> {
  await tx.rows`
    select add_missed_trades(
      ${missed.map(({ id }) => id)}::bigint[], ${missed.map(({ tradeHash }) => tradeHash)}::text[],
      ${missed.map(({ starterId }) => starterId)}::bigint[], ${missed.map(({ at }) => at)}::timestamptz[])`;
}

/** The trades that still count against these offers, oldest first. */
export async function missedTradesOf(
  tx: ReadTx,
  offerIds: readonly bigint[],
): Promise<{ offer_id: bigint; trade_hash: string; at: Date }[]> {
  return tx.rows<{ offer_id: bigint; trade_hash: string; at: Date }>`
    select missed.offer_id, missed.trade_hash, missed.at
    from missed_trades missed
    join offers on offers.id = missed.offer_id and missed.at = any (offers.missed_at)
    where missed.offer_id = any (${offerIds})
    order by missed.at, missed.trade_hash`;
}

/** Missed up to then counts no more; paused offers stay as they are, and those that missed none are not written. */
export async function forgetMissed(tx: Tx, served: readonly EndedOn[]): Promise<void> {
  await tx.rows`
    select forget_missed_trades(
      ${served.map(({ id }) => id)}::bigint[], ${served.map(({ at }) => at)}::timestamptz[])`;
}

/** Offers that are not deleted, by hash. */
export async function standingOffers(
  tx: ReadTx,
  hashes: readonly string[],
): Promise<Map<string, { id: bigint; ownerId: bigint }>> {
  const rows = await tx.rows<{ hash: string; id: bigint; owner_id: bigint }>`
    select hash, id, owner_id
    from offers
    where hash = any(${hashes}) and deleted_at is null`;
  return new Map(rows.map(({ hash, id, owner_id }) => [hash, { id, ownerId: owner_id }]));
}

/** The payment methods of all offers. */
export async function usedMethods(tx: ReadTx): Promise<number[]> {
  const rows = await tx.rows<{ method_id: number }>`
    select distinct method_id
    from offers
    where deleted_at is null`;
  return rows.map((row) => row.method_id);
}

/** What lists say of fees on offers of these methods, after a fee in the settings has changed. */
export async function settleMethodFees(tx: Tx, methodIds: readonly number[]): Promise<void> {
  await tx.rows`select settle_method_fees(${methodIds}::int[])`;
}

/** The same where a perk or a tier has come or gone; the owners whose offers say another fee now. */
export async function settleFees(tx: Tx): Promise<bigint[]> {
  const rows = await tx.rows<{ owner_id: bigint }>`select owner_id from settle_fees() as owner_id`;
  return rows.map(({ owner_id }) => owner_id);
}

export type FeeBounds = { readonly base: number; readonly least: number };

/** What sellers pay by a method, and the least that may be chosen in its place, in hundredths of a percent; by method. */
export async function feeBounds(tx: ReadTx, methodIds: readonly number[]): Promise<ReadonlyMap<number, FeeBounds>> {
  const rows = await tx.rows<{ id: number } & FeeBounds>`
    select id, base_fee_bp(id) as base, least_manual_fee_bp(id) as least
    from unnest(${[...new Set(methodIds)]}::int[]) as id`;
  return new Map(rows.map(({ id, ...bounds }) => [id, bounds]));
}

/** Null takes it away. The database judges what of it counts. */
export async function setManualFee(tx: Tx, id: bigint, feeBp: number | null): Promise<void> {
  await tx.rows`
    update offers
    set manual_fee_bp = ${feeBp}, updated_at = ${tx.now}
    where id = ${id}`;
}

export async function endPenalty(tx: Tx, id: bigint): Promise<void> {
  await tx.rows`
    update offers
    set missed_at = '{}', missed_after = ${tx.now}
    where id = ${id} and missed_at <> '{}'`;
}

/** A new cap begins unused. */
export async function updateAmounts(tx: Tx, id: bigint, next: NewAmounts): Promise<void> {
  await tx.rows`
    update offers
    set amount_type = ${next.amountType}, min_units = ${next.minUnits}, max_units = ${next.maxUnits},
        predefined_units = ${next.predefinedUnits.map(String)}, cap_units = ${next.capUnits}, cap_active = ${next.capActive},
        cap_used_units = case when ${next.isNewCap} then 0 else cap_used_units end, updated_at = ${tx.now}
    where id = ${id}`;
}

export type NewAmounts = Pick<
  OfferTerms,
  "amountType" | "minUnits" | "maxUnits" | "predefinedUnits" | "capUnits" | "capActive"
> & { readonly isNewCap: boolean };

/** Counts the revision up. */
export async function updatePrice(
  tx: Tx,
  id: bigint,
  { marginBp, fixedPrice }: { marginBp: number | null; fixedPrice: Decimal | null },
): Promise<void> {
  await tx.rows`
    update offers
    set margin_bp = ${marginBp}, fixed_price = ${fixedPrice && decimalText(fixedPrice)}, revision = revision + 1,
        updated_at = ${tx.now}
    where id = ${id}`;
}

/** Rows of whole offers by their columns; all have the same ones. */
export async function insertOffers(tx: Tx, rows: readonly Record<string, unknown>[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  const columns = columnNames(Object.keys(first));
  await tx.rows`
    insert into offers (${columns})
    select ${columns}
    from jsonb_populate_recordset(null::offers, ${text}::jsonb)`;
}
