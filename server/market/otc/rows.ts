/** The SQL of the OTC desk. What changes is functions of the database. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { OfferType } from "#contract/market/offers/offer-fields.ts";
import type { OTC_LISTS, OtcQuoteStatus, OtcStatus } from "#contract/market/otc/names.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type RequestRow = {
  readonly id: bigint;
  readonly hash: string;
  readonly user_id: bigint;
  readonly side: OfferType;
  readonly crypto: CryptoCode;
  readonly fiat: string;
  readonly units: bigint;
  readonly method_ids: number[];
  readonly note: string;
  readonly status: OtcStatus;
  readonly asked_at: Date;
  readonly closed_why: string | null;
};

const REQUEST = sql`
  request.id, request.hash, request.user_id, request.side, request.crypto, request.fiat, request.units, request.method_ids,
  request.note, request.status, request.asked_at, request.closed_why`;

export type QuoteRow = {
  readonly id: bigint;
  readonly hash: string;
  readonly request_id: bigint;
  readonly trader_id: bigint;
  readonly trader: string;
  readonly made_by: string;
  readonly method_id: number;
  readonly price: string;
  readonly units: bigint;
  readonly minutes: number;
  readonly status: OtcQuoteStatus;
  readonly made_at: Date;
  readonly answer_by: Date;
  readonly terms: string | null;
  readonly details: string | null;
  readonly expires_at: Date | null;
  /** The offer of an accepted one, while it is there. */
  readonly offer: string | null;
};

/** With what the request of the quote says. */
export type AskedRow = QuoteRow &
  Pick<RequestRow, "side" | "crypto" | "fiat" | "note" | "user_id"> & { readonly request_hash: string };

const QUOTE = sql`
  quote.id, quote.hash, quote.request_id, quote.trader_id, trader.username as trader, maker.username as made_by, quote.method_id,
  quote.price::text as price, quote.units, quote.minutes, quote.status, quote.made_at, quote.answer_by, quote.terms, quote.details,
  quote.expires_at, (
    select offer.hash
    from offers offer
    where quote.status = 'accepted' and offer.owner_id = quote.trader_id and offer.partner_id = request.user_id
      and offer.chat_hash = request.hash and offer.deleted_at is null
    order by offer.id desc
    limit 1
  ) as offer`;

const OF_REQUEST = sql`
  request.side, request.crypto, request.fiat, request.note, request.user_id, request.hash as request_hash`;

const QUOTES = sql`
  otc_quotes quote
  join otc_requests request on request.id = quote.request_id
  join users trader on trader.id = quote.trader_id
  join users maker on maker.id = quote.made_by`;

/** The latest first. */
export async function requestsOf(tx: ReadTx, userId: bigint, most: number): Promise<RequestRow[]> {
  return tx.rows<RequestRow>`
    select ${REQUEST}
    from otc_requests request
    where request.user_id = ${userId}
    order by request.id desc
    limit ${most}`;
}

export async function findRequest(tx: ReadTx, hash: string): Promise<RequestRow | undefined> {
  const [row] = await tx.rows<RequestRow>`
    select ${REQUEST}
    from otc_requests request
    where request.hash = ${hash}`;
  return row;
}

/** All of these requests, the latest first. */
export async function quotesOf(tx: ReadTx, requestIds: readonly bigint[]): Promise<QuoteRow[]> {
  return tx.rows<QuoteRow>`
    select ${QUOTE}
    from ${QUOTES}
    where quote.request_id = any (${requestIds}::bigint[])
    order by quote.id desc`;
}

/** Those that wait first, then the latest. */
export async function quotesFor(tx: ReadTx, traderId: bigint, most: number): Promise<AskedRow[]> {
  return tx.rows<AskedRow>`
    select ${QUOTE}, ${OF_REQUEST}
    from ${QUOTES}
    where quote.trader_id = ${traderId}
    order by quote.status in ('asked', 'agreed') desc, quote.id desc
    limit ${most}`;
}

