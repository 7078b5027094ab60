/** Trust and block: one row a pair, as one side sees the other. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { findUserIdByUsername } from "../accounts/index.ts";
import { ensureRelation, findRelation, lockRelation, updateRelation } from "./rows.ts";

export type RelationAction = "blocked" | "unblocked" | "trusted" | "untrusted";
export type Relation = { readonly isTrusted: boolean; readonly isBlocked: boolean };

const NONE: Relation = { isTrusted: false, isBlocked: false };

/** Blocking takes trust away and the other way round. Refuses account.not_found, account.self_relation. */
export async function changeRelation(
  tx: Tx,
  { userId, username, action }: { userId: bigint; username: string; action: RelationAction },
): Promise<Relation> {
  const otherId = await findUserIdByUsername(tx, username);
  if (otherId === undefined) throw new Refusal("account.not_found");
  if (otherId === userId) throw new Refusal("account.self_relation");
  await ensureRelation(tx, userId, otherId);
  const row = await lockRelation(tx, userId, otherId);
  const before: Relation = row ? { isTrusted: row.is_trusted, isBlocked: row.is_blocked } : NONE;
  const after = relationAfter(before, action);

  await updateRelation(tx, userId, otherId, after);
  if (after.isBlocked !== before.isBlocked) {
    const payload = { otherId: String(otherId), isBlocked: after.isBlocked };
    tx.emit({ type: "relation.changed", subject: String(userId), payload });
  }
  return after;
}

export function relationAfter(before: Relation, action: RelationAction): Relation {
  if (action === "blocked") return { isTrusted: false, isBlocked: true };
  if (action === "trusted") return { isTrusted: true, isBlocked: false };
  if (action === "unblocked") return { ...before, isBlocked: false };
  return { ...before, isTrusted: false };
}

/** The first user's relation to the second. */
export async function relationOf(tx: ReadTx, userId: bigint, otherId: bigint): Promise<Relation> {
  const row = await findRelation(tx, userId, otherId);
  return row ? { isTrusted: row.is_trusted, isBlocked: row.is_blocked } : NONE;
}
