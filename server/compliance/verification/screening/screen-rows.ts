/** The SQL of names that are compared again with a list that is new. */
import { type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";
import { before, behind, placeOf } from "../../../platform/cursors.ts";

export async function beginRun(tx: Tx, version: string): Promise<void> {
  await tx.rows`
    insert into screening_runs (version, began_at)
    values (${version}, ${tx.now})
    on conflict do nothing`;
}

/** Up to which user it has come, and when it began; undefined for one that has ended. */
export async function runOf(tx: ReadTx, version: string): Promise<{ upto: bigint; began_at: Date } | undefined> {
  const [row] = await tx.rows<{ upto: bigint; began_at: Date }>`
    select upto, began_at
    from screening_runs
    where version = ${version} and ended_at is null`;
  return row;
}

export type ToScreen = {
  readonly user_id: bigint;
  readonly documents: readonly { readonly reference: string; readonly details: string }[];
};

/**
 * The next people or companies with something that is verified, or was and is asked for again, with what they typed, sealed and in
 * base64.
 */
export function nextToScreen(tx: ReadTx, { after, most }: { after: bigint; most: number }): Promise<ToScreen[]> {
  return tx.rows<ToScreen>`
    select one.user_id,
      jsonb_agg(jsonb_build_object('reference', one.reference, 'details', encode(one.details_sealed, 'base64'))) as documents
    from verifications one
    where one.user_id > ${after} and one.status in ('approved', 'ended') and one.kind <> 'video'
    group by one.user_id
    order by one.user_id
    limit ${most}`;
}

/** Those who were decided so near the beginning of a run that their reviewer may have been shown the list before it. */
export function decidedBeside(tx: ReadTx, { from, to }: { from: Date; to: Date }): Promise<ToScreen[]> {
  return tx.rows<ToScreen>`
    select one.user_id,
      jsonb_agg(jsonb_build_object('reference', one.reference, 'details', encode(one.details_sealed, 'base64'))) as documents
    from verifications one
    where one.decided_at between ${from} and ${to} and one.status in ('approved', 'ended') and one.kind <> 'video'
    group by one.user_id`;
}

export type Hit = {
  readonly reference: string;
  readonly userId: bigint;
  readonly listedName: string;
  readonly listedId: string;
  readonly percent: number;
};

/** Each entry of the list once for each person, whatever was decided of it. */
export async function insertHits(tx: Tx, hits: readonly Hit[]): Promise<void> {
  await tx.rows`
    insert into screening_hits (reference, user_id, listed_name, listed_id, percent, found_at)
    select reference, user_id, listed_name, listed_id, percent, ${tx.now}
    from unnest(
      ${hits.map(({ reference }) => reference)}::text[], ${hits.map(({ userId }) => userId)}::bigint[],
      ${hits.map(({ listedName }) => listedName)}::text[], ${hits.map(({ listedId }) => listedId)}::text[],
      ${hits.map(({ percent }) => percent)}::int[]
    ) as found (reference, user_id, listed_name, listed_id, percent)
    on conflict (user_id, listed_name, listed_id) do nothing`;
}

type Step = { readonly version: string; readonly after: bigint };

/** False where another process has moved it meanwhile. */
export async function moveRun(tx: Tx, { version, after, upto }: Step & { readonly upto: bigint }): Promise<boolean> {
  const moved = await tx.rows<{ version: string }>`
    update screening_runs
    set upto = ${upto}
    where version = ${version} and upto = ${after} and ended_at is null
    returning version`;
  return moved.length > 0;
}

/** Ends this run and deletes those of earlier lists, whose matches stay in `screening_hits`. */
export async function endRun(tx: Tx, { version, after }: Step): Promise<void> {
  await tx.rows`
    update screening_runs
    set ended_at = ${tx.now}
    where version = ${version} and upto = ${after} and ended_at is null`;
  await tx.rows`
    delete from screening_runs
    where version <> ${version}`;
}

export type HitRow = {
  readonly place: string;
  readonly reference: string;
  readonly username: string;
  readonly listed_name: string;
  readonly listed_id: string;
  readonly percent: number;
  readonly found_at: Date;
  readonly document: string | null;
};

/** The user's document, for staff who open it. */
const documentOf = sql`
    (
      select one.reference
      from verifications one
      where one.user_id = hit.user_id and one.submitted_at is not null
      order by (one.status = 'approved') desc, (one.kind = 'company') desc, (one.kind = 'id') desc, one.id desc
      limit 1) as document`;

type Slice = {
  readonly staffId: bigint;
  readonly who: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
};

const ofUser = (who: string | undefined) =>
  who === undefined ? sql`` : sql`and lower(person.username) = lower(${who})`;

/** Those that wait, the oldest first, with the document to open; nobody reads what was found of themselves. */
export function waitingHits(tx: ReadTx, { staffId, who, after, limit }: Slice): Promise<HitRow[]> {
  const [at, id] = [sql`hit.found_at`, sql`hit.id`];
  return tx.rows<HitRow>`
    select ${placeOf(at, id)} as place, hit.reference, person.username, hit.listed_name, hit.listed_id, hit.percent, hit.found_at, ${documentOf}
    from screening_hits hit
    join users person on person.id = hit.user_id
    where hit.verdict is null and hit.user_id <> ${staffId} ${ofUser(who)} ${behind(at, id, after)}
    order by hit.found_at, hit.id
    limit ${limit}`;
}

export type DecidedRow = HitRow & {
  readonly verdict: "somebody_else" | "listed";
  readonly decided_by: string;
  readonly decided_at: Date;
  readonly decided_why: string | null;
};

/** The latest first; nobody reads what was found of themselves. */
export function decidedHits(tx: ReadTx, { staffId, who, after, limit }: Slice): Promise<DecidedRow[]> {
  return tx.rows<DecidedRow>`
    select hit.reference, person.username, hit.listed_name, hit.listed_id, hit.percent, hit.found_at, ${documentOf},
      hit.verdict, decider.username as decided_by, hit.decided_at, hit.decided_why,
      ${placeOf(sql`hit.decided_at`, sql`hit.id`)} as place
    from screening_hits hit
    join users person on person.id = hit.user_id
    join users decider on decider.id = hit.decided_by
    where hit.verdict is not null and hit.user_id <> ${staffId}
      ${ofUser(who)}
      ${before(sql`hit.decided_at`, sql`hit.id`, after)}
    order by hit.decided_at desc, hit.id desc
    limit ${limit}`;
}

export type Verdict = {
  readonly reference: string;
  readonly staffId: bigint;
  readonly verdict: "somebody_else" | "listed";
  readonly reason: string;
};

export async function decideHit(tx: Tx, { reference, staffId, verdict, reason }: Verdict): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from decide_screening(${reference}, ${staffId}, ${verdict}, ${reason}, ${tx.now})`;
  return onlyRow(rows).outcome;
}
