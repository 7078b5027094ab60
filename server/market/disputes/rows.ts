/** The SQL of disputes. */
import { RULEBOOK } from "#contract/market/disputes/award-reasons.ts";
import type { CaseHistory, CaseTaker, DISPUTE_STATES } from "#contract/market/disputes/case-names.ts";
import { REOPENABLE_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import type { DisputeRow } from "#contract/market/disputes/disputes.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import { before, behind, placeOf } from "../../platform/cursors.ts";

export type CaseRow = {
  id: bigint;
  round: number;
  usd_cents: bigint;
  taken_by: bigint | null;
  proposed_winner: "buyer" | "seller" | null;
  proposed_share_units: bigint | null;
  proposed_by: bigint | null;
};

/** Locks the open case of a trade. Only staff who still may judge count as having taken it or proposed. */
export async function lockOpenCase(tx: Tx, hash: string): Promise<CaseRow | undefined> {
  const [row] = await tx.rows<CaseRow>`
    select id, round, usd_cents, case when may_judge(taken_by) then taken_by end as taken_by,
      case when may_judge(proposed_by) then proposed_winner end as proposed_winner,
      case when may_judge(proposed_by) then proposed_share_units end as proposed_share_units,
      case when may_judge(proposed_by) then proposed_by end as proposed_by
    from disputes
    where trade_hash = ${hash} and outcome is null
    order by round desc
    limit 1
    for update`;
  return row;
}

/** Gives the case to a moderator when nobody has it who may judge, but for one who has awarded as much as a day takes. */
export async function takeCase(
  tx: Tx,
  { id, moderatorId, from = null }: { id: bigint; moderatorId: bigint; from?: bigint | null },
): Promise<void> {
  await tx.rows`
    update disputes
    set taken_by = ${moderatorId}, taken_at = ${tx.now}
    where id = ${id} and (taken_by is null or not may_judge(taken_by) or taken_by = ${from}::bigint)`;
}

export type Proposed = "proposed" | "unproved" | "not_open" | "not_judge" | "day_limit";

/** Whether an award about this trade is within what one member of the staff may award in a day. */
export async function isWithinDay(
  tx: ReadTx,
  {
    moderatorId,
    tradeId,
    usdCents,
  }: { readonly moderatorId: bigint; readonly tradeId: bigint; readonly usdCents: bigint },
): Promise<boolean> {
  const rows = await tx.rows<{ within: boolean }>`
    select awards_in_day(${moderatorId}::bigint, ${tradeId}::bigint, ${usdCents}::bigint) as within`;
  return onlyRow(rows).within;
}

/** In place of what was proposed before; spends the moderator's proof of just that, alive and unspent. */
export async function proposeAward(tx: Tx, award: CaseAward & { readonly hash: string }): Promise<Proposed> {
  const rows = await tx.rows<{ outcome: Proposed }>`
    select outcome
    from propose_award(${award.hash}, ${award.moderatorId}::bigint, ${award.winner}, ${award.shareUnits}::bigint,
                       ${award.reasonCode}, ${award.note}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

/** The reason is a rule of the rulebook that is in force. */
export async function closeWithAward(tx: Tx, id: bigint, award: CaseAward): Promise<void> {
  await tx.rows`
    update disputes
    set outcome = ${award.winner}, reason_code = ${award.reasonCode}, note = ${award.note},
        rulebook = ${RULEBOOK.version}, decided_by = ${award.moderatorId}, decided_at = ${tx.now}
    where id = ${id}`;
}

export type CaseAward = {
  readonly moderatorId: bigint;
  readonly winner: "buyer" | "seller";
  /** The buyer's share of a divided escrow. */
  readonly shareUnits: bigint | null;
  readonly reasonCode: string;
  readonly note: string;
};

export type Settled = {
  readonly hash: string;
  readonly at: Date;
  /** Its cases of rounds before this one. */
  readonly before: number;
};

/** Closes the open cases of trades, of rounds before those; often there is none. */
export async function closeAsSettled(tx: Tx, settled: readonly Settled[]): Promise<void> {
  await tx.rows`
    update disputes
    set outcome = 'settled', decided_at = settled.at
    from (
      select hash, min(at) as at, max(before) as before
      from unnest(
        ${settled.map(({ hash }) => hash)}::text[], ${settled.map(({ at }) => at)}::timestamptz[],
        ${settled.map(({ before }) => before)}::int[]
      ) as settled (hash, at, before)
      group by hash
    ) as settled
    where trade_hash = settled.hash and outcome is null and round < settled.before`;
}

export async function insertCase(
  tx: Tx,
  { hash, round, role, userId, reasonId, body, usdCents, firstLookMinutes, evidenceHours, decisionHours }: NewCase,
): Promise<void> {
  await tx.rows`
    insert into disputes (trade_hash, round, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at,
                          first_look_due_at, evidence_due_at, decision_hours)
    values (${hash}, ${round}, ${role}, ${userId}, ${reasonId}, ${body}, ${usdCents}, ${tx.now},
            ${tx.now}::timestamptz + make_interval(mins => ${firstLookMinutes}),
            ${tx.now}::timestamptz + make_interval(mins => ${firstLookMinutes}),
            ${tx.now}::timestamptz + make_interval(hours => ${evidenceHours}), ${decisionHours})`;
}

export type NewCase = {
  readonly hash: string;
  readonly round: number;
  readonly role: "buyer" | "seller";
  readonly userId: bigint;
  readonly reasonId: number;
  readonly body: string;
  readonly usdCents: bigint;
  readonly firstLookMinutes: number;
  readonly evidenceHours: number;
  /** From the end of the evidence. */
  readonly decisionHours: number;
};

export type DisputeSlice = {
  readonly state: (typeof DISPUTE_STATES)[number];
  readonly viewerId: bigint;
  readonly who?: string | undefined;
  readonly reasonId?: number | undefined;
  readonly taken?: CaseTaker | undefined;
  readonly after?: string | undefined;
};

/** Open cases by the nearest deadline, each with its moderator and a proposal of one who may judge; or decided ones, the latest first. */
export async function caseRows(
  tx: ReadTx,
  { state, viewerId, who, reasonId, taken, after, limit }: DisputeSlice & { readonly limit: number },
): Promise<QueueRow[]> {
  const id = sql`disputes.id`;
  const [at, which, order] =
    state === "open"
      ? [sql`disputes.due_at`, sql`is null`, sql`disputes.due_at, disputes.id`]
      : [sql`disputes.decided_at`, sql`is not null`, sql`disputes.decided_at desc, disputes.id desc`];
  return tx.rows<QueueRow>`
    select ${placeOf(at, id)} as place, disputes.trade_hash, disputes.opened_by, disputes.reason_id, disputes.body, disputes.opened_at, disputes.due_at,
      staff.username as taken_by, disputes.proposed_winner, disputes.proposed_share_units,
      proposer.username as proposed_by, buyer.username as buyer, seller.username as seller, trades.fiat_units,
      trades.fiat_digits, trades.fiat_code, trades.units, trades.fee_units, trades.price, trades.crypto,
      trades.payment_method_id, disputes.outcome, disputes.decided_at,
      case when disputes.outcome in ('buyer', 'seller') then trades.buyer_share_units end as share_units
    from disputes
    join trades on trades.hash = disputes.trade_hash
    join users buyer on buyer.id = trades.buyer_id
    join users seller on seller.id = trades.seller_id
    left join users staff
      on staff.id = disputes.taken_by and (disputes.outcome is not null or may_judge(disputes.taken_by))
    left join users proposer
      on proposer.id = disputes.proposed_by and (disputes.outcome is not null or may_judge(disputes.proposed_by))
    where disputes.outcome ${which} ${state === "open" ? behind(at, id, after) : before(at, id, after)}
      ${ofSides(who)} ${takenBy(taken, viewerId)}
      ${reasonId === undefined ? sql`` : sql`and disputes.reason_id = ${reasonId}`}
    order by ${order}
    limit ${limit}`;
}

/** A user is a side of `trades`. */
export const ofSides = (who: string | undefined): Fragment =>
  who === undefined ? sql`` : sql`and (trades.buyer_id = ${userNamed(who)} or trades.seller_id = ${userNamed(who)})`;
export const userNamed = (who: string): Fragment =>
  sql`(select named.id from users named where lower(named.username) = lower(${who}))`;

/** `staff` is the moderator of the case. */
export function takenBy(taken: CaseTaker | undefined, viewerId: bigint): Fragment {
  if (taken === undefined) return sql``;
  if (taken === "nobody") return sql`and staff.id is null`;
  return taken === "mine" ? sql`and staff.id = ${viewerId}` : sql`and staff.id <> ${viewerId}`;
}

export type QueueRow = {
  place: string;
  trade_hash: string;
  opened_by: "buyer" | "seller";
  reason_id: number;
  body: string;
  opened_at: Date;
  due_at: Date;
  taken_by: string | null;
  proposed_winner: "buyer" | "seller" | null;
  proposed_share_units: bigint | null;
  proposed_by: string | null;
  buyer: string;
  seller: string;
  fiat_units: bigint;
  fiat_digits: number;
  fiat_code: string;
  units: bigint;
  fee_units: bigint;
  price: string;
  crypto: CryptoCode;
  payment_method_id: number;
  outcome: DisputeRow["outcome"];
  decided_at: Date | null;
  share_units: bigint | null;
};

type Door = { readonly mayTake: boolean; readonly takenBy: string | null; readonly appeal: string | null };
type DoorRow = {
  taken_by: string | null;
  is_open: boolean;
  is_proposed: boolean;
  is_asked: boolean;
  appeal: string | null;
};

/** Whether a staff member may take a trade that was brought to the staff, the moderator of its open case, and the number of an appeal without a moderator. */
export async function findDoor(tx: ReadTx, hash: string): Promise<Door> {
  const [row] = await tx.rows<DoorRow>`
    select found.id is not null as is_open, staff.username as taken_by,
      (
        select appeal.case_number
        from dispute_appeals appeal
        join disputes decided on decided.id = appeal.dispute_id
        where decided.trade_hash = trades.hash and appeal.outcome is null
          and (appeal.taken_by is null or not may_judge(appeal.taken_by))
        limit 1
      ) as appeal,
      found.proposed_by is not null and may_judge(found.proposed_by) as is_proposed,
      trades.reopen_asked_at is not null and not trades.is_reopened and trades.status = any(${REOPENABLE_STATUSES}::text[]) as is_asked
    from trades
    left join disputes found on found.trade_hash = trades.hash and found.outcome is null
    left join users staff on staff.id = found.taken_by and may_judge(found.taken_by)
    where trades.hash = ${hash}`;
  if (!row) return { mayTake: false, takenBy: null, appeal: null };
  const mayTake = row.is_open ? row.taken_by === null || row.is_proposed : row.is_asked;
  return { mayTake, takenBy: row.taken_by, appeal: row.appeal };
}

/** The username of the moderator who has the open case of a trade; null where they may judge no more. */
export async function findCaseTaker(tx: ReadTx, hash: string): Promise<string | null> {
  const [row] = await tx.rows<{ username: string }>`
    select users.username
    from disputes
    join users on users.id = disputes.taken_by
    where disputes.trade_hash = ${hash} and disputes.outcome is null and may_judge(disputes.taken_by)`;
  return row?.username ?? null;
}

/** The disputes of both sides of a trade in their other trades, and how many of them each lost; for the staff. */
export async function caseHistory(tx: ReadTx, hash: string): Promise<CaseHistory | null> {
  const [row] = await tx.rows<{ buyer: CaseHistory["buyer"]; seller: CaseHistory["seller"] }>`
    select of_side.buyer, of_side.seller
    from trades trade
    cross join lateral (
      select
        jsonb_build_object(
          'disputes', count(*) filter (where trade.buyer_id in (other.buyer_id, other.seller_id)),
          'lost', count(*) filter (where (trade.buyer_id = other.buyer_id and disputes.outcome = 'seller')
            or (trade.buyer_id = other.seller_id and disputes.outcome = 'buyer'))
        ) as buyer,
        jsonb_build_object(
          'disputes', count(*) filter (where trade.seller_id in (other.buyer_id, other.seller_id)),
          'lost', count(*) filter (where (trade.seller_id = other.buyer_id and disputes.outcome = 'seller')
            or (trade.seller_id = other.seller_id and disputes.outcome = 'buyer'))
        ) as seller
      from trades other
      join disputes on disputes.trade_hash = other.hash
      where other.hash <> trade.hash
        and (other.buyer_id in (trade.buyer_id, trade.seller_id) or other.seller_id in (trade.buyer_id, trade.seller_id))
    ) of_side
    where trade.hash = ${hash}`;
  return row ?? null;
}

/** Cases of trades of which a user is a side. */
export async function countDisputes(tx: ReadTx, userId: bigint): Promise<{ total: number; open: number }> {
  const rows = await tx.rows<{ total: number; open: number }>`
    select count(*)::int as total, (count(*) filter (where disputes.outcome is null))::int as open
    from trades
    join disputes on disputes.trade_hash = trades.hash
    where trades.buyer_id = ${userId} or trades.seller_id = ${userId}`;
  return onlyRow(rows);
}

type Sides = { buyer_id: bigint; seller_id: bigint };

/** Of what has this number: a disputed trade, an appeal against an award, or a chargeback. */
export async function sidesOfCase(tx: ReadTx, number: string): Promise<Sides | undefined> {
  const [row] = await tx.rows<Sides>`
    select trades.buyer_id, trades.seller_id
    from trades
    where trades.hash in (
      select disputes.trade_hash
      from disputes
      where disputes.trade_hash = ${number}
      union all
      select decided.trade_hash
      from dispute_appeals appeal
      join disputes decided on decided.id = appeal.dispute_id
      where appeal.case_number = ${number}
      union all
      select reported.hash
      from chargeback_reports report
      join trades reported on reported.id = report.trade_id
      where report.case_number = ${number})`;
  return row;
}
