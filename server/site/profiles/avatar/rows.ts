/** The SQL of pictures that people show of themselves. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { onlyRow } from "../../../platform/postgres/only-row.ts";

export type NewAvatar = { readonly name: string; readonly fileKey: string };

/** In the place of the previous one; null takes it away. False where there was nothing to take away. */
export async function setAvatar(tx: Tx, userId: bigint, avatar: NewAvatar | null): Promise<boolean> {
  const { name, fileKey } = avatar ?? { name: null, fileKey: null };
  return onlyRow(await tx.rows<{ done: boolean }>`select set_avatar(${userId}, ${name}, ${fileKey}) as done`).done;
}

type Removal = { readonly userId: bigint; readonly staffId: bigint; readonly reason: string };

export async function removeByStaff(
  tx: Tx,
  { userId, staffId, reason }: Removal,
): Promise<"done" | "not_allowed" | "none"> {
  return onlyRow(
    await tx.rows<{ outcome: "done" | "not_allowed" | "none" }>`
      select outcome from remove_avatar_by_staff(${userId}, ${staffId}, ${reason}, ${tx.now})`,
  ).outcome;
}

/** Undefined where nobody shows it any more. */
export async function avatarFile(tx: ReadTx, name: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ file_key: string }>`
    select file_key
    from avatars
    where name = ${name}`;
  return row?.file_key;
}
