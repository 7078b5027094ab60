/** The SQL of a worker that asks providers. */
import type { Db, ReadTx, Tx } from "../../platform/postgres/db.ts";

export type NamedProvider = {
  readonly id: string;
  readonly title: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** Null while it does not answer. */
  readonly authorizationEndpoint: string | null;
};

/** Those of the configuration, and no others. */
export async function keepProviders(tx: Tx, providers: readonly NamedProvider[]): Promise<void> {
  await tx.rows`
    delete from social_providers
    where id <> all (${providers.map(({ id }) => id)}::text[])`;
  for (const [position, provider] of providers.entries())
    await tx.rows`
      insert into social_providers (id, title, issuer, client_id, redirect_uri, position, authorization_endpoint, seen_at)
      values (${provider.id}, ${provider.title}, ${provider.issuer}, ${provider.clientId}, ${provider.redirectUri},
        ${position}, ${provider.authorizationEndpoint}, ${tx.now})
      on conflict (id) do update
      set title = excluded.title, issuer = excluded.issuer, client_id = excluded.client_id,
        redirect_uri = excluded.redirect_uri, position = excluded.position,
        authorization_endpoint = excluded.authorization_endpoint, seen_at = excluded.seen_at`;
}

export type ReturnedRow = {
  readonly id: bigint;
  readonly public_id: string;
  readonly provider: string;
  readonly state_hash: Uint8Array;
  readonly nonce: string;
  readonly code_verifier: string;
  readonly answer: string;
};

type Looking = { readonly underWay: readonly bigint[]; readonly full: readonly string[]; readonly most: number };

/** Besides those under way, of providers that have room. */
export function returnedAttempts(tx: ReadTx, { underWay, full, most }: Looking): Promise<ReturnedRow[]> {
  return tx.rows<ReturnedRow>`
    select id, public_id, provider, state_hash, nonce, code_verifier, answer
    from social_attempts
    where status = 'returned' and expires_at > market_now()
      and id <> all (${underWay}::bigint[]) and provider <> all (${full}::text[])
    order by id
    limit ${most}`;
}

type Verified = {
  readonly id: bigint;
  readonly issuer: string;
  readonly subjectHash: Uint8Array;
  readonly hint: string | null;
  readonly personSealed: Uint8Array;
  readonly isTrusted: boolean;
};

/** Nothing where it was written already. */
export async function markVerified(tx: Tx, { id, ...identity }: Verified): Promise<void> {
  await tx.rows`
    update social_attempts
    set status = 'verified', verified_at = ${tx.now}, issuer = ${identity.issuer}, subject_hash = ${identity.subjectHash},
      hint = ${identity.hint}, person_sealed = ${identity.personSealed}, is_trusted = ${identity.isTrusted},
      code_verifier = '', answer = ''
    where id = ${id} and status = 'returned'`;
}

export async function markFailed(
  tx: Tx,
  { id, fault }: { id: bigint; fault: "denied" | "away" | "wrong" },
): Promise<void> {
  await tx.rows`
    update social_attempts
    set status = 'failed', fault = ${fault}, code_verifier = '', answer = ''
    where id = ${id} and status = 'returned'`;
}

/** Those of more than an hour ago. */
export async function deleteOldAttempts(tx: Tx): Promise<void> {
  await tx.rows`
    delete from social_attempts
    where began_at < ${tx.now}::timestamptz - interval '1 hour'`;
}

/** As the owner of the tables: ends attempts sealed with another secret. Returns the line for the operator. */
export async function endAttempts(db: Db): Promise<string> {
  const ended = await db.tx((tx) => tx.rows`delete from social_attempts returning id`);
  return `ended ${ended.length} attempts to sign in by an account elsewhere`;
}
