/** The SQL of uploads. */
import type { Upload } from "#contract/market/trades/chat.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export type UploadRow = {
  hash: string;
  name: string;
  mime_type: Upload["mimeType"];
  size_bytes: number;
  has_thumb: boolean;
  created_at: string;
};

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

/** The file of one's own upload. */
export async function findOwnFile(
  tx: ReadTx,
  { hash, ownerId }: { hash: string; ownerId: bigint },
): Promise<OwnFile | undefined> {
  const [row] = await tx.rows<OwnFile>`
    select mime_type, file_key, sha256
    from uploads
    where hash = ${hash} and owner_id = ${ownerId}`;
  return row;
}

/** Without a digest where it is of an earlier version. */
type OwnFile = Pick<KeptFile, "mime_type" | "file_key"> & { sha256: Buffer | null };

export type KeptFile = { mime_type: Upload["mimeType"]; name: string; file_key: string; thumb_key: string | null };

/** The file, for its owner and for members of a conversation where it was posted, moderators as staff; undefined for everybody else. */
export async function findReadableUpload(
  tx: ReadTx,
  { hash, viewerId, isStaff }: { readonly hash: string; readonly viewerId: bigint; readonly isStaff: boolean },
): Promise<KeptFile | undefined> {
  const [row] = await tx.rows<KeptFile>`
    select mime_type, name, file_key, thumb_key
    from uploads
    where hash = ${hash}
      and (owner_id = ${viewerId} or exists (
        select from chat_messages message
        join conversations conversation on conversation.id = message.trade_id
        left join chat_members member on member.trade_id = message.trade_id and member.user_id = ${viewerId}
        where message.upload_id = uploads.id
          and (${viewerId}::bigint in (conversation.buyer_id, conversation.seller_id)
            or (member.user_id is not null and ${isStaff}::boolean))))`;
  return row;
}

/** Where the bytes are, and the digest of the copy that is shown. */
export type KeptBytes = {
  readonly fileKey: string;
  readonly thumbKey: string | null;
  readonly sha256: Uint8Array;
};

export async function insertUpload(
  tx: Tx,
  row: UploadRow,
  { ownerId, fileKey, thumbKey, sha256 }: KeptBytes & { readonly ownerId: bigint },
): Promise<void> {
  await tx.rows`
    insert into uploads (hash, owner_id, name, mime_type, file_key, thumb_key, size_bytes, sha256, created_at)
    values (${row.hash}, ${ownerId}, ${row.name}, ${row.mime_type}, ${fileKey}, ${thumbKey}, ${row.size_bytes},
            ${sha256}::bytea, ${tx.now})`;
}
