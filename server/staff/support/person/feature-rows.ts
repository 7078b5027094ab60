/** The SQL of feature requests and votes. */
import type { FeatureStatus } from "#contract/reach/support/names.ts";
import { type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import { numberOf } from "../../../platform/cursors.ts";

export type FeatureRow = {
  readonly id: bigint;
  readonly hash: string;
  readonly author_id: bigint | null;
  readonly body: string;
  readonly status: FeatureStatus;
  readonly votes: number;
  readonly created_at: Date;
  readonly is_voted: boolean;
};

/** Its author's vote is the first. */
export async function insertFeature(
  tx: Tx,
  { hash, authorId, body }: { hash: string; authorId: bigint; body: string },
): Promise<void> {
  const { id } = onlyRow(
    await tx.rows<{ id: bigint }>`
      insert into feature_requests (hash, author_id, body, votes, created_at)
      values (${hash}, ${authorId}, ${body}, 1, ${tx.now})
      returning id`,
  );
  await tx.rows`
    insert into feature_votes (request_id, user_id, at)
    values (${id}, ${authorId}, ${tx.now})`;
}

/** Locks the user's row, so that requests made at once count in turn. */
export async function countOfDay(tx: Tx, authorId: bigint): Promise<number> {
  await tx.rows`select from users where id = ${authorId} for no key update`;
  const rows = await tx.rows<{ many: number }>`
    select count(*)::int as many
    from feature_requests
    where author_id = ${authorId} and created_at > ${tx.now}::timestamptz - interval '1 day'`;
  return onlyRow(rows).many;
}

const columns = (viewerId: bigint | null) => sql`
    select wish.id, wish.hash, wish.author_id, wish.body, wish.status, wish.votes, wish.created_at,
      exists (
        select from feature_votes vote where vote.request_id = wish.id and vote.user_id = ${viewerId}::bigint) as is_voted
    from feature_requests wish`;

type Slice = { readonly viewerId: bigint | null; readonly after: string | undefined; readonly limit: number };

/** Those that staff have opened, and the viewer's own. */
export function featureRows(tx: ReadTx, { viewerId, after, limit }: Slice): Promise<FeatureRow[]> {
  const behind =
    after === undefined
      ? sql``
      : sql`and (wish.votes, wish.id) < (${after.split(".")[0]}::bigint, ${numberOf(after)}::bigint)`;
  return tx.rows<FeatureRow>`
    ${columns(viewerId)}
    where (wish.status in ('open', 'planned', 'done') or wish.author_id = ${viewerId}::bigint) ${behind}
    order by wish.votes desc, wish.id desc
    limit ${limit}`;
}

export async function featureByHash(
  tx: ReadTx,
  { hash, viewerId }: { hash: string; viewerId: bigint },
): Promise<FeatureRow | undefined> {
  const [row] = await tx.rows<FeatureRow>`
    ${columns(viewerId)}
    where wish.hash = ${hash}`;
  return row;
}

type Vote = { readonly requestId: bigint; readonly userId: bigint };

/** A second one changes nothing. */
export async function addVote(tx: Tx, { requestId, userId }: Vote): Promise<void> {
  await tx.rows`
    with added as (
      insert into feature_votes (request_id, user_id, at)
      values (${requestId}, ${userId}, ${tx.now})
      on conflict do nothing
      returning request_id)
    update feature_requests wish
    set votes = wish.votes + 1
    from added
    where wish.id = added.request_id`;
}

export async function removeVote(tx: Tx, { requestId, userId }: Vote): Promise<void> {
  await tx.rows`
    with removed as (
      delete from feature_votes where request_id = ${requestId} and user_id = ${userId} returning request_id)
    update feature_requests wish
    set votes = wish.votes - 1
    from removed
    where wish.id = removed.request_id`;
}

export type StaffFeatureRow = Omit<FeatureRow, "author_id" | "is_voted"> & { readonly username: string | null };

const staffColumns = sql`
    select wish.id, wish.hash, wish.body, wish.status, wish.votes, wish.created_at, author.username
    from feature_requests wish
    left join users author on author.id = wish.author_id`;

type StaffSlice = { readonly status: FeatureStatus; readonly after: bigint | null; readonly limit: number };

/** The newest first. */
export function staffFeatureRows(tx: ReadTx, { status, after, limit }: StaffSlice): Promise<StaffFeatureRow[]> {
  return tx.rows<StaffFeatureRow>`
    ${staffColumns}
    where wish.status = ${status} and (${after}::bigint is null or wish.id < ${after}::bigint)
    order by wish.id desc
    limit ${limit}`;
}

export async function staffFeatureByHash(tx: ReadTx, hash: string): Promise<StaffFeatureRow | undefined> {
  const [row] = await tx.rows<StaffFeatureRow>`
    ${staffColumns}
    where wish.hash = ${hash}`;
  return row;
}

/** Up to a thousand. */
export async function countNewFeatures(tx: ReadTx): Promise<number> {
  const rows = await tx.rows<{ many: number }>`
    select count(*)::int as many
    from (select from feature_requests where status = 'new' limit 1000) as waiting`;
  return onlyRow(rows).many;
}

export async function setFeatureStatus(tx: Tx, { id, status }: { id: bigint; status: FeatureStatus }): Promise<void> {
  await tx.rows`
    update feature_requests
    set status = ${status}, decided_at = ${tx.now}
    where id = ${id}`;
}
