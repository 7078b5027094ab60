/** The SQL of evidence. */
import type { EvidenceSides } from "#contract/market/disputes/evidence-names.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type SubmittedEvidence = {
  readonly hash: string;
  readonly userId: bigint;
  readonly body: string;
  readonly salt: Uint8Array;
  /** Hashes of their own uploads. */
  readonly files: readonly string[];
  readonly isLast: boolean;
};
export type EvidenceOutcome = "submitted" | "not_open" | "over" | "full" | "no_file";

/** Locks the trade, then its open case. */
export async function insertEvidence(tx: Tx, evidence: SubmittedEvidence): Promise<EvidenceOutcome> {
  const { hash, userId, body, salt, files, isLast } = evidence;
  const rows = await tx.rows<{ outcome: EvidenceOutcome }>`
    select submit_evidence(${hash}, ${userId}::bigint, ${body}, ${salt}::bytea, ${files}::text[], ${isLast}::boolean,
                            ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type Question = {
  readonly hash: string;
  readonly moderatorId: bigint;
  readonly asks: EvidenceSides;
  readonly body: string;
  readonly salt: Uint8Array;
  readonly hours: number;
};
export type Asked = "asked" | "not_open" | "not_judge";

/** Locks the trade, then its open case. */
export async function insertQuestion(tx: Tx, question: Question): Promise<Asked> {
  const { hash, moderatorId, asks, body, salt, hours } = question;
  const rows = await tx.rows<{ outcome: Asked }>`
    select ask_for_evidence(${hash}, ${moderatorId}::bigint, ${asks}, ${body}, ${salt}::bytea, ${hours}::int,
                            ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

/** Whether a staff member who may judge was here lately. */
export async function isModeratorHere(tx: ReadTx): Promise<boolean> {
  const rows = await tx.rows<{ here: boolean }>`select moderator_is_here(${tx.now}) as here`;
  return onlyRow(rows).here;
}

export type DisputeRow = {
  id: bigint;
  round: number;
  opened_by: "buyer" | "seller";
  opened_at: Date;
  first_look_due_at: Date;
  taken_by: bigint | null;
  taken_at: Date | null;
  evidence_due_at: Date;
  decision_hours: number;
  buyer_done_at: Date | null;
  seller_done_at: Date | null;
  outcome: "buyer" | "seller" | "settled" | null;
  reason_code: string | null;
  decided_at: Date | null;
  rulebook: number | null;
  evidence_head: string | null;
  status: TradeStatus;
  crypto: CryptoCode;
};

/** The case of the latest round in which there was one. */
export async function latestDispute(tx: ReadTx, hash: string): Promise<DisputeRow | undefined> {
  const [row] = await tx.rows<DisputeRow>`
    select dispute.id, dispute.round, dispute.opened_by, dispute.opened_at, dispute.first_look_due_at,
      case when dispute.outcome is not null or may_judge(dispute.taken_by) then dispute.taken_by end as taken_by,
      dispute.taken_at, dispute.evidence_due_at, dispute.decision_hours, dispute.buyer_done_at, dispute.seller_done_at,
      dispute.outcome, case when dispute.outcome in ('buyer', 'seller') then dispute.reason_code end as reason_code,
      dispute.decided_at, dispute.rulebook, encode(dispute.evidence_head, 'hex') as evidence_head, trade.status, trade.crypto
    from disputes dispute
    join trades trade on trade.hash = dispute.trade_hash
    where dispute.trade_hash = ${hash}
    order by dispute.round desc
    limit 1`;
  return row;
}

export type EvidenceRow = {
  place: number;
  author_id: bigint;
  role: "buyer" | "seller" | "moderator";
  asks: EvidenceSides | null;
  body: string | null;
  at: Date;
  digest: string;
  files: { hash: string; name: string; mime_type: string; sha256: string }[];
};

/** All of a case, in its order. */
export async function evidenceOf(tx: ReadTx, disputeId: bigint): Promise<EvidenceRow[]> {
  return tx.rows<EvidenceRow>`
    select item.place, item.author_id, item.role, item.asks, item.body, item.at, encode(item.digest, 'hex') as digest,
      coalesce((
        select jsonb_agg(jsonb_build_object('hash', upload.hash, 'name', upload.name, 'mime_type', upload.mime_type,
          'sha256', encode(upload.sha256, 'hex')) order by named.place)
        from unnest(item.upload_ids) with ordinality as named (id, place)
        join uploads upload on upload.id = named.id
      ), '[]') as files
    from dispute_evidence item
    where item.dispute_id = ${disputeId}
    order by item.place`;
}

/** Which sides handed something in, in an open or a closed case. */
export function sidesThatSpoke(items: readonly Pick<EvidenceRow, "role">[]): readonly ("buyer" | "seller")[] {
  return (["buyer", "seller"] as const).filter((side) => items.some(({ role }) => role === side));
}
