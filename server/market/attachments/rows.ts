/** The SQL of submitted files. */
import type { POLICY_PAGES, RequirementName } from "#contract/market/offers/requirement-names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type PolicyPage = (typeof POLICY_PAGES)[number];

export type AttachmentRow = {
  hash: string;
  requirement: RequirementName;
  status: "uploaded" | "approved" | "rejected";
  reason: string | null;
  at: Date;
  /** Null once the file was erased. */
  file: string | null;
  name: string | null;
  mime_type: string | null;
};

/** In the order in which they came. */
export async function attachmentsOf(tx: ReadTx, tradeId: bigint): Promise<AttachmentRow[]> {
  return tx.rows<AttachmentRow>`
    select item.hash, item.requirement, item.status, item.reason, item.at, upload.hash as file, upload.name,
      upload.mime_type
    from trade_attachments item
    left join uploads upload on upload.id = item.upload_id
    where item.trade_id = ${tradeId}
    order by item.id`;
}

export async function askedFor(tx: ReadTx, tradeId: bigint): Promise<RequirementName[]> {
  const rows = await tx.rows<{ requirement: RequirementName }>`
    select requirement
    from trade_asked_requirements
    where trade_id = ${tradeId}
    order by asked_at`;
  return rows.map(({ requirement }) => requirement);
}

export async function policyReads(
  tx: ReadTx,
  tradeId: bigint,
): Promise<{ user_id: bigint; url: PolicyPage; at: Date }[]> {
  return tx.rows<{ user_id: bigint; url: PolicyPage; at: Date }>`
    select user_id, url, at
    from trade_policy_reads
    where trade_id = ${tradeId}
    order by at, user_id, url`;
}

/** The first time counts. */
export async function notePolicyRead(
  tx: Tx,
  { tradeId, userId, url }: { tradeId: bigint; userId: bigint; url: PolicyPage },
): Promise<void> {
  await tx.rows`
    insert into trade_policy_reads (trade_id, user_id, url, at)
    values (${tradeId}, ${userId}, ${url}, ${tx.now})
    on conflict do nothing`;
}

type OfTrade = { readonly hash: string; readonly userId: bigint };

export type Attached = "attached" | "attached_before" | "not_open" | "no_file" | "full";
export type NewAttachment = { readonly requirement: RequirementName; readonly file: string; readonly publicId: string };

/** Locks the trade. */
export async function attach(
  tx: Tx,
  { hash, userId, requirement, file, publicId }: OfTrade & NewAttachment,
): Promise<Attached> {
  const rows = await tx.rows<{ outcome: Attached }>`
    select attach_to_trade(${hash}, ${userId}::bigint, ${requirement}, ${file}, ${publicId}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type Judged = "judged" | "judged_before" | "not_open" | "none";
export type Verdict = {
  readonly attachment: string;
  readonly verdict: "approved" | "rejected";
  readonly reason: string | null;
};

/** Locks the trade. */
export async function judge(tx: Tx, { hash, userId, attachment, verdict, reason }: OfTrade & Verdict): Promise<Judged> {
  const rows = await tx.rows<{ outcome: Judged }>`
    select judge_attachment(${hash}, ${userId}::bigint, ${attachment}, ${verdict}, ${reason}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type Removed = "removed" | "approved" | "not_open" | "none";

/** Locks the trade. */
export async function remove(
  tx: Tx,
  { hash, userId, attachment }: OfTrade & { readonly attachment: string },
): Promise<Removed> {
  const rows = await tx.rows<{ outcome: Removed }>`
    select remove_attachment(${hash}, ${userId}::bigint, ${attachment}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type Asked = "asked" | "asked_before" | "not_open";

/** Locks the trade. */
export async function ask(
  tx: Tx,
  { hash, userId, requirement }: OfTrade & { readonly requirement: RequirementName },
): Promise<Asked> {
  const rows = await tx.rows<{ outcome: Asked }>`
    select ask_requirement(${hash}, ${userId}::bigint, ${requirement}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}
