/** The SQL of the files of tickets. */
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { TicketFile } from "#contract/reach/support/support.ts";
import { type Fragment, type ReadTx, sql, type Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type StoredFile = {
  readonly hash: string;
  readonly name: string;
  readonly mimeType: TicketFile["mimeType"];
  readonly sizeBytes: number;
  readonly fileKey: string;
  readonly keySealed: Uint8Array;
};

export async function insertFile(tx: Tx, userId: bigint, file: StoredFile): Promise<void> {
  await tx.rows`
    insert into support_files (hash, user_id, name, mime_type, size_bytes, file_key, key_sealed, created_at)
    values (${file.hash}, ${userId}, ${file.name}, ${file.mimeType}, ${file.sizeBytes}, ${file.fileKey}, ${file.keySealed},
            ${tx.now})`;
}

/** A place for a file of a guest. */
export async function insertPlace(tx: Tx, { hash, ticketId }: { hash: string; ticketId: bigint }): Promise<void> {
  await tx.rows`
    insert into support_files (hash, ticket_id, created_at)
    values (${hash}, ${ticketId}, ${tx.now})`;
}

export async function countPlacesOfDay(tx: ReadTx, ticketId: bigint): Promise<number> {
  const rows = await tx.rows<{ many: number }>`
    select count(*)::int as many
    from support_files
    where ticket_id = ${ticketId} and created_at > ${tx.now}::timestamptz - interval '1 day'`;
  return onlyRow(rows).many;
}

/** Nobody else fills the place from now on. Undefined where there is none, or it was used, or is an hour old. */
export async function takePlace(tx: Tx, hash: string): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ ticket_id: bigint }>`
    update support_files place
    set taken_at = ${tx.now}
    where place.hash = ${hash} and place.user_id is null and place.taken_at is null
      and place.created_at > ${tx.now}::timestamptz - interval '1 hour'
    returning place.ticket_id`;
  return row?.ticket_id;
}

export async function fillPlace(tx: Tx, file: StoredFile): Promise<void> {
  await tx.rows`
    update support_files
    set name = ${file.name}, mime_type = ${file.mimeType}, size_bytes = ${file.sizeBytes}, file_key = ${file.fileKey},
        key_sealed = ${file.keySealed}
    where hash = ${file.hash} and file_key is null`;
}

/** Those of a user, or of a guest's ticket, that no message has. */
type Owner = { readonly userId: bigint } | { readonly guestTicketId: bigint };
const ownedBy = (owner: Owner): Fragment =>
  "userId" in owner
    ? sql`file.user_id = ${owner.userId}`
    : sql`file.user_id is null and file.ticket_id = ${owner.guestTicketId}`;

type Attached = {
  readonly hashes: readonly string[];
  readonly owner: Owner;
  readonly ticketId: bigint;
  readonly seq: number;
};

/** Refuses support.files where one is not there, or was sent already. */
export async function attachUploads(tx: Tx, { hashes, owner, ticketId, seq }: Attached): Promise<void> {
  const rows = await tx.rows`
    update support_files file
    set ticket_id = ${ticketId}, seq = ${seq}
    where file.hash = any (${hashes}::text[]) and file.seq is null and file.file_key is not null and ${ownedBy(owner)}
    returning file.id`;
  if (rows.length !== new Set(hashes).size) throw fieldRefusal("support.files", "files");
}

export type FileRow = {
  readonly hash: string;
  readonly seq: number;
  readonly name: string;
  readonly mime_type: TicketFile["mimeType"];
  readonly size_bytes: number;
};

/** Those that were sent with a message. */
export function filesOf(tx: ReadTx, ticketId: bigint): Promise<FileRow[]> {
  return tx.rows<FileRow>`
    select hash, seq, name, mime_type, size_bytes
    from support_files
    where ticket_id = ${ticketId} and seq is not null
    order by id`;
}

export type KeptFile = Omit<FileRow, "seq"> & { readonly file_key: string; readonly key_sealed: Uint8Array };

export async function findSentFile(tx: ReadTx, hash: string): Promise<KeptFile | undefined> {
  const [row] = await tx.rows<KeptFile>`
    select hash, name, mime_type, size_bytes, file_key, key_sealed
    from support_files
    where hash = ${hash} and seq is not null`;
  return row;
}
