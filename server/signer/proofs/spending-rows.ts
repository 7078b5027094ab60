/** The SQL of what leaves by proofs with a password. */
import { CRYPTO, CRYPTO_CODES } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";

export type Asked = { readonly place: number; readonly userId: bigint; readonly kind: string; readonly id: string };
export type AskedSum = {
  readonly subject: string;
  /** Rounded up; null while the coin has no price. */
  readonly usdCents: bigint | null;
};

/** By place: what leaves their seller by releases, fee included, and what leaves by quotes of send-outs and of Lightning payments. */
export async function askedSums(tx: ReadTx, asked: readonly Asked[]): Promise<Map<number, AskedSum>> {
  const rows = await tx.rows<{ place: number; subject: string; usd_cents: bigint | null }>`
    with asked as (
      select place, user_id, kind, id
      from unnest(
        ${asked.map(({ place }) => place)}::int[], ${asked.map(({ userId }) => userId)}::bigint[],
        ${asked.map(({ kind }) => kind)}::text[], ${asked.map(({ id }) => id)}::text[]
      ) as asked (place, user_id, kind, id)
    ), leaving as (
      select asked.place, format('trade_release:%s:%s', trade.id, trade.round) as subject, trade.crypto as currency,
        trade.units + trade.fee_units as units
      from asked
      join trades trade on trade.hash = asked.id and trade.seller_id = asked.user_id
      where asked.kind = 'release'
      union all
      select asked.place, 'send_out_reserve:' || quote.hash, quote.currency, quote.units + quote.fee_units
      from asked
      join send_out_quotes quote on quote.hash = asked.id and quote.user_id = asked.user_id
      where asked.kind = 'send_out'
      union all
      select asked.place, 'provider_order:' || quote.hash, quote.currency, quote.units
      from asked
      join product_quotes quote on quote.hash = asked.id and quote.user_id = asked.user_id
      where asked.kind = 'order' and quote.product = 'lightning'
    )
    select leaving.place, leaving.subject, ceil(leaving.units * rates.rate * 100 / 10::numeric ^ coin.digits)::bigint as usd_cents
    from leaving
    join unnest(
      ${CRYPTO_CODES}::text[], ${CRYPTO_CODES.map((code) => CRYPTO[code].digits)}::int[]
    ) as coin (code, digits) on coin.code = leaving.currency
    left join rates on rates.crypto = leaving.currency and rates.fiat = 'USD'`;
  return new Map(rows.map(({ place, subject, usd_cents }) => [place, { subject, usdCents: usd_cents }]));
}

/**
 * By user, of the last day but for these subjects: what was let go, or may still be by a proof that is alive. A send-out
 * or Lightning payment that never left counts for nothing, nor a withdrawal that nobody collected.
 */
export async function countedSums(
  tx: ReadTx,
  userIds: readonly bigint[],
  without: readonly string[],
): Promise<Map<bigint, bigint>> {
  const rows = await tx.rows<{ user_id: bigint; usd_cents: bigint }>`
    select proofs.user_id, sum(proofs.usd_cents)::bigint as usd_cents
    from proofs
    where proofs.user_id = any(${userIds}::bigint[]) and proofs.usd_cents is not null
      and proofs.proved_at > ${tx.now}::timestamptz - interval '1 day'
      and (proofs.spent_at is not null or proofs.expires_at > ${tx.now}::timestamptz)
      and proofs.subject <> all (${without}::text[])
      and not exists (
        select
        from send_out_quotes quote
        join send_outs on send_outs.quote_id = quote.id
        where proofs.subject like 'send_out_reserve:%' and quote.hash = split_part(proofs.subject, ':', 2)
          and send_outs.status in ('failed', 'cancelled'))
      and not exists (
        select
        from product_quotes quote
        left join ln_payments paid on paid.quote_id = quote.id
        left join ln_withdrawals given on given.quote_id = quote.id
        where proofs.subject like 'provider_order:%' and quote.hash = split_part(proofs.subject, ':', 2)
          and (paid.status = 'failed' or given.status in ('expired', 'cancelled')))
    group by proofs.user_id`;
  return new Map(rows.map(({ user_id, usd_cents }) => [user_id, usd_cents]));
}
