/** The administrators' desk as they see it. */
import type { ProposedChange, StaffDesk } from "#contract/staff/staff.ts";
import { cashbackOf, journalOf, perkOf, staffChange, type StaffChange } from "#contract/staff/changes.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { type ChangeRow, haltRows, staffRows, waitingChanges } from "../changes/rows.ts";

export async function viewDesk(tx: ReadTx): Promise<StaffDesk> {
  const [staff, waiting, halts] = await Promise.all([staffRows(tx), waitingChanges(tx), haltRows(tx)]);
  return {
    staff: staff.map(({ username, role, decides_from }) => ({
      username,
      role,
      decidesFrom: decides_from?.toISOString() ?? null,
    })),
    waiting: waiting.map(viewChange),
    halts: halts.map(({ name, reason, since, takes_two }) => ({
      name,
      reason,
      since: since.toISOString(),
      takesTwo: takes_two,
    })),
  };
}

function viewChange(row: ChangeRow): ProposedChange {
  return {
    id: row.hash,
    change: changeOf(row),
    reason: row.reason,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** As it is proved. */
export function changeOf({ kind, username, detail }: Pick<ChangeRow, "kind" | "username" | "detail">): StaffChange {
  const id = username ?? detail;
  if (kind === "set_level") return staffChange.parse({ kind, id, level: Number(detail) });
  if (kind === "set_setting") {
    const at = detail.indexOf("=");
    return staffChange.parse({ kind, id: detail.slice(0, at), value: JSON.parse(detail.slice(at + 1)) });
  }
  if (kind === "give_badge") return staffChange.parse({ kind, id, badge: detail });
  if (kind === "set_ambassador") return staffChange.parse({ kind, id, ambassador_level: detail });
  if (kind === "end_order") {
    const [order, decision] = detail.split(":");
    return staffChange.parse({ kind, id, order, decision });
  }
  if (kind === "give_perk") return perkOf(id, detail);
  if (kind === "give_cashback") return cashbackOf(id, detail);
  if (kind === "post_journal") return journalOf(id, detail);
  return staffChange.parse(kind === "grant_role" ? { kind, id, role: detail } : { kind, id });
}
