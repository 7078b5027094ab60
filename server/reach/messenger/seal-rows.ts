/** The SQL of exchanging the secret that messages are sealed with: as the owner of the tables. */
import type { Tx } from "../../platform/postgres/db.ts";

type Slice = { readonly version: number; readonly after: bigint; readonly limit: number };
export type SealedBody = { id: bigint; conversation_id: bigint; seq: number; body_sealed: Buffer };
export type SealedCopy = Omit<SealedBody, "id"> & { report_id: bigint };
export type SealedWords = { id: bigint; number: string; words_sealed: Buffer };

export function lockBodiesBefore(tx: Tx, { version, after, limit }: Slice): Promise<SealedBody[]> {
  return tx.rows<SealedBody>`
    select id, conversation_id, seq, body_sealed
    from direct_messages
    where id > ${after} and get_byte(body_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

export async function putBodiesAnew(tx: Tx, rows: readonly SealedBody[]): Promise<void> {
  await tx.rows`
    update direct_messages known
    set body_sealed = anew.body
    from unnest(
      ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ body_sealed }) => body_sealed)}::bytea[]) as anew (id, body)
    where known.id = anew.id`;
}

/** Of reports beyond this one; all copies of a report together. */
export function lockCopiesBefore(tx: Tx, { version, after, limit }: Slice): Promise<SealedCopy[]> {
  return tx.rows<SealedCopy>`
    select copy.report_id, report.conversation_id, copy.seq, copy.body_sealed
    from direct_report_messages copy
    join direct_reports report on report.id = copy.report_id
    where copy.report_id in (
        select distinct old.report_id
        from direct_report_messages old
        where old.report_id > ${after} and get_byte(old.body_sealed, 0) <> ${version}
        order by old.report_id
        limit ${limit})
      and get_byte(copy.body_sealed, 0) <> ${version}
    order by copy.report_id, copy.seq
    for no key update of copy`;
}

export async function putCopiesAnew(tx: Tx, rows: readonly SealedCopy[]): Promise<void> {
  await tx.rows`
    update direct_report_messages known
    set body_sealed = anew.body
    from unnest(
      ${rows.map(({ report_id }) => report_id)}::bigint[], ${rows.map(({ seq }) => seq)}::int[],
      ${rows.map(({ body_sealed }) => body_sealed)}::bytea[]) as anew (report_id, seq, body)
    where known.report_id = anew.report_id and known.seq = anew.seq`;
}

export function lockWordsBefore(tx: Tx, { version, after, limit }: Slice): Promise<SealedWords[]> {
  return tx.rows<SealedWords>`
    select id, number, words_sealed
    from direct_reports
    where id > ${after} and words_sealed is not null and get_byte(words_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

export async function putWordsAnew(tx: Tx, rows: readonly SealedWords[]): Promise<void> {
  await tx.rows`
    update direct_reports known
    set words_sealed = anew.words
    from unnest(
      ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ words_sealed }) => words_sealed)}::bytea[]) as anew (id, words)
    where known.id = anew.id`;
}
