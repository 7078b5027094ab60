/** The SQL of proofs as the signer writes them: from its own look at what is proved. */
import type { CryptoCode } from "#contract/money/money.ts";
import { DISPUTE_STATUSES, ESCROW_STATUSES, REOPENABLE_STATUSES } from "#contract/market/trades/trade/statuses.ts";
import { type ReadTx, sql, type Tx } from "../../platform/postgres/db.ts";

export const PROOF_MINUTES = 15;

export type ProofRow = {
  readonly userId: bigint;
  readonly kind: string;
  readonly id: string;
  /** Of an award the winner and a share, of a change by staff what becomes of it, of a restriction that is set its state. */
  readonly detail: string | null;
  readonly method: "password" | "passkey" | "authenticator" | "sms" | "email" | "push" | "telegram";
  /** What leaves by it, where that is counted. */
  readonly usdCents: bigint | null;
};

/**
 * Writes the proofs whose object is open and belongs to the user: a seller's trade with coins in escrow, a buyer's
 * paid trade, a valid unused quote, and for staff a disputed trade of others, or one that may be reopened. Returns
 * their places in the list.
 */
export async function insertProofs(tx: Tx, asked: readonly ProofRow[]): Promise<number[]> {
  if (asked.length === 0) return [];
  const rows = await tx.rows<{ place: number }>`
    with asked as (
      select (asked.place - 1)::int as place, asked.user_id, asked.kind, asked.id, asked.detail, asked.method,
        asked.usd_cents
      from unnest(
        ${asked.map(({ userId }) => userId)}::bigint[], ${asked.map(({ kind }) => kind)}::text[],
        ${asked.map(({ id }) => id)}::text[], ${asked.map(({ detail }) => detail)}::text[],
        ${asked.map(({ method }) => method)}::text[], ${asked.map(({ usdCents }) => usdCents)}::bigint[]
      ) with ordinality as asked (user_id, kind, id, detail, method, usd_cents, place)
    ), open as (
      select asked.place, asked.user_id, asked.method, asked.usd_cents,
        case asked.kind
          when 'release' then format('trade_release:%s:%s', trade.id, trade.round)
          when 'cancel' then format('trade_cancel:%s:%s', trade.id, trade.round)
          when 'award' then format('staff_award:%s:%s:%s', trade.id, trade.round, asked.detail)
          else format('staff_reopen:%s:%s', trade.id, trade.round)
        end as subject
      from asked
      join trades trade on trade.hash = asked.id
      where case asked.kind
        when 'release' then trade.seller_id = asked.user_id and trade.status = any(${ESCROW_STATUSES}::text[])
        when 'cancel' then trade.buyer_id = asked.user_id and trade.was_ever_paid
          and trade.status = any(${ESCROW_STATUSES}::text[])
        when 'award' then trade.status = any(${DISPUTE_STATUSES}::text[]) and case
          when asked.detail in ('buyer', 'seller') then true
          when asked.detail ~ '^(buyer|seller):[1-9][0-9]{0,17}$' then
            split_part(asked.detail, ':', 2)::bigint < trade.units
            and split_part(asked.detail, ':', 1) = case
              when split_part(asked.detail, ':', 2)::bigint * 2 > trade.units then 'buyer' else 'seller' end
        end
        when 'reopen' then trade.status = any(${REOPENABLE_STATUSES}::text[])
        else false
      end and (asked.kind in ('release', 'cancel') or (
        asked.user_id not in (trade.buyer_id, trade.seller_id)
        and exists (select from user_roles where user_roles.user_id = asked.user_id)
        and (asked.kind = 'reopen' or awards_in_day(asked.user_id, trade.id, trade.usd_cents))))
      union all
      select asked.place, asked.user_id, asked.method, asked.usd_cents, 'send_out_reserve:' || quote.hash
      from asked
      join send_out_quotes quote on quote.hash = asked.id
      where asked.kind = 'send_out' and quote.user_id = asked.user_id and quote.expires_at > ${tx.now}::timestamptz
        and not exists (select from send_outs where send_outs.quote_id = quote.id)
      union all
      ${byQuotes(tx.now)}
      union all
      select asked.place, asked.user_id, asked.method, asked.usd_cents, asked.kind || ':' || asked.user_id
      from asked
      where asked.kind in ('close_account', 'download_data', 'change_email', 'create_api_key', 'set_webhook', 'show_card')
      union all
      select asked.place, asked.user_id, asked.method, asked.usd_cents, asked.kind || ':' || asked.user_id || ':' || asked.id
      from asked
      where asked.kind in ('connect_social', 'disconnect_social', 'spot_session', 'spot_key', 'hedge_rule', 'pay_card')
    ), kept as (
      insert into proved_send_outs (quote, user_id, currency, destination, units, fee_units, proved_at)
      select quote.hash, quote.user_id, quote.currency, quote.destination, quote.units, quote.fee_units,
        ${tx.now}::timestamptz
      from send_out_quotes quote
      where 'send_out_reserve:' || quote.hash in (select open.subject from open)
        and quote.hash in (select asked.id from asked)
      on conflict do nothing
    ), ${proofsWritten(tx.now)}`;
  return rows.map(({ place }) => place);
}

