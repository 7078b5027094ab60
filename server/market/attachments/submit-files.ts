/** The buyer submits files: each is compared with the stored upload and posted in the conversation for its readers. */
import { createHash } from "node:crypto";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { submitRequirements } from "#contract/market/trades/attachments.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { RequirementName } from "#contract/market/offers/requirement-names.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import type { Files } from "../../platform/files/files.ts";
import { ids } from "../../platform/ids.ts";
import { findOwnFile, postSubmittedFile, postSystemLines } from "../chat/index.ts";
import { findTrade, roleIn, type TradeRow } from "../trades/index.ts";
import { REFUSES } from "./refusals.ts";
import { attach } from "./rows.ts";

export type Checked = {
  readonly requirement: RequirementName;
  readonly file: string;
  /** The bytes are gone, or others than were uploaded. */
  readonly isCorrupted: boolean;
};

/** Reads the bytes, on no connection of the database. Refuses upload.not_found for a file that is not the caller's. */
export async function checkFiles(
  { db, files }: { readonly db: Db; readonly files: Files },
  userId: bigint,
  { requirements }: BodyOf<typeof submitRequirements>,
): Promise<Checked[]> {
  const checked: Checked[] = [];
  for (const { requirementId: requirement, url } of requirements) {
    const file = url.slice("/uploads/".length);
    const own = await db.read((tx) => findOwnFile(tx, { hash: file, ownerId: userId }));
    if (!own) throw new Refusal("upload.not_found");
    const digest = await files.get(own.file_key).then(
      (bytes) => createHash("sha256").update(bytes).digest(),
      () => undefined,
    );
    checked.push({ requirement, file, isCorrupted: !digest || own.sha256 === null || !digest.equals(own.sha256) });
  }
  return checked;
}

type SubmitFiles = {
  readonly hash: string;
  readonly userId: bigint;
  readonly checked: readonly Checked[];
  /** The active ones of the buyer. */
  readonly restrictions: readonly string[];
};

/** Refuses trade.not_found, trade.not_yours, trade.wrong_status, upload.not_found, upload.count_limit. Returns the trade as it is then. */
export async function submitFiles(tx: Tx, { hash, userId, checked, restrictions }: SubmitFiles): Promise<TradeRow> {
  const trade = await findTrade(tx, hash);
  const role = trade && roleIn(trade, userId);
  if (!role) throw new Refusal("trade.not_found");
  if (role !== "buyer") throw new Refusal("trade.not_yours");
  let isNew = false;
  for (const { requirement, file, isCorrupted } of checked) {
    if (isCorrupted) continue;
    const outcome = await attach(tx, { hash, userId, requirement, file, publicId: ids.hash() });
    if (outcome === "attached_before") continue;
    if (outcome !== "attached") throw wordRefusal(outcome, REFUSES);
    await postSubmittedFile(tx, {
      ref: hash,
      authorId: userId,
      isStaff: false,
      text: "",
      uploadHash: file,
      restrictions,
    });
    isNew = true;
  }
  if (isNew) {
    postSystemLines(tx, [{ ref: hash, key: "receipt_uploaded" }]);
    tx.emit({ type: "trade.receipt_uploaded", subject: hash, payload: { actor: role, status: trade.status } });
  }
  return (await findTrade(tx, hash)) ?? trade;
}
