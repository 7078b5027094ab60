/** A newcomer names the ambassador who brought them, by the signed link. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AssignPageProps } from "#contract/reach/pages.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { codeOfLink } from "./links.ts";
import { ambassadorOf, assign } from "./rows.ts";

/** Refuses ambassador.unknown, ambassador.own, ambassador.late, ambassador.fixed. */
export async function assignAmbassador(
  tx: Tx,
  { userId, id }: { userId: bigint; id: string },
): Promise<{ username: string }> {
  const code = codeOfLink(id);
  if (code === undefined) throw new Refusal("ambassador.unknown");
  const outcome = await assign(tx, { userId, code, at: await tx.readClock() });
  if (outcome === "unknown" || outcome === "own" || outcome === "late" || outcome === "fixed")
    throw new Refusal(`ambassador.${outcome}`);
  const chosen = await ambassadorOf(tx, code);
  if (!chosen) throw new Refusal("ambassador.unknown");
  return { username: chosen.username };
}

/** Of a link. Refuses ambassador.unknown where we did not make it, or its owner is no ambassador any more. */
export async function viewLink(tx: ReadTx, id: string): Promise<AssignPageProps> {
  const code = codeOfLink(id);
  const chosen = code === undefined ? undefined : await ambassadorOf(tx, code);
  if (!chosen) throw new Refusal("ambassador.unknown");
  return { id, username: chosen.username, level: chosen.level };
}
