/** The SQL of trades. */
import type { DisputeReasonSlug } from "#contract/dispute-reasons.ts";
import type { FlowType, TradeStatus } from "#contract/trade-statuses.ts";
import type { CryptoCode } from "#contract/money.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";

export type TradeRow = {
  id: bigint;
  hash: string;
  receipt_uuid: string;
  offer_hash: string;
  offer_type: "buy" | "sell";
  offer_terms: string;
  trade_details: string;
  owner_id: bigint;
  starter_id: bigint;
  buyer_id: bigint;
  seller_id: bigint;
  crypto: CryptoCode;
  units: bigint;
  fee_units: bigint;
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
  was_ever_paid: boolean;
  released_at: Date | null;
  ended_at: Date | null;
  extended_times: number;
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

export async function findTrades(tx: ReadTx, hashes: readonly string[]): Promise<Map<string, TradeRow>> {
  const rows = await tx.rows<TradeRow>`
    select *
    from trades
    where hash = any(${hashes})`;
  return new Map(rows.map((row) => [row.hash, row]));
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

export function insertTrades(tx: Tx, trades: readonly NewTrade[]): void {
  if (trades.length === 0) return;
  const rows = trades.map((trade) => ({ ...trade, id: String(trade.id) }));
  // Every column has its value: the record's fields are the table's.
  tx.later(tx.rows`
    insert into trades
    overriding system value
    select *
    from jsonb_populate_recordset(null::trades, ${JSON.stringify(rows, bigintAsText)}::jsonb)`);
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** What a transition may change; absent means as it is. */
export type TradeChange = Partial<
  Pick<
    TradeRow,
    | "expires_at"
    | "funded_at"
    | "details_revealed_at"
    | "paid_at"
    | "was_ever_paid"
    | "released_at"
    | "ended_at"
    | "extended_times"
    | "reopen_asked_at"
    | "is_reopened"
    | "round"
    | "dispute_opened_at"
    | "dispute_opened_by"
    | "dispute_reason"
    | "dispute_text"
  >
>;

/**
 * Writes the new state of locked trades, by compare-and-swap on the version that was decided on. Throws when one of
 * them is not at that version: then somebody wrote without the lock.
 */
export function updateTrades(tx: Tx, changed: readonly TradeRow[]): void {
  if (changed.length === 0) return;
  const column = <Name extends keyof TradeRow>(name: Name) => changed.map((row) => row[name]);
  const update = tx.rows`
    update trades
    set status = new.status, version = trades.version + 1, round = new.round, expires_at = new.expires_at,
        funded_at = new.funded_at, details_revealed_at = new.details_revealed_at, paid_at = new.paid_at,
        was_ever_paid = new.was_ever_paid, released_at = new.released_at, ended_at = new.ended_at,
        extended_times = new.extended_times, reopen_asked_at = new.reopen_asked_at, is_reopened = new.is_reopened,
        dispute_opened_at = new.dispute_opened_at, dispute_opened_by = new.dispute_opened_by,
        dispute_reason = new.dispute_reason, dispute_text = new.dispute_text,
        owner_responded_at = coalesce(trades.owner_responded_at, new.owner_responded_at)
    from unnest(
      ${column("id")}::bigint[], ${changed.map(({ version }) => version - 1)}::int[], ${column("status")}::text[],
      ${column("round")}::int[], ${column("expires_at")}::timestamptz[], ${column("funded_at")}::timestamptz[],
      ${column("details_revealed_at")}::timestamptz[], ${column("paid_at")}::timestamptz[],
      ${column("was_ever_paid")}::boolean[], ${column("released_at")}::timestamptz[],
      ${column("ended_at")}::timestamptz[], ${column("extended_times")}::int[],
      ${column("reopen_asked_at")}::timestamptz[], ${column("is_reopened")}::boolean[],
      ${column("dispute_opened_at")}::timestamptz[], ${column("dispute_opened_by")}::text[],
      ${column("dispute_reason")}::text[], ${column("dispute_text")}::text[],
      ${column("owner_responded_at")}::timestamptz[]
    ) as new (
      id, version, status, round, expires_at, funded_at, details_revealed_at, paid_at, was_ever_paid, released_at,
      ended_at, extended_times, reopen_asked_at, is_reopened, dispute_opened_at, dispute_opened_by, dispute_reason,
      dispute_text, owner_responded_at)
    where trades.id = new.id and trades.version = new.version
    returning trades.id`;
  tx.later(
    update.then((written) => {
      if (written.length !== changed.length) throw new Error("a trade changed under its lock");
    }),
  );
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

export function insertTransitions(tx: Tx, transitions: readonly NewTransition[]): void {
  if (transitions.length === 0) return;
  tx.later(tx.rows`
    insert into trade_transitions (trade_id, verb, actor, actor_id, status, note, at)
    select trade_id, verb, actor, actor_id, status, note, at
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
  verb: string;
  actor: string;
  status: string;
  note: string | null;
  at: Date;
};

export async function transitionsOf(tx: ReadTx, tradeIds: readonly bigint[]): Promise<TransitionRow[]> {
  return tx.rows<TransitionRow>`
    select trade_id, verb, actor, status, note, at
    from trade_transitions
    where trade_id = any(${tradeIds})
    order by id`;
}

/** The hashes of the trades that a user has running. */
export async function activeTradeHashes(tx: ReadTx, userId: bigint): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select hash
    from trades
    where ended_at is null and (buyer_id = ${userId} or seller_id = ${userId})`;
  return rows.map(({ hash }) => hash);
}

/** The external ids of users, which their live channels are named by. */
export async function channelsOf(
  tx: ReadTx,
  userIds: readonly bigint[],
): Promise<{ id: bigint; external_id: string }[]> {
  return tx.rows<{ id: bigint; external_id: string }>`
    select id, external_id::text
    from users
    where id = any(${userIds}::bigint[])`;
}

/** The hashes of trades whose time has expired, the oldest first. */
export async function dueTrades(tx: ReadTx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ hash: string }>`
    select hash
    from trades
    where expires_at <= ${tx.now}
    order by expires_at
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

/** Moves every running deadline. Returns the trades that have one. */
export async function extendAll(tx: Tx, seconds: number): Promise<{ id: bigint; hash: string; status: TradeStatus }[]> {
  return tx.rows<{ id: bigint; hash: string; status: TradeStatus }>`
    update trades
    set expires_at = expires_at + make_interval(secs => ${seconds}), version = version + 1
    where expires_at is not null
    returning id, hash, status`;
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
