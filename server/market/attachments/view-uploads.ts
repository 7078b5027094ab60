/** The required, requested and submitted files, for both sides and the moderator. */
import type { Attachment, TradeUploads } from "#contract/market/trades/attachments.ts";
import type { RequirementName } from "#contract/market/offers/requirement-names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { roleIn, type TradeRow } from "../trades/index.ts";
import { askedFor, attachmentsOf, type AttachmentRow, policyReads } from "./rows.ts";

/** `corrupted` are requirements whose file was just found to be another than was uploaded. */
export async function viewUploads(
  tx: ReadTx,
  trade: TradeRow,
  corrupted: readonly RequirementName[] = [],
): Promise<TradeUploads> {
  const [items, asked, reads] = await Promise.all([
    attachmentsOf(tx, trade.id),
    askedFor(tx, trade.id),
    policyReads(tx, trade.id),
  ]);
  const isOptional = (name: RequirementName) => !trade.requirements.includes(name);
  const wanted = [...new Set([...trade.requirements, ...asked])];
  const missing = wanted.filter(
    (name) => !corrupted.includes(name) && !items.some(({ requirement }) => requirement === name),
  );
  return {
    list: [
      ...missing.map((name) => without(name, isOptional(name), "pending")),
      ...corrupted.map((name) => without(name, isOptional(name), "corrupted")),
      ...items.map((item) => viewItem(item, isOptional(item.requirement))),
    ],
    errorRequirementsIds: [...new Set([...corrupted, ...rejectedOnes(items)])],
    policiesRead: reads.flatMap(({ user_id, url, at }) => {
      const by = roleIn(trade, user_id);
      return by ? [{ url, by, at: at.toISOString() }] : [];
    }),
  };
}

/** Of which the last file was rejected. */
function rejectedOnes(items: readonly AttachmentRow[]): RequirementName[] {
  const last = new Map(items.map(({ requirement, status }) => [requirement, status]));
  return [...last].flatMap(([requirement, status]) => (status === "rejected" ? [requirement] : []));
}

function without(requirementId: RequirementName, optional: boolean, status: "pending" | "corrupted"): Attachment {
  const nothing = { id: null, url: null, mimeType: null, name: null, uploadedAt: null, reason: null };
  return { requirementId, optional, status, ...nothing };
}

function viewItem(item: AttachmentRow, optional: boolean): Attachment {
  return {
    requirementId: item.requirement,
    optional,
    status: item.status,
    id: item.hash,
    url: item.file === null ? null : `/uploads/${item.file}`,
    mimeType: item.mime_type,
    name: item.name,
    uploadedAt: item.at.toISOString(),
    reason: item.reason,
  };
}
