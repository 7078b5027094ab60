/** Uploads: looked at by their bytes, made anew, kept under a random name, shown to the room's members only. */
import type { Upload } from "#contract/chat.ts";
import { fieldRefusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { UploadedFile } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { cleanUpload } from "./clean-upload.ts";

export type UploadRow = {
  hash: string;
  name: string;
  mime_type: Upload["mimeType"];
  size_bytes: number;
  has_thumb: boolean;
  created_at: string;
};

export function viewUpload(row: UploadRow): Upload {
  return {
    id: row.hash,
    url: `/uploads/${row.hash}`,
    thumbnailUrl: row.has_thumb ? `/uploads/${row.hash}/thumbnail` : null,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    name: row.name,
    status: "uploaded",
    createdAt: new Date(row.created_at).toISOString(),
  };
}

const MOST_PER_HOUR = 60;

/** Keeps a cleaned copy. Refuses what cleanUpload refuses, and upload.count_limit. */
export async function keepUpload(
  tx: Tx,
  { files, ownerId, file }: { files: Files; ownerId: bigint; file: UploadedFile },
): Promise<Upload> {
  const [lately] = await tx.rows<{ count: number }>`
    select count(*)::int as count
    from uploads
    where owner_id = ${ownerId} and created_at > ${tx.now}::timestamptz - interval '1 hour'`;
  if ((lately?.count ?? 0) >= MOST_PER_HOUR) throw fieldRefusal("upload.count_limit", "file");
  const clean = await cleanUpload(file.bytes);
  const fileKey = await files.put(clean.bytes);
  const thumbKey = clean.thumbnail ? await files.put(clean.thumbnail) : null;
  const row: UploadRow = {
    hash: ids.hash(),
    name: safeName(file.name, clean.mimeType),
    mime_type: clean.mimeType,
    size_bytes: clean.bytes.length,
    has_thumb: thumbKey !== null,
    created_at: tx.now.toISOString(),
  };

  await tx.rows`
    insert into uploads (hash, owner_id, name, mime_type, file_key, thumb_key, size_bytes, created_at)
    values (${row.hash}, ${ownerId}, ${row.name}, ${row.mime_type}, ${fileKey}, ${thumbKey}, ${row.size_bytes}, ${tx.now})`;
  return viewUpload(row);
}

const ENDINGS = { "image/jpeg": "jpg", "image/png": "png", "application/pdf": "pdf" } as const;

/** The person's own name for it, without anything that a file system or a header could trip over. */
export function safeName(name: string, mimeType: Upload["mimeType"]): string {
  const stem = name
    .normalize("NFKC")
    .replace(/\.[^.]*$/, "")
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .slice(0, 60);
  return `${stem || "file"}.${ENDINGS[mimeType]}`;
}

export async function findOwnUpload(
  tx: ReadTx,
  { hash, ownerId }: { hash: string; ownerId: bigint },
): Promise<{ id: bigint } | undefined> {
  const [row] = await tx.rows<{ id: bigint }>`
    select id
    from uploads
    where hash = ${hash} and owner_id = ${ownerId}`;
  return row;
}

export type KeptFile = { mime_type: Upload["mimeType"]; name: string; file_key: string; thumb_key: string | null };

/** The file, for its owner and for members of a room where it was posted; undefined for everybody else. */
export async function findReadableUpload(
  tx: ReadTx,
  { hash, viewerId }: { hash: string; viewerId: bigint },
): Promise<KeptFile | undefined> {
  const [row] = await tx.rows<KeptFile>`
    select mime_type, name, file_key, thumb_key
    from uploads
    where hash = ${hash}
      and (owner_id = ${viewerId} or exists (
        select from chat_messages message
        join chat_members member on member.room_id = message.room_id
        where message.upload_id = uploads.id and member.user_id = ${viewerId}))`;
  return row;
}
