/** The SQL of trades. */
import type { DisputeReasonSlug } from "#contract/market/disputes/reasons.ts";
import { type FlowType, SUCCESSFUL_STATUSES, type TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { RequirementName } from "#contract/market/offers/requirement-names.ts";
import { type ReadTx, type Tx, type Fragment, sql } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type TradeRow = {
  id: bigint;
  hash: string;
  receipt_uuid: string;
  offer_hash: string;
  offer_type: "buy" | "sell";
  offer_terms: string;
  trade_details: string;
  /** Of the transfer that pays: null for whatever the payer likes, empty for none. */
  bank_reference: string | null;
  /** Where is paid, as the offer said. */
  payment_country: string | null;
  payment_subdivision: string | null;
  payment_city: string | null;
  /** Of payment in metal: what a troy ounce counts for. */
  custom_rate: string | null;
  /** Payments from accounts of others are excluded. */
  no_third_parties: boolean;
  owner_id: bigint;
  starter_id: bigint;
  buyer_id: bigint;
  seller_id: bigint;
  crypto: CryptoCode;
  units: bigint;
  fee_units: bigint;
  /** The taker's share of the fee once the coins have gone to the buyer; null for none. */
  cashback_units: bigint | null;
  fiat_code: string;
  fiat_digits: number;
  fiat_units: bigint;
  usd_cents: bigint;
  price: string;
  payment_method_id: number;
  window_minutes: number;
  flow_type: FlowType;
  status: TradeStatus;
  version: number;
  round: number;
  started_at: Date;
  expires_at: Date | null;
  funded_at: Date | null;
  details_revealed_at: Date | null;
  owner_responded_at: Date | null;
  paid_at: Date | null;
  code_revealed_at: Date | null;
  was_ever_paid: boolean;
  released_at: Date | null;
  ended_at: Date | null;
  extended_times: number;
  /** As the setting was when the trade began. */
  most_extensions: number;
  reopen_asked_at: Date | null;
  is_reopened: boolean;
  dispute_wait_sec: number;
  dispute_opened_at: Date | null;
  dispute_opened_by: "buyer" | "seller" | null;
  dispute_reason: DisputeReasonSlug | null;
  dispute_text: string | null;
  buyer_feedback_at: Date | null;
  seller_feedback_at: Date | null;
  is_same_ip: boolean;
  is_demo: boolean;
  /** What a division gave the buyer of `units`; null where all went one way. */
  buyer_share_units: bigint | null;
  /** Files that the buyer must submit before they mark the trade as paid, and those still missing. */
  requirements: RequirementName[];
  awaited: RequirementName[];
  /** The seller gave an account, and the buyer has not said whose account pays. */
  payer_awaited: boolean;
};

/** Locks the trades in id order, then reads the clock: deadlines are judged after the wait. By hash. */
export async function lockTrades(tx: Tx, hashes: readonly string[]): Promise<Map<string, TradeRow>> {
  const [rows] = await Promise.all([
    tx.rows<TradeRow>`
      select *
      from trades
      where hash = any(${hashes})
      order by id
      for update`,
    tx.readClock(),
  ]);
  return new Map(rows.map((row) => [row.hash, row]));
}

/** Whether a user is of the staff and not restricted; no role changes from here until the transaction ends. */
export async function holdJudge(tx: Tx, userId: bigint): Promise<boolean> {
  return onlyRow(await tx.rows<{ may: boolean }>`select hold_judge(${userId}) as may`).may;
}

export async function findTrades(tx: ReadTx, hashes: readonly string[]): Promise<Map<string, TradeRow>> {
  const rows = await tx.rows<TradeRow>`
    select *
    from trades
    where hash = any(${hashes})`;
  return new Map(rows.map((row) => [row.hash, row]));
}

/** What the delivery of a trade's events needs to know of it. */
export type BriefTrade = Pick<
  TradeRow,
  | "id"
  | "hash"
  | "status"
  | "round"
  | "offer_hash"
  | "buyer_id"
  | "seller_id"
  | "units"
  | "fiat_units"
  | "buyer_share_units"
  | "owner_responded_at"
>;

export async function briefTrades(tx: ReadTx, hashes: readonly string[]): Promise<Map<string, BriefTrade>> {
  const rows = await tx.rows<BriefTrade>`
    select id, hash, status, round, offer_hash, buyer_id, seller_id, units, fiat_units, buyer_share_units,
      owner_responded_at
    from trades
    where hash = any(${hashes})`;
  return new Map(rows.map((row) => [row.hash, row]));
}

/** Older trades of an offer do not end that long after their events were delivered. */
const LATEST_OF_OFFER = 200;

/** Of each: whether a trade of the offer went well then or later. */
export async function servedAfter(
  tx: ReadTx,
  asked: readonly { readonly offerHash: string; readonly at: Date }[],
): Promise<boolean[]> {
  const rows = await tx.rows<{ is_served: boolean }>`
    select exists (
      select
      from (
        select status, ended_at
        from trades
        where trades.offer_hash = asked.offer_hash
        order by id desc
        limit ${LATEST_OF_OFFER}
      ) as latest
      where latest.ended_at >= asked.at and latest.status = any(${SUCCESSFUL_STATUSES})
    ) as is_served
    from unnest(${asked.map(({ offerHash }) => offerHash)}::text[], ${asked.map(({ at }) => at)}::timestamptz[])
      with ordinality as asked (offer_hash, at, place)
    order by asked.place`;
  return rows.map((row) => row.is_served);
}

export async function newTradeIds(tx: Tx, count: number): Promise<bigint[]> {
  const rows = await tx.rows<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('trades', 'id')) as id
    from generate_series(1, ${count}::int)`;
  return rows.map((row) => row.id);
}

export type NewTrade = Omit<TradeRow, "receipt_uuid"> & {
  readonly receipt_uuid: string;
  readonly market_rate: string;
  readonly margin_bp: number | null;
  readonly rate_as_of: Date;
};

/**
 * Opens trades and locks the sellers' coins. The outcome of each, in order: `locked`; `unfunded` where the seller who took the
 * offer lacks coins and has so many minutes to fund; `insufficient`, and nothing is written; `changed` where fee or cashback
 * have changed since; `halted:<name>`. Fails where a trade does not agree with its offer.
 */
export async function openTradeRows(
  tx: Tx,
  trades: readonly NewTrade[],
  { fundMinutes, at }: { fundMinutes: number; at: Date },
): Promise<string[]> {
  if (trades.length === 0) return [];
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from open_trades(${JSON.stringify(trades, bigintAsText)}::jsonb, ${fundMinutes}::int, ${at})
    order by place`;
  return rows.map(({ outcome }) => outcome);
}

