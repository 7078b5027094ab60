/** Canned replies: texts with placeholders in each language, which staff choose and change before they send them. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { unknownPlaceholders } from "#contract/staff/canned-replies.ts";
import type { CannedReplies, CannedReply } from "#contract/staff/support.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";
import { cannedRows, deleteCanned, putCanned } from "./canned-rows.ts";

export async function viewCanned(tx: ReadTx): Promise<CannedReplies> {
  return (await cannedRows(tx)).map(({ key, locale, title, body, changed_by: changedBy, changed_at: at }) => ({
    ...{ key, locale, title, body, changedBy },
    changedAt: at.toISOString(),
  }));
}

/** Refuses support.placeholder, auth.forbidden. */
export async function saveCanned(
  tx: Tx,
  { staffId, reply }: { staffId: bigint; reply: CannedReply },
): Promise<CannedReplies> {
  const [unknown] = unknownPlaceholders(reply.body);
  if (unknown !== undefined) throw fieldRefusal("support.placeholder", "body", { name: unknown });
  await putCanned(tx, { ...reply, staffId });
  return viewAfter(tx, { staffId, ...reply, act: "support.reply_set" });
}

type Named = { readonly staffId: bigint } & Pick<CannedReply, "key" | "locale">;

/** Refuses support.no_reply, auth.forbidden. */
export async function removeCanned(tx: Tx, named: Named): Promise<CannedReplies> {
  if (!(await deleteCanned(tx, named))) throw new Refusal("support.no_reply");
  return viewAfter(tx, { ...named, act: "support.reply_remove" });
}

type Changed = Named & { readonly act: "support.reply_set" | "support.reply_remove" };

async function viewAfter(tx: Tx, { staffId, key, locale, act }: Changed): Promise<CannedReplies> {
  const replies = await viewCanned(tx);
  await recordStaffAct(tx, { staffId, act, subject: `${key}: ${locale}`, reason: "" });
  return replies;
}