export async function findQuote(tx: ReadTx, hash: string): Promise<AskedRow | undefined> {
  const [row] = await tx.rows<AskedRow>`
    select ${QUOTE}, ${OF_REQUEST}
    from ${QUOTES}
    where quote.hash = ${hash}`;
  return row;
}

export async function requestsAmong(tx: ReadTx, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ hash: string }>`select hash from otc_requests where hash = any (${hashes})`;
  return new Set(rows.map(({ hash }) => hash));
}

export type StaffRow = RequestRow & { readonly username: string; readonly country: string; readonly level: number };

export type OtcList = (typeof OTC_LISTS)[number];

const OF_LIST: Readonly<Record<OtcList, Fragment>> = {
  open: sql`request.status = 'open'`,
  asked: sql`request.status in ('asked', 'quoted')`,
  ended: sql`request.status not in ('open', 'asked', 'quoted')`,
};

/** The ended ones latest first, the others oldest first. */
export async function staffRows(
  tx: ReadTx,
  { show, after, limit }: { show: OtcList; after: string | undefined; limit: number },
): Promise<StaffRow[]> {
  const from = after ?? null;
  const behind =
    show === "ended"
      ? sql`and (${from}::bigint is null or request.id < ${from}::bigint) order by request.id desc`
      : sql`and (${from}::bigint is null or request.id > ${from}::bigint) order by request.id`;
  return staffWhere(tx, sql`${OF_LIST[show]} ${behind} limit ${limit}`);
}

export async function staffRow(tx: ReadTx, hash: string): Promise<StaffRow | undefined> {
  return (await staffWhere(tx, sql`request.hash = ${hash}`))[0];
}

function staffWhere(tx: ReadTx, where: Fragment): Promise<StaffRow[]> {
  return tx.rows<StaffRow>`
    select ${REQUEST}, person.username, person.country_iso as country, person.level::float8 as level
    from otc_requests request
    join users person on person.id = request.user_id
    where ${where}`;
}

type NewRequest = Pick<RequestRow, "hash" | "side" | "crypto" | "fiat" | "units" | "note"> & {
  readonly userId: bigint;
  readonly methodIds: readonly number[];
};

export async function ask(tx: Tx, one: NewRequest): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select ask_otc(${one.userId}, ${one.hash}, ${one.side}, ${one.crypto}, ${one.fiat}, ${one.units}, ${one.methodIds}::int[],
      ${one.note}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

type NewQuote = Pick<QuoteRow, "hash" | "price" | "units" | "minutes"> & {
  readonly requestHash: string;
  readonly traderId: bigint;
  readonly methodId: number;
  readonly staffId: bigint;
};

export async function quote(tx: Tx, one: NewQuote): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select quote_otc(${one.requestHash}, ${one.hash}, ${one.traderId}, ${one.methodId}, ${one.price}::numeric, ${one.units},
      ${one.minutes}, ${one.staffId}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

type Answer = {
  readonly hash: string;
  readonly traderId: bigint;
  readonly agree: boolean;
  readonly terms: string;
  readonly details: string;
};

export async function answer(tx: Tx, { hash, traderId, agree, terms, details }: Answer): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select answer_otc(${hash}, ${traderId}, ${agree}, ${terms}, ${details}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function decide(
  tx: Tx,
  { hash, userId, accepts }: { hash: string; userId: bigint; accepts: boolean },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select decide_otc(${hash}, ${userId}, ${accepts}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

/** With a reason by staff, without one by its user. */
export async function withdraw(
  tx: Tx,
  { hash, byId, why }: { hash: string; byId: bigint; why: string | null },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select withdraw_otc(${hash}, ${byId}, ${why}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type Ended = {
  /** Of the quote before; `request` where none waited. */
  readonly what: "asked" | "agreed" | "request";
  readonly user_id: bigint;
  readonly trader_id: bigint | null;
  readonly units: bigint;
  readonly fiat: string;
};

export async function expireRows(tx: Tx, most: number): Promise<Ended[]> {
  return tx.rows<Ended>`
    select what, user_id, trader_id, units, fiat
    from expire_otc(${most}, ${tx.now})`;
}
