/** The SQL of proofs as the signer writes them: from its own look at what is proved. */
import type { CryptoCode } from "#contract/money.ts";
import { ESCROW_STATUSES, REOPENABLE_STATUSES } from "#contract/trade-statuses.ts";
import type { ReadTx, Tx } from "../platform/db.ts";

export const PROOF_MINUTES = 15;

export type ProofRow = {
  readonly userId: bigint;
  readonly kind: string;
  readonly id: string;
  readonly winner: string | null;
  readonly method: "password" | "passkey";
};

/**
 * Writes those whose thing is the user's and open: a seller's trade whose coins are in escrow, a quote that is alive and
 * unused, and for the staff a trade of others in dispute, or one that may be reopened. Returns their places in the list.
 */
export async function insertProofs(tx: Tx, asked: readonly ProofRow[]): Promise<number[]> {
  if (asked.length === 0) return [];
  const rows = await tx.rows<{ place: number }>`
    with asked as (
      select (asked.place - 1)::int as place, asked.user_id, asked.kind, asked.id, asked.winner, asked.method
      from unnest(
        ${asked.map(({ userId }) => userId)}::bigint[], ${asked.map(({ kind }) => kind)}::text[],
        ${asked.map(({ id }) => id)}::text[], ${asked.map(({ winner }) => winner)}::text[],
        ${asked.map(({ method }) => method)}::text[]
      ) with ordinality as asked (user_id, kind, id, winner, method, place)
    ), open as (
      select asked.place, asked.user_id, asked.method,
        case asked.kind
          when 'release' then format('trade_release:%s:%s', trade.id, trade.round)
          when 'award' then format('staff_award:%s:%s:%s', trade.id, trade.round, asked.winner)
          else format('staff_reopen:%s:%s', trade.id, trade.round)
        end as subject
      from asked
      join trades trade on trade.hash = asked.id
      where case asked.kind
        when 'release' then trade.seller_id = asked.user_id and trade.status = any(${ESCROW_STATUSES}::text[])
        when 'award' then asked.winner in ('buyer', 'seller') and trade.status = 'dispute_open'
        when 'reopen' then trade.status = any(${REOPENABLE_STATUSES}::text[])
        else false
      end and (asked.kind = 'release' or (
        asked.user_id not in (trade.buyer_id, trade.seller_id)
        and exists (select from user_roles where user_roles.user_id = asked.user_id)))
      union all
      select asked.place, asked.user_id, asked.method, 'send_out_reserve:' || quote.hash
      from asked
      join send_out_quotes quote on quote.hash = asked.id
      where asked.kind = 'send_out' and quote.user_id = asked.user_id and quote.expires_at > ${tx.now}::timestamptz
        and not exists (select from send_outs where send_outs.quote_id = quote.id)
    ), kept as (
      insert into proved_send_outs (quote, user_id, currency, destination, units, fee_units, proved_at)
      select quote.hash, quote.user_id, quote.currency, quote.destination, quote.units, quote.fee_units,
        ${tx.now}::timestamptz
      from send_out_quotes quote
      where 'send_out_reserve:' || quote.hash in (select open.subject from open)
        and quote.hash in (select asked.id from asked)
      on conflict do nothing
    ), written as (
      insert into proofs (subject, user_id, method, proved_at, expires_at)
      select distinct on (open.subject, open.user_id) open.subject, open.user_id, open.method, ${tx.now}::timestamptz,
        ${tx.now}::timestamptz + make_interval(mins => ${PROOF_MINUTES})
      from open
      on conflict (subject, user_id) do update
      set method = excluded.method, proved_at = excluded.proved_at, expires_at = excluded.expires_at, spent_at = null
      -- Spent while this looked, it stays spent; spent before on a call that was refused, it is made again.
      where proofs.spent_at is not distinct from (
        select seen.spent_at
        from proofs seen
        where seen.subject = proofs.subject and seen.user_id = proofs.user_id)
      returning subject, user_id
    )
    select open.place
    from open
    join written on written.subject = open.subject and written.user_id = open.user_id`;
  return rows.map(({ place }) => place);
}

export type PasskeyRow = { readonly id: string; readonly user_id: bigint; readonly public_key: Uint8Array };

export async function passkeysById(tx: ReadTx, ids: readonly string[]): Promise<Map<string, PasskeyRow>> {
  const rows = await tx.rows<PasskeyRow>`
    select id, user_id, public_key
    from passkeys
    where id = any(${ids}::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export type QuoteRow = {
  readonly hash: string;
  readonly currency: CryptoCode;
  readonly destination: string;
  readonly units: bigint;
  readonly fee_units: bigint;
};

export async function quotesByHash(tx: ReadTx, hashes: readonly string[]): Promise<Map<string, QuoteRow>> {
  const rows = await tx.rows<QuoteRow>`
    select hash, currency, destination, units, fee_units
    from send_out_quotes
    where hash = any(${hashes}::text[])`;
  return new Map(rows.map((row) => [row.hash, row]));
}
