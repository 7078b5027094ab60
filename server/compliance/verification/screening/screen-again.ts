/** Verified users are compared with each new list of sanctions, a batch at a time; staff decide what is found. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type { DecidedHits, decideScreening, ScreeningHit, ScreeningPage } from "#contract/compliance/screening.ts";
import { startOf } from "#contract/platform/plain-text.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { ids } from "../../../platform/ids.ts";
import { readSlice } from "../../../platform/cursors.ts";
import { likeOnWatchList, watchListVersion } from "../../../platform/words/watch-list.ts";
import { findUsersById, openPersonal } from "../../../people/accounts/index.ts";
import { proofRefusal } from "../../../people/auth/index.ts";
import { namesIn, openDetails } from "../details.ts";
import { wordRefusal } from "../../../platform/postgres/outcomes.ts";
import { REFUSES } from "../refusals.ts";
import * as rows from "./screen-rows.ts";

const BATCH = 200;
/** In one turn of the job, so that nothing else of the worker waits long. */
const MOST_BATCHES = 50;
/** A process may know the list before this for a minute longer. */
const BESIDE_MS = 120_000;

/** Goes on where it was when a process ends: how far it has come is written with what it found. */
export async function screenAgain({ db }: Pick<AppPorts, "db">): Promise<void> {
  const version = await db.read((tx) => Promise.resolve(watchListVersion(tx.now.getTime())));
  if (version === undefined) return;
  await db.tx((tx) => rows.beginRun(tx, version));
  for (let batch = 0; batch < MOST_BATCHES; batch++) if (!(await screenBatch(db, version))) return;
}

/** Compares in no transaction, and writes in a short one. False when nobody is left, or the list has changed meanwhile. */
async function screenBatch(db: AppPorts["db"], version: string): Promise<boolean> {
  const batch = await db.read(async (tx) => {
    const run = await rows.runOf(tx, version);
    if (!run) return undefined;
    const people = await rows.nextToScreen(tx, { after: run.upto, most: BATCH });
    const endsAt = new Date(run.began_at.getTime() + BESIDE_MS);
    const isLast = people.length === 0;
    // A user who is being approved now may have been compared with the previous list: the end waits for them.
    if (isLast && tx.now < endsAt) return undefined;
    const from = new Date(run.began_at.getTime() - BESIDE_MS);
    const some = isLast ? await rows.decidedBeside(tx, { from, to: endsAt }) : people;
    return { after: run.upto, some, users: await usersOf(tx, some), nowMs: tx.now.getTime(), isLast };
  });
  if (!batch) return false;
  const hits = await hitsOf(batch);
  if (watchListVersion(batch.nowMs) !== version) return false;
  const { after, isLast } = batch;
  const upto = batch.some.at(-1)?.user_id ?? after;
  await db.tx(async (tx) => {
    if (!isLast && !(await rows.moveRun(tx, { version, after, upto }))) return;
    await rows.insertHits(tx, hits);
    if (isLast) await rows.endRun(tx, { version, after });
  });
  return !isLast;
}

type Users = Awaited<ReturnType<typeof findUsersById>>;
type Batch = { readonly some: readonly rows.ToScreen[]; readonly users: Users; readonly nowMs: number };

const usersOf = (tx: ReadTx, people: readonly rows.ToScreen[]): Promise<Users> =>
  findUsersById(
    tx,
    people.map(({ user_id }) => user_id),
  );

/** By the name of the account and by those on the documents: of a company also its own and its owners'. A turn for each person. */
async function hitsOf({ some, users, nowMs }: Batch): Promise<rows.Hit[]> {
  const hits: rows.Hit[] = [];
  for (const { user_id: userId, documents } of some) {
    const user = users.get(userId);
    const personal = user && openPersonal(user);
    const names = [
      ...(personal ? [`${personal.firstName} ${personal.lastName}`] : []),
      ...documents.flatMap(({ reference, details }) => namesIn(openDetails(Buffer.from(details, "base64"), reference))),
    ];
    const found = new Map<string, rows.Hit>();
    for (const { id, name, percent } of names.flatMap((one) => likeOnWatchList(one, nowMs) ?? [])) {
      const hit = { reference: ids.hash(), userId, listedName: startOf(name, 300), listedId: id.slice(0, 60), percent };
      const key = `${hit.listedId}\n${hit.listedName}`;
      if (percent > (found.get(key)?.percent ?? 0)) found.set(key, hit);
    }
    hits.push(...found.values());
    await nextTurn();
  }
  return hits;
}

/** Matches of other users: staff neither read nor decide their own. */
export async function viewScreening(tx: ReadTx, { staffId, who, after }: HitsAsked): Promise<ScreeningPage> {
  const found = await readSlice(
    (limit) => rows.waitingHits(tx, { staffId, who, after, limit }),
    ({ place }) => place,
  );
  return { rows: found.rows.map(hitView), next: found.next };
}

type HitsAsked = {
  readonly staffId: bigint;
  readonly who?: string | undefined;
  readonly after?: string | undefined;
};

/** By whom and why; the latest first. */
export async function viewDecided(tx: ReadTx, { staffId, who, after }: HitsAsked): Promise<DecidedHits> {
  const found = await readSlice(
    (limit) => rows.decidedHits(tx, { staffId, who, after, limit }),
    ({ place }) => place,
  );
  return {
    rows: found.rows.map((row) => ({
      ...{ ...hitView(row), verdict: row.verdict, decidedBy: row.decided_by, why: row.decided_why },
      decidedAt: row.decided_at.toISOString(),
    })),
    next: found.next,
  };
}

const hitView = (row: rows.HitRow): ScreeningHit => ({
  ...{ reference: row.reference, username: row.username, percent: row.percent, document: row.document },
  ...{ listedName: row.listed_name, listedId: row.listed_id, foundAt: row.found_at.toISOString() },
});

/** Refuses verification.unknown, .over, .unlooked, .unrestricted, staff.own_account, auth.forbidden, auth.password_proof. */
export async function decideHit(
  tx: Tx,
  { staffId, body }: { readonly staffId: bigint; readonly body: BodyOf<typeof decideScreening> },
): Promise<void> {
  const outcome = await rows.decideHit(tx, { ...body, staffId });
  if (outcome === "done") return;
  const unproved = proofRefusal({ kind: "approve_verification", id: body.reference });
  throw wordRefusal(outcome, { ...REFUSES, unproved });
}
