/** Feature requests: asked for, voted for, and what staff make of them. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { FeatureStatus } from "#contract/reach/support/names.ts";
import type { FeatureList, FeatureRequest } from "#contract/reach/support/support.ts";
import type { StaffFeatures } from "#contract/staff/support.ts";
import { readSlice } from "../../../platform/cursors.ts";
import { ids } from "../../../platform/ids.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";
import * as rows from "./feature-rows.ts";

const MOST_A_DAY = 5;
const DAY_SEC = 86_400;

/** Refuses auth.throttled. */
export async function requestFeature(
  tx: Tx,
  { userId, text }: { userId: bigint; text: string },
): Promise<FeatureRequest> {
  if ((await rows.countOfDay(tx, userId)) >= MOST_A_DAY)
    throw new Refusal("auth.throttled", { retryAfterSec: DAY_SEC });
  const hash = ids.hash();
  await rows.insertFeature(tx, { hash, authorId: userId, body: text });
  return viewOne(tx, { hash, viewerId: userId });
}

type Vote = { readonly userId: bigint; readonly id: string; readonly isVoted: boolean };

/** A second equal call changes nothing. Refuses support.no_feature where nobody can vote. */
export async function vote(tx: Tx, { userId, id, isVoted }: Vote): Promise<FeatureRequest> {
  const row = await rows.featureByHash(tx, { hash: id, viewerId: userId });
  if (!row || (row.status !== "open" && row.status !== "planned")) throw new Refusal("support.no_feature");
  const one = { requestId: row.id, userId };
  await (isVoted ? rows.addVote(tx, one) : rows.removeVote(tx, one));
  return viewOne(tx, { hash: id, viewerId: userId });
}

export async function viewFeatures(
  tx: ReadTx,
  { viewerId, after }: { viewerId: bigint | null; after?: string | undefined },
): Promise<FeatureList> {
  const found = await readSlice(
    (limit) => rows.featureRows(tx, { viewerId, after, limit }),
    ({ votes, id }) => `${votes}.${id}`,
  );
  return { rows: found.rows.map((row) => viewOf(row, viewerId)), next: found.next };
}

async function viewOne(tx: ReadTx, asked: { hash: string; viewerId: bigint }): Promise<FeatureRequest> {
  const row = await rows.featureByHash(tx, asked);
  if (!row) throw new Error("a feature request just written cannot be read");
  return viewOf(row, asked.viewerId);
}

function viewOf(row: rows.FeatureRow, viewerId: bigint | null): FeatureRequest {
  return {
    ...{ id: row.hash, text: row.body, status: row.status, votes: row.votes, at: row.created_at.toISOString() },
    isMine: viewerId !== null && row.author_id === viewerId,
    isVoted: row.is_voted,
  };
}

type Listed = { readonly status?: FeatureStatus | undefined; readonly after?: string | undefined };

export async function viewStaffFeatures(tx: ReadTx, { status = "new", after }: Listed): Promise<StaffFeatures> {
  const [found, waiting] = await Promise.all([
    readSlice(
      (limit) => rows.staffFeatureRows(tx, { status, after: after === undefined ? null : BigInt(after), limit }),
      ({ id }) => String(id),
    ),
    rows.countNewFeatures(tx),
  ]);
  return { rows: found.rows.map(staffViewOf), next: found.next, waiting };
}

type Decision = { readonly staffId: bigint; readonly id: string; readonly status: FeatureStatus };

/** Refuses auth.forbidden, support.no_feature. */
export async function decideFeature(tx: Tx, { staffId, id, status }: Decision): Promise<StaffFeatures["rows"][number]> {
  const row = await rows.staffFeatureByHash(tx, id);
  if (!row) throw new Refusal("support.no_feature");
  await rows.setFeatureStatus(tx, { id: row.id, status });
  await recordStaffAct(tx, { staffId, act: "support.feature", subject: `feature: ${id}`, reason: status });
  return staffViewOf({ ...row, status });
}

function staffViewOf(row: rows.StaffFeatureRow): StaffFeatures["rows"][number] {
  const { hash: id, body: text, status, votes, username } = row;
  return { id, text, status, votes, username, at: row.created_at.toISOString() };
}
