/** The SQL of the chain of staff acts as administrators read it. Acts go by number, so that a page costs what it shows. */
import type { AuditFilters } from "#contract/staff/audit.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type ActRow = { id: bigint; act: string; by: string | null; about: string; at: Date; is_erased: boolean };

type Slice = AuditFilters & { readonly before: bigint | null; readonly limit: number };

/** Newest first. */
export function actRows(tx: ReadTx, { before, limit, ...filters }: Slice): Promise<ActRow[]> {
  return tx.rows<ActRow>`
    select chosen.id, chosen.act, person.username as by, chosen.subject as about, chosen.at, chosen.salt is null as is_erased
    from (
      select done.id, done.act, done.staff_id, done.subject, done.at, done.salt
      from staff_acts done
      where (${before}::bigint is null or done.id < ${before}::bigint)
        ${narrowed(filters)}
      order by done.id desc
      limit ${limit}) as chosen
    left join users person on person.id = chosen.staff_id
    order by chosen.id desc`;
}

/** The operator has no account. */
const OPERATOR = "operator";

function narrowed({ act, by, about, from, to }: AuditFilters): Fragment {
  return sql`
        ${act === undefined ? sql`` : sql`and done.act = ${act}`}
        ${
          by === undefined
            ? sql``
            : by === OPERATOR
              ? sql`and done.staff_id is null`
              : sql`and done.staff_id = (select named.id from users named where lower(named.username) = lower(${by}))`
        }
        ${about === undefined ? sql`` : sql`and act_about(done.subject) = lower(${about})`}
        ${from === undefined ? sql`` : sql`and done.at >= ${beginOf(from)}::timestamptz and ${after(beginOf(from))}`}
        ${to === undefined ? sql`` : sql`and done.at < ${endOf(to)}::timestamptz and ${upTo(endOf(to))}`}`;
}

const beginOf = (day: string) => new Date(`${day}T00:00:00Z`);
const endOf = (day: string) => new Date(beginOf(day).getTime() + 86_400_000);

// Times follow numbers but for acts that waited for each other, which no statement does for minutes: numbers bound what is walked.
const after = (begin: Date) => sql`done.id > coalesce((
            select early.id from staff_acts early
            where early.at < ${begin}::timestamptz - interval '10 minutes'
            order by early.at desc, early.id desc
            limit 1), 0)`;
const upTo = (end: Date) => sql`done.id < coalesce((
            select late.id from staff_acts late
            where late.at >= ${end}::timestamptz + interval '10 minutes'
            order by late.at, late.id
            limit 1), 9223372036854775807)`;

export type SignedRow = { number: bigint; last_act: bigint; acts: bigint; at: Date };

/** The newest batch that the signer has signed: batches are signed in their order. */
export async function signedBatch(tx: ReadTx): Promise<SignedRow | undefined> {
  const [row] = await tx.rows<SignedRow>`
    select number, last_act, acts, at
    from audit_batches
    where signature is not null
    order by number desc
    limit 1`;
  return row;
}

export async function lastAct(tx: ReadTx): Promise<bigint | null> {
  const rows = await tx.rows<{ id: bigint | null }>`
    select max(id) as id
    from staff_acts`;
  return onlyRow(rows).id;
}

export type WordsRow = { id: bigint; reason: string; is_erased: boolean };

export function wordsOf(tx: ReadTx, ids: readonly bigint[]): Promise<WordsRow[]> {
  return tx.rows<WordsRow>`
    select id, reason, salt is null as is_erased
    from staff_acts
    where id = any(${ids}::bigint[])
    order by id desc`;
}

/** `noted`, `not_admin` or `budget`. */
export async function noteReading(
  tx: Tx,
  { staffId, ids, reason }: { staffId: bigint; ids: readonly bigint[]; reason: string },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from note_audit_reading(${staffId}, ${ids}::bigint[], ${reason}, ${tx.now})`;
  return onlyRow(rows).outcome;
}
