/** The SQL of appeals against decided disputes. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { CaseQueue, CaseTaker } from "#contract/market/disputes/case-names.ts";
import { type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import { before, behind, placeOf } from "../../../platform/cursors.ts";
import type { EvidenceRow } from "../evidence-rows.ts";
import { takenBy, userNamed } from "../rows.ts";

export type NewAppeal = {
  readonly hash: string;
  readonly userId: bigint;
  readonly caseNumber: string;
  readonly body: string;
  /** Hashes of their own uploads. */
  readonly files: readonly string[];
};
export type Appealed = "appealed" | "not_lost" | "expired" | "exists" | "no_file";

/** Locks the trade, then the case. */
export async function insertAppeal(tx: Tx, { hash, userId, caseNumber, body, files }: NewAppeal): Promise<Appealed> {
  const rows = await tx.rows<{ outcome: Appealed }>`
    select make_dispute_appeal(${hash}, ${userId}::bigint, ${caseNumber}, ${body}, ${files}::text[], ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type AppealTaken = "taken" | "taken_before" | "not_judge" | "not_open";

export async function takeAppealRow(
  tx: Tx,
  { caseNumber, moderatorId }: { caseNumber: string; moderatorId: bigint },
): Promise<AppealTaken> {
  const rows = await tx.rows<{ outcome: AppealTaken }>`
    select take_dispute_appeal(${caseNumber}, ${moderatorId}::bigint, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type AppealDecision = {
  readonly caseNumber: string;
  readonly moderatorId: bigint;
  readonly outcome: "upheld" | "overturned";
  readonly answer: string;
  /** Base units; null of an upheld one. */
  readonly units: bigint | null;
};
export type AppealDecided = "decided" | "not_open" | "not_judge" | "out_of_range";

export async function decideAppealRow(
  tx: Tx,
  { caseNumber, moderatorId, outcome, answer, units }: AppealDecision,
): Promise<AppealDecided> {
  const rows = await tx.rows<{ outcome: AppealDecided }>`
    select decide_dispute_appeal(${caseNumber}, ${moderatorId}::bigint, ${outcome}, ${answer}, ${units}::bigint,
                                 ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

/** The trade that an appeal is about; undefined where there is no such appeal. */
export async function findAppealedTrade(tx: ReadTx, caseNumber: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ hash: string }>`
    select dispute.trade_hash as hash
    from dispute_appeals appeal
    join disputes dispute on dispute.id = appeal.dispute_id
    where appeal.case_number = ${caseNumber}`;
  return row?.hash;
}

export type AppealRow = {
  case_number: string;
  role: "buyer" | "seller";
  body: string;
  made_at: Date;
  due_at: Date;
  taken_by: bigint | null;
  outcome: "upheld" | "overturned" | null;
  answer: string | null;
  compensation_units: bigint | null;
  most_units: bigint;
  is_paid: boolean;
  files: EvidenceRow["files"];
};

/** At most one of each side. */
export async function appealsOf(tx: ReadTx, disputeId: bigint): Promise<AppealRow[]> {
  return tx.rows<AppealRow>`
    select appeal.case_number, appeal.role, appeal.body, appeal.made_at, appeal.due_at,
      case when appeal.outcome is not null or may_judge(appeal.taken_by) then appeal.taken_by end as taken_by, appeal.outcome,
      appeal.answer, appeal.compensation_units, appeal_worth(appeal.case_number) as most_units,
      appeal_is_paid(appeal.case_number) as is_paid,
      coalesce((
        select jsonb_agg(jsonb_build_object('hash', upload.hash, 'name', upload.name, 'mime_type', upload.mime_type,
          'sha256', encode(upload.sha256, 'hex')) order by named.place)
        from unnest(appeal.upload_ids) with ordinality as named (id, place)
        join uploads upload on upload.id = named.id
      ), '[]') as files
    from dispute_appeals appeal
    where appeal.dispute_id = ${disputeId}
    order by appeal.made_at, appeal.role`;
}

export type ListedAppeal = {
  place: string;
  case_number: string;
  trade_hash: string;
  round: number;
  appellant: string;
  role: "buyer" | "seller";
  body: string;
  made_at: Date;
  due_at: Date;
  taken_by: string | null;
  outcome: "upheld" | "overturned" | null;
  decided_at: Date | null;
  crypto: CryptoCode;
  compensation_units: bigint | null;
  is_paid: boolean;
};

export type CaseSlice = {
  readonly queue: CaseQueue;
  readonly viewerId: bigint;
  readonly who?: string | undefined;
  readonly taken?: CaseTaker | undefined;
  readonly after?: string | undefined;
};

/** Those that wait, by their deadlines; those of which something is owed, the oldest decision first; or all decided, the latest first. */
export async function listedAppeals(
  tx: ReadTx,
  { queue, viewerId, who, taken, after, limit }: CaseSlice & { readonly limit: number },
): Promise<ListedAppeal[]> {
  const [at, id] = [queue === "waiting" ? sql`listed.due_at` : sql`listed.decided_at`, sql`listed.dispute_id`];
  const which = {
    waiting: sql`listed.outcome is null`,
    owed: sql`listed.outcome is not null and listed.compensation_units is not null and not appeal_is_paid(listed.case_number)`,
    decided: sql`listed.outcome is not null`,
  }[queue];
  return tx.rows<ListedAppeal>`
    select ${placeOf(at, id)} as place, listed.case_number, dispute.trade_hash, dispute.round,
      appellant.username as appellant, listed.role, listed.body, listed.made_at, listed.due_at, staff.username as taken_by,
      listed.outcome, listed.decided_at, trade.crypto, listed.compensation_units,
      listed.outcome is not null and appeal_is_paid(listed.case_number) as is_paid
    from dispute_appeals listed
    join disputes dispute on dispute.id = listed.dispute_id
    join trades trade on trade.hash = dispute.trade_hash
    join users appellant on appellant.id = listed.appellant_id
    left join users staff on staff.id = listed.taken_by and (listed.outcome is not null or may_judge(listed.taken_by))
    where ${which} ${queue === "decided" ? before(at, id, after) : behind(at, id, after)}
      ${who === undefined ? sql`` : sql`and listed.appellant_id = ${userNamed(who)}`} ${takenBy(taken, viewerId)}
    order by ${queue === "decided" ? sql`listed.decided_at desc, listed.dispute_id desc` : sql`${at}, ${id}`}
    limit ${limit}`;
}
