/** A visitor without mailbox and factors requests an account: the same is written, and answered, whether there is one or not. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import type * as calls from "#contract/compliance/recovery/recovery.ts";
import type { RecoveryState } from "#contract/compliance/recovery/recovery.ts";
import { isOfPictures } from "#contract/compliance/recovery/names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import type { Caller } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { emailMark } from "../../people/accounts/index.ts";
import { countRecoveryAsk } from "../../people/auth/index.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { REFUSES } from "./refusals.ts";
import * as rows from "./rows.ts";
import { hashOfToken, sealMailbox, sealDetails } from "./sealed-case.ts";

type Asking = { readonly body: BodyOf<typeof calls.startRecovery>; readonly caller: Caller };

/** Looks nothing up. Refuses auth.throttled, and recovery.full while too many wait. */
export async function startRecovery(
  tx: Tx,
  { body: { account, email, story, locale }, caller }: Asking,
): Promise<{ secret: string; state: RecoveryState }> {
  await countRecoveryAsk(tx, { account, email, ip: caller.ip });
  const [reference, secret] = [ids.hash(), ids.secret()];
  const outcome = await rows.startCase(tx, {
    reference,
    code: ids.digits(8),
    secretHash: hashOfToken(secret),
    detailsSealed: sealDetails({ account, story }, reference),
    emailSealed: sealMailbox(email, reference),
    emailIndex: emailMark(email),
    accountMark: emailMark(account),
    // An address is found by its mark, and is stored nowhere in clear.
    accountName: account.includes("@") ? "" : account,
    lang: locale,
  });
  if (outcome === "full") throw new Refusal("recovery.full");
  return { secret, state: await viewState(tx, secret) };
}

/** Counted before it is drawn. Refuses recovery.unknown, .over, .pictures. */
export async function takeUpload(tx: Tx, reference: string): Promise<void> {
  const outcome = await rows.takeUpload(tx, reference);
  if (outcome !== "taken") throw wordRefusal(outcome, REFUSES);
}

/** Refuses recovery.unknown, .over. */
export async function addPicture(tx: Tx, picture: rows.NewPicture): Promise<void> {
  const outcome = await rows.addPicture(tx, picture);
  if (outcome !== "added") throw wordRefusal(outcome, REFUSES);
}

/** Refuses recovery.unknown, .over, .incomplete, .full. */
export async function submit(tx: Tx, secret: string): Promise<RecoveryState> {
  const outcome = await rows.submitCase(tx, hashOfToken(secret));
  if (outcome !== "submitted") throw wordRefusal(outcome, REFUSES);
  return viewState(tx, secret);
}

/** Refuses recovery.link_gone. */
export async function confirm(tx: Tx, token: string): Promise<RecoveryState> {
  if ((await rows.confirmCase(tx, hashOfToken(token))) === "gone") throw new Refusal("recovery.link_gone");
  return viewState(tx, token);
}

/** By the secret of the page or the link of the mailbox. Refuses recovery.unknown. */
export async function viewState(tx: ReadTx, token: string): Promise<RecoveryState> {
  const row = await rows.stateOf(tx, hashOfToken(token));
  if (!row) throw new Refusal("recovery.unknown");
  return {
    reference: row.reference,
    code: row.code,
    status: row.status,
    sides: row.sides,
    // Of other reasons one would learn what an account has.
    reason: row.reason && isOfPictures(row.reason) ? row.reason : null,
    waitsUntil: row.waits_until?.toISOString() ?? null,
  };
}
