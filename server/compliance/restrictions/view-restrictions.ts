/** Restrictions as staff see them, with what they may decide, and as those see them whom they are about. */
import { statesOf } from "#contract/compliance/restriction-names.ts";
import type {
  OwnRestriction,
  RestrictionFilters,
  RestrictionQueue,
  RestrictionsQueue,
  StaffRestriction,
} from "#contract/compliance/restrictions.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { readSlice } from "../../platform/cursors.ts";
import * as rows from "./rows.ts";

export type Asker = Pick<Viewer, "userId" | "roles">;

/** The active restrictions of a user, the oldest first. */
export async function viewOwnRestrictions(tx: ReadTx, userId: bigint): Promise<OwnRestriction[]> {
  return (await rows.standingOf(tx, userId)).map(ownView);
}

type QueueAsked = RestrictionFilters & {
  readonly viewer: Asker;
  readonly queue?: RestrictionQueue | undefined;
  readonly after?: string | undefined;
};

export async function viewQueue(
  tx: ReadTx,
  { viewer, queue, after, ...filters }: QueueAsked,
): Promise<RestrictionsQueue> {
  const [found, counts] = await Promise.all([
    readSlice(
      (limit) => rows.queueRows(tx, { ...filters, queue: queue ?? "appeals", after, limit }),
      ({ place }) => place,
    ),
    rows.queueCounts(tx),
  ]);
  return { rows: found.rows.map((row) => staffView(row, { viewer, now: tx.now })), counts, next: found.next };
}

/** Of a case that there is. */
export async function viewCase(
  tx: ReadTx,
  { viewer, caseNumber }: { viewer: Asker; caseNumber: string },
): Promise<StaffRestriction> {
  const row = await rows.restrictionByCase(tx, caseNumber);
  if (!row) throw new Error(`no restriction ${caseNumber}`);
  return staffView(row, { viewer, now: tx.now });
}

function ownView(row: rows.RestrictionRow): OwnRestriction {
  return {
    state: row.state,
    reasonCode: row.reason_code,
    caseNumber: row.case_number,
    since: row.since.toISOString(),
    reviewAt: row.review_at.toISOString(),
    appeal: appealOf(row),
    isLeaveAllowed: row.is_leave_allowed,
  };
}

function appealOf(row: rows.RestrictionRow): OwnRestriction["appeal"] {
  if (row.words === null || row.written_at === null) return null;
  return {
    text: row.words,
    writtenAt: row.written_at.toISOString(),
    outcome: row.outcome,
    answer: row.answer,
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

export function staffView(row: rows.RestrictionRow, { viewer, now }: { viewer: Asker; now: Date }): StaffRestriction {
  return {
    username: row.username,
    ...ownView(row),
    note: row.note,
    setBy: row.set_by,
    isDue: row.lifted_at === null && row.review_at <= now,
    liftedAt: row.lifted_at?.toISOString() ?? null,
    liftedBy: row.lifted_by,
    liftedWhy: row.lifted_why,
    mayDecide: mayDecide(row, viewer),
  };
}

/** As `may_restrict` of the database, which decides. */
function mayDecide(row: rows.RestrictionRow, { userId, roles }: Asker): boolean {
  if (row.lifted_at !== null || row.setter_id === userId || row.user_id === userId) return false;
  return statesOf(row.is_of_staff ? roles.filter((role) => role === "admin") : roles).includes(row.state);
}