/** Trades that are over, as the owner of the database writes them. */
export function insertTrades(tx: Tx, trades: readonly NewTrade[]): void {
  if (trades.length === 0) return;
  // Every column has its value: the record's fields are the table's.
  tx.later(tx.rows`
    insert into trades
    overriding system value
    select *
    from jsonb_populate_recordset(null::trades, ${JSON.stringify(trades, bigintAsText)}::jsonb)`);
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** The columns that a verb writes follow from it: the database sets them itself. */
export type TradeMove = {
  readonly id: bigint;
  /** That was decided on; with another one in the table the transaction fails. */
  readonly version: number;
  readonly verb: string;
  readonly actor: string;
  readonly actor_id: bigint | null;
  /** That follows, by the flow's rules. */
  readonly status: TradeStatus;
  readonly note: string | null;
  /** Of an extension. */
  readonly minutes: number | undefined;
  /** Of a dispute, with the statement of the side that opened it. */
  readonly reason: string | undefined;
  readonly explanation: string | undefined;
  /** Of an award that divides: what the buyer gets, in base units. */
  readonly share: bigint | undefined;
};

/**
 * Moves locked trades, each once, with their coins and their history. The outcome of each, in order: `moved`, `insufficient`,
 * `unproved`, `halted:<name>`, and the trade as it is now. Fails where the rules of the database decide otherwise.
 */
export async function moveTrades(tx: Tx, moves: readonly TradeMove[]): Promise<(TradeRow & { outcome: string })[]> {
  if (moves.length === 0) return [];
  return tx.rows<TradeRow & { outcome: string }>`
    select moved.outcome, (moved.trade).*
    from move_trades(${JSON.stringify(moves, bigintAsText)}::jsonb, ${tx.now}) as moved
    order by moved.place`;
}

export type NewTransition = {
  readonly tradeId: bigint;
  readonly verb: string;
  readonly actor: string;
  readonly actorId: bigint | null;
  readonly status: TradeStatus;
  readonly note: string | null;
  /** Absent for now. */
  readonly at?: Date;
};

/** The history of trades that are over, as the owner of the database writes it; nobody has to read lines of it. */
export function insertTransitions(tx: Tx, transitions: readonly NewTransition[]): void {
  if (transitions.length === 0) return;
  tx.later(tx.rows`
    insert into trade_transitions (trade_id, verb, actor, actor_id, status, note, at, line_id)
    select trade_id, verb, actor, actor_id, status, note, at, null
    from unnest(
      ${transitions.map((one) => one.tradeId)}::bigint[], ${transitions.map((one) => one.verb)}::text[],
      ${transitions.map((one) => one.actor)}::text[], ${transitions.map((one) => one.actorId)}::bigint[],
      ${transitions.map((one) => one.status)}::text[], ${transitions.map((one) => one.note)}::text[],
      ${transitions.map((one) => one.at ?? tx.now)}::timestamptz[]
    ) with ordinality as one (trade_id, verb, actor, actor_id, status, note, at, place)
    order by place`);
}

export type TransitionRow = {
  trade_id: bigint;
  /** Its place in the conversation; null of steps that were written before they were lines. */
  line_id: bigint | null;
  verb: string;
  actor: string;
  status: string;
  note: string | null;
  at: Date;
};

export async function transitionsOf(tx: ReadTx, tradeIds: readonly bigint[]): Promise<TransitionRow[]> {
  return tx.rows<TransitionRow>`
    select trade_id, line_id, verb, actor, status, note, at
    from trade_transitions
    where trade_id = any(${tradeIds})
    order by id`;
}

/** `external_id` names the live channel. */
export type SideRow = ReaderRow & { id: bigint; external_id: string; username: string; last_seen_at: Date };
/** In whose language and time zone texts are. */
export type ReaderRow = { locale: string; timezone: string };

export async function readersOf(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, ReaderRow>> {
  const rows = await tx.rows<ReaderRow & { id: bigint }>`
    select id, locale, timezone
    from users
    where id = any(${[...new Set(userIds)]}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** The sides of trades, by id. */
export async function sidesOf(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, SideRow>> {
  const rows = await tx.rows<SideRow>`
    select id, external_id::text, username, last_seen_at, locale, timezone
    from users
    where id = any(${[...new Set(userIds)]}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** The hashes of trades whose time has expired, the oldest first. */
export async function dueTrades(tx: ReadTx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select trades.hash
    from trade_timers timer
    join trades on trades.id = timer.trade_id
    where timer.expires_at <= ${tx.now}
    order by timer.expires_at
    limit ${limit}`;
  return rows.map(({ hash }) => hash);
}

/** The owner has seen that the offer was taken: the other side can no longer end the trade for their absence. The first time counts; nothing happens for anybody else. */
export async function markOwnerSeen(tx: Tx, { hash, viewerId }: { hash: string; viewerId: bigint }): Promise<void> {
  await tx.rows`
    update trades
    set owner_responded_at = ${tx.now}
    where hash = ${hash} and owner_id = ${viewerId} and owner_responded_at is null`;
}

export async function setFeedbackAt(tx: Tx, { hash, role }: { hash: string; role: "buyer" | "seller" }): Promise<void> {
  await tx.rows`
    update trades
    set buyer_feedback_at = case when ${role} = 'buyer' then ${tx.now}::timestamptz else buyer_feedback_at end,
        seller_feedback_at = case when ${role} = 'seller' then ${tx.now}::timestamptz else seller_feedback_at end,
        version = version + 1
    where hash = ${hash}`;
}

/** Moves every running deadline, and records it in the history. Returns the hashes of the trades that have one. */
export async function extendAll(tx: Tx, seconds: number): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select hash
    from extend_deadlines(${seconds}::int, ${tx.now})`;
  return rows.map(({ hash }) => hash);
}

/** The owners of offers, by the offer's hash. */
export async function ownersByOffer(tx: ReadTx, hashes: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await tx.rows<{ hash: string; owner_id: bigint }>`
    select hash, owner_id
    from offers
    where hash = any(${hashes})`;
  return new Map(rows.map((row) => [row.hash, row.owner_id]));
}

export async function lastIps(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await tx.rows<{ user_id: bigint; ip: string }>`
    select distinct on (user_id) user_id, ip
    from sessions
    where user_id = any(${userIds}::bigint[]) and ended_at is null
    order by user_id, seen_at desc`;
  return new Map(rows.map((row) => [row.user_id, row.ip]));
}

/** Whether the time of a trade is over. */
export const windowsEnd: Fragment = sql`exists (select from trade_timers where expires_at <= (select market_now()))`;
