/** The SQL of the files that each user had read. */
import type { Tx } from "../postgres/db.ts";

/** Counts a file of this hour that is about to be read; false where the user had too many, and then it does not count. */
export async function countTry(
  tx: Tx,
  { userId, most }: { readonly userId: bigint; readonly most: number },
): Promise<boolean> {
  const counted = await tx.rows`
    insert into upload_tries as known (user_id, tried_at)
    values (${userId}, array[${tx.now}::timestamptz])
    on conflict (user_id) do update
    set tried_at = array(
      select earlier from unnest(known.tried_at) earlier
      where earlier > excluded.tried_at[1] - interval '1 hour') || excluded.tried_at
    where (select count(*) from unnest(known.tried_at) earlier
      where earlier > excluded.tried_at[1] - interval '1 hour') < ${most}
    returning user_id`;
  return counted.length > 0;
}
