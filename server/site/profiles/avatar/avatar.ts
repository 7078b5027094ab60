/** Profile pictures: the drawing that pages make of a name, as a file, and pictures that users upload. */
import { faceOf } from "#contract/people/avatar.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Db, ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { wordRefusal } from "../../../platform/postgres/outcomes.ts";
import type { Files } from "../../../platform/files/files.ts";
import { ids } from "../../../platform/ids.ts";
import { findUserIdByUsername } from "../../../people/accounts/index.ts";
import { drawSquare } from "../../../platform/files/drawn.ts";
import { findOwnFile } from "../../../market/chat/index.ts";
import { type NewAvatar, removeByStaff } from "./rows.ts";

/** As SVG text. */
export function avatarSvg(username: string): string {
  const { ground, ink, path } = faceOf(username);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7" role="img"><path fill="${ground}" d="M0 0h7v7H0z"/><path fill="${ink}" d="${path}"/></svg>`;
}

const SIDE = 256;

/**
 * Redraws a square of the user's own upload and stores it, on no connection of the database. Refuses upload.not_found for an
 * unowned upload or another user's, upload.not_accepted for a file that is no picture.
 */
export async function drawAvatar(
  db: Db,
  { files, ownerId, fileUrl }: { files: Files; ownerId: bigint; fileUrl: string },
): Promise<NewAvatar> {
  const hash = /^\/uploads\/([A-Za-z0-9]+)$/.exec(fileUrl)?.[1];
  const own = hash === undefined ? undefined : await db.read((tx) => findOwnFile(tx, { hash, ownerId }));
  if (!own) throw fieldRefusal("upload.not_found", "fileUrl");
  if (own.mime_type === "application/pdf") throw fieldRefusal("upload.not_accepted", "fileUrl");
  const drawn = await drawSquare(SIDE, { bytes: await files.get(own.file_key), account: `user:${ownerId}` });
  return { name: ids.secret(), fileKey: await files.putAlone(drawn) };
}

/** Refuses account.not_found, auth.forbidden for staff who may not restrict that account, account.no_avatar. */
export async function takeAvatarAway(
  tx: Tx,
  { username, staffId, reason }: { username: string; staffId: bigint; reason: string },
): Promise<void> {
  const userId = await idOf(tx, username);
  const outcome = await removeByStaff(tx, { userId, staffId, reason });
  if (outcome !== "done") throw wordRefusal(outcome, { not_allowed: "auth.forbidden", none: "account.no_avatar" });
}

async function idOf(tx: ReadTx, username: string): Promise<bigint> {
  const id = await findUserIdByUsername(tx, username);
  if (id === undefined) throw new Refusal("account.not_found");
  return id;
}
