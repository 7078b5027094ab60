/** The activity log of an account, for its owner: with device and address, for a year. */
import type { ActivityLine } from "#contract/people/activity.ts";
import type { Db, ReadTx } from "../../../platform/postgres/db.ts";
import { activityOf, type ActivityRow, eraseOldActivity } from "./activity-rows.ts";
import { deviceOf, placeOf } from "./sessions.ts";

const A_PAGE = 20;

type Wanted = { readonly userId: bigint; readonly before?: number | undefined; readonly locale: string };

export async function listActivity(
  tx: ReadTx,
  { userId, before, locale }: Wanted,
): Promise<{ data: ActivityLine[]; meta: { next: number | null } }> {
  const rows = await activityOf(tx, { userId, before, most: A_PAGE + 1 });
  const shown = rows.slice(0, A_PAGE);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => lineOf(row, locale)),
    meta: { next: rows.length > A_PAGE && last ? Number(last.id) : null },
  };
}

function lineOf(row: ActivityRow, locale: string): ActivityLine {
  const { id, kind, detail, at, times, ip, user_agent: userAgent } = row;
  const device = userAgent === null ? null : deviceOf(userAgent);
  return {
    id: id.toString(),
    kind,
    detail,
    at: at.toISOString(),
    times,
    device,
    ip,
    place: ip === null ? null : placeOf(ip, locale),
  };
}

/** In short transactions, until nothing of it is left. */
export async function forgetOldActivity(db: Db): Promise<void> {
  while ((await db.tx(eraseOldActivity)) > 0);
}
