/** The SQL of social accounts. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type ProviderRow = {
  readonly id: string;
  readonly title: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  /** Null while it does not answer. */
  readonly authorization_endpoint: string | null;
};

/** As the operator has put them in order; none where a worker has not been there for a while. */
export function providerRows(tx: ReadTx): Promise<ProviderRow[]> {
  return tx.rows<ProviderRow>`
    select id, title, client_id, redirect_uri, authorization_endpoint
    from social_providers
    where seen_at > ${tx.now}::timestamptz - interval '5 minutes'
    order by position`;
}

type NewAttempt = {
  readonly publicId: string;
  readonly provider: string;
  readonly userId: bigint | null;
  readonly tokenHash: Uint8Array;
  readonly browserHash: Uint8Array;
  readonly stateHash: Uint8Array;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly nextPath: string | null;
  readonly minutes: number;
};

export async function insertAttempt(tx: Tx, { minutes, ...attempt }: NewAttempt): Promise<void> {
  await tx.rows`
    insert into social_attempts (public_id, provider, user_id, token_hash, browser_hash, state_hash, nonce, code_verifier,
      next_path, began_at, expires_at)
    values (${attempt.publicId}, ${attempt.provider}, ${attempt.userId}, ${attempt.tokenHash}, ${attempt.browserHash},
      ${attempt.stateHash}, ${attempt.nonce}, ${attempt.codeVerifier}, ${attempt.nextPath}, ${tx.now},
      ${tx.now}::timestamptz + make_interval(mins => ${minutes}))`;
}

export type Held = { readonly tokenHash: Uint8Array; readonly browserHash: Uint8Array };
type Returning = Held & { readonly stateHash: Uint8Array; readonly provider: string; readonly answer: string };

export async function returnAttempt(
  tx: Tx,
  { tokenHash, browserHash, stateHash, provider, answer }: Returning,
): Promise<"returned" | "again" | "gone"> {
  return onlyRow(
    await tx.rows<{ outcome: "returned" | "again" | "gone" }>`
      select return_social_attempt(${tokenHash}, ${browserHash}, ${stateHash}, ${provider}, ${answer}) as outcome`,
  ).outcome;
}

export type AttemptRow = {
  readonly id: bigint;
  readonly public_id: string;
  readonly provider: string;
  readonly user_id: bigint | null;
  readonly next_path: string | null;
  readonly status: "begun" | "returned" | "verified" | "failed" | "used";
  readonly fault: "denied" | "away" | "wrong" | null;
  readonly verified_at: Date | null;
  readonly hint: string | null;
  readonly person_sealed: Uint8Array | null;
  readonly is_trusted: boolean;
  /** The user it is connected to. */
  readonly connected_to: bigint | null;
};

/** Of this token, from this browser, while it has not expired. */
export async function findAttempt(tx: ReadTx, { tokenHash, browserHash }: Held): Promise<AttemptRow | undefined> {
  const [row] = await tx.rows<AttemptRow>`
    select attempt.id, attempt.public_id, attempt.provider, attempt.user_id, attempt.next_path, attempt.status, attempt.fault,
      attempt.verified_at, attempt.hint, attempt.person_sealed, attempt.is_trusted, account.user_id as connected_to
    from social_attempts attempt
    left join social_accounts account
      on account.issuer = attempt.issuer and account.subject_hash = attempt.subject_hash
    where attempt.token_hash = ${tokenHash} and attempt.browser_hash = ${browserHash}
      and attempt.expires_at > market_now()`;
  return row;
}

/** The account it signs in to; null where another call has used it, or it is linked to none any more. */
export async function spendSignIn(tx: Tx, attemptId: bigint): Promise<bigint | null> {
  return onlyRow(await tx.rows<{ user_id: bigint | null }>`select use_social_sign_in(${attemptId}) as user_id`).user_id;
}

/** Before anybody is in that account. */
export async function connectNewcomer(
  tx: Tx,
  { userId, attemptId }: { userId: bigint; attemptId: bigint },
): Promise<"done" | "taken" | "known" | "gone"> {
  return onlyRow(
    await tx.rows<{ outcome: "done" | "taken" | "known" | "gone" }>`
      select register_social_account(${userId}, ${attemptId}) as outcome`,
  ).outcome;
}

export type ConnectOutcome = "done" | "taken" | "known" | "gone" | "unproved";

export async function connectAccount(
  tx: Tx,
  { userId, publicId }: { userId: bigint; publicId: string },
): Promise<ConnectOutcome> {
  return onlyRow(
    await tx.rows<{ outcome: ConnectOutcome }>`select connect_social_account(${userId}, ${publicId}) as outcome`,
  ).outcome;
}

export async function disconnectAccount(
  tx: Tx,
  { userId, provider }: { userId: bigint; provider: string },
): Promise<"done" | "none" | "unproved"> {
  return onlyRow(
    await tx.rows<{ outcome: "done" | "none" | "unproved" }>`
      select disconnect_social_account(${userId}, ${provider}) as outcome`,
  ).outcome;
}

export type ConnectedRow = {
  readonly provider: string;
  readonly title: string;
  readonly hint: string | null;
  readonly connected_at: Date;
};

export function connectedAccounts(tx: ReadTx, userId: bigint): Promise<ConnectedRow[]> {
  return tx.rows<ConnectedRow>`
    select account.provider, coalesce(known.title, account.provider) as title, account.hint, account.connected_at
    from social_accounts account
    left join social_providers known on known.id = account.provider
    where account.user_id = ${userId}
    order by account.connected_at, account.id`;
}
