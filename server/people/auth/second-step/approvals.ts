/**
 * A sign-in that waits asks the account's signed-in browsers: there its owner chooses the number that the new browser shows, and
 * confirms with what the signer takes. The signer writes the yes; a no takes nothing but a session.
 */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { shownOf } from "#contract/people/sign-in/proofs.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type {
  approveSignIn as approveSignInCall,
  SignInRequest,
  WatchedApproval,
} from "#contract/people/sign-in/sign-in-approvals.ts";
import { calledFrom, noteCaller } from "../../../platform/postgres/caller-rows.ts";
import type { Db, ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { wordRefusal } from "../../../platform/postgres/outcomes.ts";
import type { Caller, Preparing, Viewer } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { networkOf } from "../../../platform/words/networks.ts";
import { approvalsOf, askOthers, deny, findWatched, tellUnfinished, type WatchedRow } from "./approval-rows.ts";
import { askVerifier } from "../ask-verifier.ts";
import { findPending } from "./pending-rows.ts";
import { heldBy } from "./second-step.ts";
import { deviceOf, placeOf } from "../sessions/sessions.ts";
import { countingGuesses, wrongRefusal } from "./two-factor.ts";

const CHOICES = 3;
const LEAST = 10;
const RETRY_SEC = 3600;

/** Refuses auth.sign_in_gone, auth.approval_open, auth.approval_blocked and auth.throttled. */
export async function askApproval(tx: Tx, caller: Caller): Promise<WatchedApproval> {
  const held = heldBy(caller);
  await noteCaller(tx, caller);
  const pending = await findPending(tx, held);
  if (!pending) throw new Refusal("auth.sign_in_gone");
  const { number, choices } = drawChoices();
  const outcome = await askOthers(tx, {
    pendingId: pending.id,
    publicId: ids.hash(),
    number,
    choices,
    network: networkOf(caller.ip),
  });
  if (outcome === "open") throw new Refusal("auth.approval_open");
  if (outcome === "blocked") throw new Refusal("auth.approval_blocked");
  if (outcome === "too_many") throw new Refusal("auth.throttled", { retryAfterSec: RETRY_SEC });
  const asked = outcome === "asked" ? await findWatched(tx, held) : undefined;
  if (!asked) throw new Refusal("auth.sign_in_gone");
  return viewWatched(asked);
}

/** The right one is at a random position among the others. */
function drawChoices(): { number: number; choices: number[] } {
  const choices = new Set<number>();
  while (choices.size < CHOICES) choices.add(LEAST + ids.below(100 - LEAST));
  const all = [...choices];
  return { number: all[ids.below(CHOICES)] ?? LEAST, choices: all };
}

/** Refuses auth.sign_in_gone where nobody was asked. */
export async function watchApproval(tx: ReadTx, caller: Caller): Promise<WatchedApproval> {
  const asked = await findWatched(tx, heldBy(caller));
  if (!asked) throw new Refusal("auth.sign_in_gone");
  return viewWatched(asked);
}

const stateOf = ({ state, is_over }: Pick<WatchedRow, "state" | "is_over">) =>
  state === "pending" && is_over ? "expired" : state;

function viewWatched(row: WatchedRow): WatchedApproval {
  return { state: stateOf(row), number: row.number, validUntil: row.expires_at.toISOString() };
}

export async function viewRequests(tx: ReadTx, userId: bigint, locale: string): Promise<SignInRequest[]> {
  return (await approvalsOf(tx, userId)).map((row) => ({
    id: row.public_id,
    state: stateOf(row),
    device: deviceOf(row.user_agent),
    ip: row.ip,
    place: placeOf(row.ip, locale),
    at: row.made_at.toISOString(),
    validUntil: row.expires_at.toISOString(),
    choices: row.choices,
  }));
}

/** Refuses auth.approval_gone. */
export async function denySignIn(
  tx: Tx,
  { viewer, caller, publicId }: { viewer: Viewer; caller: Caller; publicId: string },
): Promise<void> {
  await noteCaller(tx, caller);
  if (!(await deny(tx, { publicId, userId: viewer.userId }))) throw new Refusal("auth.approval_gone");
}

/** By the signer, on no connection of the database. Refuses what it refuses. */
export async function approveSignIn(
  preparing: Preparing,
  { viewer, caller }: { viewer: Viewer; caller: Caller },
  { id, number, ...fields }: BodyOf<typeof approveSignInCall>,
): Promise<void> {
  const shown = shownOf(fields);
  const asked = { userId: String(viewer.userId), requestId: id, number, shown, from: calledFrom(caller) };
  const { outcome } = await countingGuesses(preparing, viewer, {
    shown,
    work: () => askVerifier(() => preparing.verifier.approveSignIn(asked)),
    right: "approved",
    wrong: ["wrong"],
  });
  if (outcome !== "approved")
    throw wordRefusal(outcome, {
      gone: "auth.approval_gone",
      number: "auth.approval_number",
      factor: "auth.factor_needed",
      wrong: wrongRefusal(shown),
    });
}

/** In short transactions, until none is left. */
export async function tellUnfinishedSignIns(db: Db): Promise<void> {
  while ((await db.tx(tellUnfinished)) > 0);
}
