/** The SQL of the activity of accounts. The database alone writes it. */
import type { ActivityKind } from "#contract/people/activity.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

export type ActivityRow = {
  readonly id: bigint;
  readonly kind: ActivityKind;
  readonly detail: string;
  readonly at: Date;
  readonly times: number;
  readonly ip: string | null;
  readonly user_agent: string | null;
};

type Wanted = { readonly userId: bigint; readonly before: number | undefined; readonly most: number };

/** The newest first, of those before a line. */
export function activityOf(tx: ReadTx, { userId, before, most }: Wanted): Promise<ActivityRow[]> {
  return tx.rows<ActivityRow>`
    select id, kind, detail, at, times, ip, user_agent
    from account_activity
    where user_id = ${userId} and (${before ?? null}::bigint is null or id < ${before ?? null})
    order by id desc
    limit ${most}`;
}

/** Some of what is older than a year. Returns how many rows. */
export async function eraseOldActivity(tx: Tx): Promise<number> {
  const [row] = await tx.rows<{ erased: number }>`select erase_old_activity() as erased`;
  return row?.erased ?? 0;
}
