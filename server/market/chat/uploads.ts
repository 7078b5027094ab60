/** Uploads: looked at by their bytes, made anew, kept under a random name, shown to the members of the conversation only. */
import { createHash } from "node:crypto";
import type { Upload } from "#contract/market/trades/chat.ts";
import { startOf } from "#contract/platform/plain-text.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import type { Files } from "../../platform/files/files.ts";
import type { UploadedFile } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { cleanUpload } from "../../platform/files/clean-upload.ts";
import { countFileWork } from "../../platform/files/count-file-work.ts";
import { insertUpload, type KeptBytes, type UploadRow } from "./upload-rows.ts";

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

type Stored = Omit<UploadRow, "created_at"> & KeptBytes;

/**
 * Stores a cleaned copy. This takes time, so it holds no connection of the database. Refuses what cleanUpload refuses, and
 * upload.count_limit. A copy that no row names in the end is deleted.
 */
export async function storeUpload(
  db: Db,
  { files, ownerId, file }: { files: Files; ownerId: bigint; file: UploadedFile },
): Promise<Stored> {
  await countFileWork(db, ownerId);
  const clean = await cleanUpload({ ...file, account: `user:${ownerId}` });
  const fileKey = await files.putAlone(clean.bytes);
  const thumbKey = clean.thumbnail ? await files.putAlone(clean.thumbnail) : null;
  return {
    hash: ids.hash(),
    name: safeName(file.name, clean.mimeType),
    mime_type: clean.mimeType,
    size_bytes: clean.bytes.length,
    has_thumb: thumbKey !== null,
    fileKey,
    thumbKey,
    sha256: createHash("sha256").update(clean.bytes).digest(),
  };
}

export async function keepUpload(
  tx: Tx,
  ownerId: bigint,
  { fileKey, thumbKey, sha256, ...stored }: Stored,
): Promise<Upload> {
  const row: UploadRow = { ...stored, created_at: tx.now.toISOString() };
  await insertUpload(tx, row, { ownerId, fileKey, thumbKey, sha256 });
  return viewUpload(row);
}

const ENDINGS = { "image/jpeg": "jpg", "image/png": "png", "application/pdf": "pdf" } as const;

/** The person's own name for it, without anything that a file system or a header could trip over. */
export function safeName(name: string, mimeType: Upload["mimeType"]): string {
  const stem = name
    .normalize("NFKC")
    .replace(/\.[^.]*$/, "")
    .replace(/(?!\u200c|\u200d)[^\p{L}\p{M}\p{N} _-]/gu, "")
    .trim();
  return `${startOf(stem, 60) || "file"}.${ENDINGS[mimeType]}`;
}
