/** This module's SQL for single offers: one function per question. */
import { decimal, decimalText } from "#contract/decimal.ts";
import type { CryptoCode } from "#contract/money.ts";
import type { OfferHold } from "#contract/my-offers.ts";
import type { DutyHours, OfferType } from "#contract/offers.ts";
import { type Fragment, json, type ReadTx, sql, type Tx } from "../../platform/db.ts";
import type { BriefOffer, Offer } from "./offer.ts";

/** The columns that a card in a list is drawn from; the table is named `offers` in the statement. */
export const BRIEF_COLUMNS: Fragment = sql`
  offers.hash, offers.owner_id, offers.side, offers.crypto, offers.fiat, offers.method_id, offers.method_label,
  offers.payment_country, offers.margin_bp, offers.fixed_price, offers.amount_type, offers.min_units, offers.max_units,
  offers.predefined_units::text[] as predefined_units, offers.payment_window_min, offers.tags, offers.min_past_trades,
  offers.duty_hours, offers.timezone, offers.requires_verified_id, offers.blocks_anonymizers, offers.shows_full_name,
  offers.cap_units, offers.cap_used_units, offers.cap_active, offers.fee_bp`;

/** Every column that an Offer is made of. */
export const OFFER_COLUMNS: Fragment = sql`
  ${BRIEF_COLUMNS}, offers.id, offers.flow_type, offers.new_buyer_max_units, offers.country_rule, offers.countries,
  offers.trusted_only, offers.matches_country, offers.no_third_parties, offers.bin_codes, offers.card_regions,
  offers.is_on, offers.hold, offers.deleted_at is not null as is_deleted, offers.moderation, offers.revision,
  offers.lost_in_row, offers.terms, offers.trade_details`;

export type BriefOfferRow = {
  hash: string;
  owner_id: bigint;
  side: OfferType;
  crypto: CryptoCode;
  fiat: string;
  method_id: number;
  method_label: string | null;
  payment_country: string | null;
  margin_bp: number | null;
  fixed_price: string | null;
  amount_type: Offer["amountType"];
  min_units: bigint;
  max_units: bigint;
  predefined_units: string[];
  payment_window_min: number;
  tags: string[];
  min_past_trades: number;
  duty_hours: DutyHours;
  timezone: string;
  requires_verified_id: boolean;
  blocks_anonymizers: boolean;
  shows_full_name: boolean;
  cap_units: bigint | null;
  cap_used_units: bigint;
  cap_active: boolean;
  fee_bp: number;
};

export type OfferRow = BriefOfferRow & {
  id: bigint;
  flow_type: Offer["flowType"];
  terms: string;
  trade_details: string;
  new_buyer_max_units: bigint | null;
  country_rule: Offer["countryRule"];
  countries: string[];
  trusted_only: boolean;
  matches_country: boolean;
  no_third_parties: boolean;
  bin_codes: string[];
  card_regions: string[];
  is_on: boolean;
  hold: OfferHold | null;
  is_deleted: boolean;
  moderation: Offer["moderation"];
  revision: number;
  lost_in_row: number;
};

export function briefFrom(row: BriefOfferRow): BriefOffer {
  return {
    hash: row.hash,
    ownerId: row.owner_id,
    side: row.side,
    crypto: row.crypto,
    fiat: row.fiat,
    methodId: row.method_id,
    methodLabel: row.method_label,
    paymentCountry: row.payment_country,
    marginBp: row.margin_bp,
    fixedPrice: row.fixed_price === null ? null : decimal(row.fixed_price),
    amountType: row.amount_type,
    minUnits: row.min_units,
    maxUnits: row.max_units,
    predefinedUnits: row.predefined_units.map(BigInt),
    paymentWindowMin: row.payment_window_min,
    tags: row.tags,
    minPastTrades: row.min_past_trades,
    dutyHours: row.duty_hours,
    timezone: row.timezone,
    requiresVerifiedId: row.requires_verified_id,
    blocksAnonymizers: row.blocks_anonymizers,
    showsFullName: row.shows_full_name,
    capUnits: row.cap_units,
    capUsedUnits: row.cap_used_units,
    capActive: row.cap_active,
    feeBp: row.fee_bp,
  };
}

export function offerFrom(row: OfferRow): Offer {
  return {
    ...briefFrom(row),
    id: row.id,
    flowType: row.flow_type,
    terms: row.terms,
    tradeDetails: row.trade_details,
    newBuyerMaxUnits: row.new_buyer_max_units,
    countryRule: row.country_rule,
    countries: row.countries,
    trustedOnly: row.trusted_only,
    matchesCountry: row.matches_country,
    noThirdParties: row.no_third_parties,
    binCodes: row.bin_codes,
    cardRegions: row.card_regions,
    isOn: row.is_on,
    hold: row.hold,
    isDeleted: row.is_deleted,
    moderation: row.moderation,
    revision: row.revision,
    lostInRow: row.lost_in_row,
  };
}

