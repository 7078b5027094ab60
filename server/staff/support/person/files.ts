/** Files of tickets: checked and re-encoded as those of a chat, and encrypted. A guest asks for a place for each. */
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { UploadedTicketFile } from "#contract/reach/support/support.ts";
import { countFileWork } from "../../../platform/files/count-file-work.ts";
import { cleanUpload } from "../../../platform/files/clean-upload.ts";
import { encryptFile } from "../../../platform/files/encrypted-file.ts";
import type { Files } from "../../../platform/files/files.ts";
import type { UploadedFile } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import type { Db, Tx } from "../../../platform/postgres/db.ts";
import { safeName } from "../../../market/chat/index.ts";
import { placeOfFile } from "../sealed-ticket.ts";
import type { Ticket } from "../ticket-rows.ts";
import * as rows from "./file-rows.ts";

const MOST_OF_A_GUEST_A_DAY = 10;

type Given = { readonly files: Files; readonly file: UploadedFile };

/** Takes time, so it holds no connection of the database. Refuses what cleanUpload refuses, and upload.count_limit. */
export async function storeFile(
  db: Db,
  { userId, ...given }: Given & { readonly userId: bigint },
): Promise<rows.StoredFile> {
  await countFileWork(db, userId);
  return store({ ...given, hash: ids.hash(), account: `user:${userId}` });
}

export async function keepFile(tx: Tx, userId: bigint, file: rows.StoredFile): Promise<UploadedTicketFile> {
  await rows.insertFile(tx, userId, file);
  return viewOf(file);
}

/** Refuses support.closed, upload.count_limit. The ticket is locked. */
export async function planFile(tx: Tx, ticket: Ticket): Promise<{ id: string }> {
  if (ticket.status === "closed") throw new Refusal("support.closed");
  if ((await rows.countPlacesOfDay(tx, ticket.id)) >= MOST_OF_A_GUEST_A_DAY)
    throw fieldRefusal("upload.count_limit", "file");
  const id = ids.hash();
  await rows.insertPlace(tx, { hash: id, ticketId: ticket.id });
  return { id };
}

/** The place is used up before the file is looked at. Refuses support.link_gone, and what cleanUpload refuses. */
export async function storeAtPlace(
  db: Db,
  { id, ...given }: Given & { readonly id: string },
): Promise<rows.StoredFile> {
  const ticketId = await db.tx((tx) => rows.takePlace(tx, id));
  if (ticketId === undefined) throw new Refusal("support.link_gone");
  return store({ ...given, hash: id, account: `support:${ticketId}` });
}

export async function keepAtPlace(tx: Tx, file: rows.StoredFile): Promise<UploadedTicketFile> {
  await rows.fillPlace(tx, file);
  return viewOf(file);
}

const viewOf = ({ hash: id, name, sizeBytes }: rows.StoredFile): UploadedTicketFile => ({ id, name, sizeBytes });

type Storing = Given & { readonly hash: string; readonly account: string };

async function store({ files, file, hash, account }: Storing): Promise<rows.StoredFile> {
  const clean = await cleanUpload({ ...file, account });
  const { bytes, keySealed } = encryptFile(clean.bytes, placeOfFile(hash));
  return {
    hash,
    name: safeName(file.name, clean.mimeType),
    mimeType: clean.mimeType,
    sizeBytes: clean.bytes.length,
    fileKey: await files.putAlone(bytes),
    keySealed,
  };
}