/** Of valid unused quotes: conversions, and orders at providers. */
const byQuotes = (now: Date) => sql`
      select asked.place, asked.user_id, asked.method, asked.usd_cents, 'conversion:' || quote.hash
      from asked
      join conversion_quotes quote on quote.hash = asked.id
      where asked.kind = 'convert' and quote.user_id = asked.user_id and quote.expires_at > ${now}::timestamptz
        and not exists (select from conversions where conversions.quote_id = quote.id)
      union all
      select asked.place, asked.user_id, asked.method, asked.usd_cents, 'provider_order:' || quote.hash
      from asked
      join product_quotes quote on quote.hash = asked.id
      where asked.kind = 'order' and quote.product <> 'on_ramp' and quote.user_id = asked.user_id and quote.expires_at > ${now}::timestamptz
        and not exists (select from provider_orders made where made.quote_id = quote.id)
        and not exists (select from card_top_ups taken where taken.quote_id = quote.id)
        and not exists (select from ln_payments taken where taken.quote_id = quote.id)
        and not exists (select from ln_withdrawals taken where taken.quote_id = quote.id)
        and not exists (select from store_orders taken where taken.quote_id = quote.id)`;

/**
 * The end of a statement whose `open` has the valid proofs: subject (null if there is none), user_id, method,
 * usd_cents and place. It writes them for a quarter of an hour and selects the places of the written ones.
 */
export const proofsWritten = (now: Date) => sql`written as (
      insert into proofs (subject, user_id, method, usd_cents, proved_at, expires_at)
      select distinct on (open.subject, open.user_id) open.subject, open.user_id, open.method, open.usd_cents,
        ${now}::timestamptz, ${now}::timestamptz + make_interval(mins => ${PROOF_MINUTES})
      from open
      where open.subject is not null
      on conflict (subject, user_id) do update
      set method = excluded.method, usd_cents = excluded.usd_cents, proved_at = excluded.proved_at,
        expires_at = excluded.expires_at, spent_at = null
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

type QuoteRow = {
  readonly hash: string;
  readonly currency: CryptoCode;
  readonly destination: string;
  readonly units: bigint;
  readonly fee_units: bigint;
};

export function sendOutQuotes(tx: ReadTx, hashes: readonly string[]): Promise<QuoteRow[]> {
  return tx.rows<QuoteRow>`
    select hash, currency, destination, units, fee_units
    from send_out_quotes
    where hash = any(${hashes}::text[])`;
}

type ConversionRow = {
  readonly hash: string;
  readonly from_currency: CryptoCode;
  readonly to_currency: CryptoCode;
  readonly from_units: bigint;
  readonly to_units: bigint;
};

export function conversionQuotes(tx: ReadTx, hashes: readonly string[]): Promise<ConversionRow[]> {
  return tx.rows<ConversionRow>`
    select hash, from_currency, to_currency, from_units, to_units
    from conversion_quotes
    where hash = any(${hashes}::text[])`;
}

type ProductRow = {
  readonly hash: string;
  readonly product: "top_up" | "card" | "off_ramp" | "store";
  readonly currency: CryptoCode;
  readonly units: bigint;
  readonly got_currency: string;
  readonly got_units: bigint;
};

export function productQuotes(tx: ReadTx, hashes: readonly string[]): Promise<ProductRow[]> {
  return tx.rows<ProductRow>`
    select hash, product, currency, units, got_currency, got_units
    from product_quotes
    where hash = any(${hashes}::text[])`;
}
