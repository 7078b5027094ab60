/** The SQL of tokens for the provider's web SDK. */
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

export async function hasProvider(tx: ReadTx): Promise<boolean> {
  const rows = await tx.rows`
    select
    from document_provider
    where seen_at > ${tx.now}::timestamptz - interval '5 minutes'`;
  return rows.length > 0;
}

/** A worker's: says about once a minute that there is one. */
export async function noteProvider(tx: Tx): Promise<void> {
  await tx.rows`
    insert into document_provider (seen_at)
    values (${tx.now})
    on conflict (id) do update
    set seen_at = excluded.seen_at
    where document_provider.seen_at < ${tx.now}::timestamptz - interval '1 minute'`;
}

type Taken = { readonly token_sealed: Uint8Array; readonly expires_at: Date };

/** It is gone with this. */
export async function takeToken(tx: Tx, reference: string): Promise<Taken | undefined> {
  const [row] = await tx.rows<Taken>`
    delete from provider_tokens fetched
    using verifications one
    where one.reference = ${reference} and fetched.verification_id = one.id and fetched.expires_at > ${tx.now}
    returning fetched.token_sealed, fetched.expires_at`;
  return row;
}

/** The second time nothing. */
export async function askForToken(tx: Tx, reference: string): Promise<void> {
  await tx.rows`
    insert into provider_tokens (verification_id, asked_at, next_try_at)
    select one.id, ${tx.now}, ${tx.now}
    from verifications one
    where one.reference = ${reference}
    on conflict do nothing`;
}

export type ToFetch = {
  readonly verification_id: bigint;
  readonly reference: string;
  readonly kind: "id" | "address";
  readonly applicant_id: string | null;
};

/** By the clock of the database, which wrote when. */
export function tokensToFetch(tx: ReadTx, limit: number): Promise<ToFetch[]> {
  return tx.rows<ToFetch>`
    select asked.verification_id, one.reference, one.kind, checked.applicant_id
    from provider_tokens asked
    join verifications one on one.id = asked.verification_id
    left join provider_cases checked on checked.verification_id = one.id
    where asked.token_sealed is null and asked.next_try_at <= (select market_now()) and one.kind in ('id', 'address')
    order by asked.next_try_at
    limit ${limit}`;
}

/** From now on the person may show the provider pictures that we do not have. */
export async function keepToken(
  tx: Tx,
  wish: { readonly verificationId: bigint; readonly tokenSealed: Uint8Array; readonly seconds: number },
): Promise<void> {
  await tx.rows`
    update provider_tokens
    set token_sealed = ${wish.tokenSealed}, expires_at = ${tx.now}::timestamptz + make_interval(secs => ${wish.seconds})
    where verification_id = ${wish.verificationId}`;
  await tx.rows`
    update provider_cases
    set token_given_at = coalesce(token_given_at, ${tx.now})
    where verification_id = ${wish.verificationId}`;
}

export async function markUnfetched(tx: Tx, verificationId: bigint): Promise<void> {
  await tx.rows`
    update provider_tokens
    set failures = failures + 1, next_try_at = ${tx.now}::timestamptz + make_interval(secs => least(2 ^ failures, 60))
    where verification_id = ${verificationId}`;
}

/** Nobody waits ten minutes for one, and none counts longer. */
export async function forgetEnded(tx: Tx): Promise<void> {
  await tx.rows`
    delete from provider_tokens
    where coalesce(expires_at, asked_at + interval '10 minutes') <= ${tx.now}`;
}