/** Also a deleted one: trades and favourites still show it. */
export async function findOffer(tx: ReadTx, hash: string): Promise<Offer | undefined> {
  const [row] = await tx.rows<OfferRow>`
    select ${OFFER_COLUMNS}
    from offers
    where hash = ${hash}`;
  return row && offerFrom(row);
}

/** Locks the owner's offer until the transaction ends; undefined when it is deleted or somebody else's. */
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

/** What an owner decides about an offer; saved as a whole. */
export type OfferTerms = Omit<
  Offer,
  "id" | "hash" | "ownerId" | "capUsedUnits" | "isOn" | "hold" | "isDeleted" | "moderation" | "revision" | "lostInRow"
> & { readonly methodGroup: string };

export function termColumns(terms: OfferTerms): [string, unknown][] {
  return [
    ["fiat", terms.fiat],
    ["method_id", terms.methodId],
    ["method_group", terms.methodGroup],
    ["method_label", terms.methodLabel],
    ["payment_country", terms.paymentCountry],
    ["flow_type", terms.flowType],
    ["margin_bp", terms.marginBp],
    ["fixed_price", terms.fixedPrice && decimalText(terms.fixedPrice)],
    ["amount_type", terms.amountType],
    ["min_units", terms.minUnits],
    ["max_units", terms.maxUnits],
    ["predefined_units", terms.predefinedUnits.map(String)],
    ["payment_window_min", terms.paymentWindowMin],
    ["terms", terms.terms],
    ["trade_details", terms.tradeDetails],
    ["tags", terms.tags],
    ["min_past_trades", terms.minPastTrades],
    ["new_buyer_max_units", terms.newBuyerMaxUnits],
    ["country_rule", terms.countryRule],
    ["countries", terms.countries],
    ["duty_hours", json(terms.dutyHours.map((hours) => ({ ...hours })))],
    ["timezone", terms.timezone],
    ["requires_verified_id", terms.requiresVerifiedId],
    ["trusted_only", terms.trustedOnly],
    ["blocks_anonymizers", terms.blocksAnonymizers],
    ["matches_country", terms.matchesCountry],
    ["shows_full_name", terms.showsFullName],
    ["no_third_parties", terms.noThirdParties],
    ["bin_codes", terms.binCodes],
    ["card_regions", terms.cardRegions],
    ["cap_units", terms.capUnits],
    ["cap_active", terms.capActive],
    ["fee_bp", terms.feeBp],
  ];
}

/** Writes a new offer, switched off; the owner's facts come from the caller. */
export async function insertOffer(
  tx: Tx,
  terms: OfferTerms,
  owner: { hash: string; ownerId: bigint; countryIso: string; isAutomated: boolean },
): Promise<void> {
  const columns = termColumns(terms);
  const names = sqlText(columns.map(([name]) => name).join(", "));
  const values = columns.map(([, value]) => value);
  await tx.rows`
    insert into offers (
      hash, owner_id, side, crypto, owner_country, is_automated, is_on, created_at, updated_at, ${names})
    values (
      ${owner.hash}, ${owner.ownerId}, ${terms.side}, ${terms.crypto}, ${owner.countryIso}, ${owner.isAutomated},
      false, ${tx.now}, ${tx.now}, ${valueList(values)})`;
}

/** Replaces the terms and counts the revision up. A new cap begins unused. */
export async function updateOfferTerms(
  tx: Tx,
  id: bigint,
  terms: OfferTerms,
  { isNewCap }: { isNewCap: boolean },
): Promise<void> {
  const columns = termColumns(terms);
  const names = sqlText(columns.map(([name]) => name).join(", "));
  await tx.rows`
    update offers
    set (${names}) = row (${valueList(columns.map(([, value]) => value))}),
        cap_used_units = case when ${isNewCap} then 0 else cap_used_units end,
        revision = revision + 1,
        updated_at = ${tx.now}
    where id = ${id}`;
}

/** A piece of SQL that this module wrote itself: names of columns. */
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
  const names = [...new Set(wanted.map(({ userId, crypto }) => `user:${userId}:${crypto}:available`))];
  const rows = await tx.rows<{ name: string; balance_units: bigint }>`
    select name, balance_units
    from ledger_accounts
    where name = any (${names})`;
  return new Map(rows.map((row) => [row.name, row.balance_units]));
}
