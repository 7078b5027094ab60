/** Everybody who is verified is compared again with each list of sanctions that is new, a batch at a time; staff decide what is found. */
import type { BodyOf } from "#contract/endpoint.ts";
import type { decideScreening, ScreeningHit } from "#contract/screening.ts";
import { type RefusalCode, Refusal } from "#contract/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { ids } from "../../platform/ids.ts";
import { likeOnWatchList, watchListVersion } from "../../platform/watch-list.ts";
import { findUsersById, openPersonal } from "../../people/accounts/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { namesIn, openDetails } from "./details.ts";
import * as rows from "./screen-rows.ts";

const BATCH = 200;

/** Goes on where it was when a process ends: how far it has come is written with what it found. */
export async function screenAgain({ db }: Pick<AppPorts, "db">): Promise<void> {
  const version = await db.read((tx) => Promise.resolve(watchListVersion(tx.now.getTime())));
  if (version === undefined) return;
  await db.tx((tx) => rows.beginRun(tx, version));
  while (await db.tx((tx) => screenBatch(tx, version)));
}

/** False when nobody is left, or the list has changed meanwhile. */
async function screenBatch(tx: Tx, version: string): Promise<boolean> {
  const nowMs = tx.now.getTime();
  const after = await rows.lockRun(tx, version);
  if (after === undefined || watchListVersion(nowMs) !== version) return false;
  const people = await rows.nextToScreen(tx, { after, most: BATCH });
  const last = people.at(-1);
  if (!last) {
    await rows.endRun(tx, version);
    return false;
  }
  await rows.insertHits(tx, await hitsOf(tx, people, nowMs));
  await rows.moveRun(tx, { version, upto: last.user_id });
  return true;
}

/** By the name of the account and by those on the documents: of a company also its own and its owners'. */
async function hitsOf(tx: ReadTx, people: readonly rows.ToScreen[], nowMs: number): Promise<rows.Hit[]> {
  const users = await findUsersById(
    tx,
    people.map(({ user_id }) => user_id),
  );
  return people.flatMap(({ user_id: userId, documents }) => {
    const user = users.get(userId);
    const personal = user && openPersonal(user);
    const names = [
      ...(personal ? [`${personal.firstName} ${personal.lastName}`] : []),
      ...documents.flatMap(({ reference, details }) => namesIn(openDetails(Buffer.from(details, "base64"), reference))),
    ];
    const found = new Map(
      names.flatMap((name) => likeOnWatchList(name, nowMs) ?? []).map((one) => [one.name.slice(0, 300), one.percent]),
    );
    return [...found].map(([listedName, percent]) => ({ reference: ids.hash(), userId, listedName, percent }));
  });
}

/** Nobody's own is theirs to decide. */
export async function viewScreening(tx: ReadTx, staffId: bigint): Promise<ScreeningHit[]> {
  const found = await rows.waitingHits(tx);
  return found.map((row) => ({
    reference: row.reference,
    username: row.username,
    listedName: row.listed_name,
    percent: row.percent,
    foundAt: row.found_at.toISOString(),
    document: row.document,
    isOwn: row.user_id === staffId,
  }));
}

const REFUSES: Readonly<Record<string, RefusalCode>> = {
  not_judge: "auth.forbidden",
  unknown: "verification.unknown",
  over: "verification.over",
  own: "staff.own_account",
  unlooked: "verification.unlooked",
  unrestricted: "verification.unrestricted",
};

/** Refuses verification.unknown, .over, .unlooked, .unrestricted, staff.own_account, auth.forbidden, auth.password_proof. */
export async function decideHit(
  tx: Tx,
  { staffId, body }: { readonly staffId: bigint; readonly body: BodyOf<typeof decideScreening> },
): Promise<void> {
  const outcome = await rows.decideHit(tx, { ...body, staffId });
  if (outcome === "unproved") throw proofRefusal({ kind: "approve_verification", id: body.reference });
  if (outcome === "done") return;
  const code = REFUSES[outcome];
  if (!code) throw new Error(`a hit was answered with ${outcome}`);
  throw new Refusal(code);
}
