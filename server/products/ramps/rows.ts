/** The SQL of purchases and sales at providers. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { OrderEnd, OrderStatus } from "#contract/products/providers/order-names.ts";
import type { HeldFor, RampDirection, RampRail } from "#contract/products/ramps/names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import type { NameLikeness } from "../../market/payment-accounts/index.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { OfferedCorridor } from "./provider.ts";

export async function keepCorridors(tx: Tx, provider: string, offered: readonly OfferedCorridor[]): Promise<void> {
  await tx.rows`select keep_ramp_corridors(${provider}, ${JSON.stringify(offered)}::jsonb, ${tx.now}) as kept`;
}

export type CorridorRow = {
  id: bigint;
  code: string;
  direction: RampDirection;
  country: string;
  currency: string;
  rail: RampRail;
  networks: { code: string; name: string }[];
  least_units: bigint;
  most_units: bigint;
  fee_bp: number;
  fee_units: bigint;
  opens_at: number | null;
  closes_at: number | null;
  minutes: number;
  is_open: boolean;
  paused_until: Date | null;
};

/** By country, and in it mobile money last; those that the provider has stopped are not in it. */
export async function corridorsOf(
  tx: ReadTx,
  { provider, direction, id }: { provider: string; direction?: RampDirection; id?: bigint },
): Promise<CorridorRow[]> {
  return tx.rows<CorridorRow>`
    select corridor.id, corridor.code, corridor.direction, corridor.country, corridor.currency, corridor.rail, corridor.networks,
      corridor.least_units, corridor.most_units, corridor.fee_bp, corridor.fee_units, corridor.opens_at, corridor.closes_at, corridor.minutes,
      ramp_closed(corridor, ${tx.now}) is null as is_open, health.paused_until
    from ramp_corridors corridor
    left join provider_health health on health.provider = corridor.provider and health.country = corridor.country
      and health.product = case corridor.direction when 'buy' then 'on_ramp' else 'off_ramp' end and health.paused_until > ${tx.now}::timestamptz
    where corridor.provider = ${provider} and corridor.is_active
      and (${direction ?? null}::text is null or corridor.direction = ${direction ?? null})
      and (${id ?? null}::bigint is null or corridor.id = ${id ?? null})
    order by corridor.country, corridor.rail, corridor.id`;
}

type NewQuote = {
  readonly hash: string;
  readonly userId: bigint;
  readonly corridorId: bigint;
  readonly currency: CryptoCode;
  readonly localUnits: bigint | null;
  readonly coinUnits: bigint | null;
  readonly account: string | null;
  readonly words: string | null;
  readonly partySealed: Buffer;
};

/** The outcome: quoted, unknown, closed, stale, least or most. */
export async function quote(tx: Tx, wish: NewQuote): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from quote_ramp(
      ${wish.hash}, ${wish.userId}, ${wish.corridorId}, ${wish.currency}, ${wish.localUnits}, ${wish.coinUnits}, ${wish.account}, ${wish.words},
      ${wish.partySealed}, ${tx.now})`;
  return onlyRow(rows).outcome;
}

export type QuoteRow = {
  direction: RampDirection;
  rail: RampRail;
  fee_bp: number;
  corridor_fee: bigint;
  minutes: number;
  currency: CryptoCode;
  units: bigint;
  fee_units: bigint;
  got_currency: string;
  got_units: bigint;
  cost_units: bigint;
  party_sealed: Buffer;
  /** The provider names no payers, and staff have not seen yet whose wallet it is. */
  is_checked_by_staff: boolean;
  created_at: Date;
  expires_at: Date;
};

export async function findQuote(tx: ReadTx, hash: string): Promise<QuoteRow> {
  return onlyRow(
    (await tx.rows<QuoteRow>`
      select corridor.direction, corridor.rail, corridor.fee_bp, corridor.fee_units as corridor_fee, corridor.minutes, quoted.currency, quoted.units,
        quoted.fee_units, quoted.got_currency, quoted.got_units, quoted.cost_units, ramp.party_sealed, quoted.created_at, quoted.expires_at,
        moves_by_hand(quoted.provider) and not is_known_wallet(quoted.id, quoted.provider) as is_checked_by_staff
      from product_quotes quoted
      join ramp_orders ramp on ramp.quote_id = quoted.id
      join ramp_corridors corridor on corridor.id = ramp.corridor_id
      where quoted.hash = ${hash}`) as [QuoteRow],
  );
}

type Ordering = {
  readonly hash: string;
  readonly externalRef: string;
  readonly quoteHash: string;
  readonly userId: bigint;
};

export async function reserveSale(tx: Tx, { at, ...wish }: Ordering & { at: Date }): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from reserve_off_ramps(
      ${[wish.hash]}::text[], ${[wish.externalRef]}::uuid[], ${[wish.quoteHash]}::text[], ${[wish.userId]}::bigint[], ${at})`;
  return onlyRow(rows).outcome;
}

export async function openPurchase(tx: Tx, { at, ...wish }: Ordering & { at: Date }): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select open_on_ramp(${wish.hash}, ${wish.externalRef}::uuid, ${wish.quoteHash}, ${wish.userId}, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function cancelPurchase(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select cancel_on_ramp(${hash}, ${userId}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export async function choose(
  tx: Tx,
  wish: { hash: string; userId: bigint; choice: string; leastUnits: bigint },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select choose_on_ramp(${wish.hash}, ${wish.userId}, ${wish.choice}, ${wish.leastUnits}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type OrderRow = {
  id: bigint;
  hash: string;
  direction: RampDirection;
  rail: RampRail;
  country: string;
  minutes: number;
  currency: CryptoCode;
  units: bigint;
  fee_units: bigint;
  quote_units: bigint;
  got_currency: string;
  got_units: bigint;
  status: OrderStatus;
  end_reason: OrderEnd | null;
  delivered_units: bigint | null;
  has_case: boolean;
  came_back: boolean;
  external_ref: string;
  provider: string;
  created_at: Date;
  ended_at: Date | null;
  reference: string | null;
  party_sealed: Buffer;
  instructions_sealed: Buffer | null;
  window_until: Date | null;
  released_at: Date | null;
  cancelled_at: Date | null;
  received_at: Date | null;
  received_currency: string | null;
  payer_sealed: Buffer | null;
  payer_match: NameLikeness | "unknown" | null;
  held_for: HeldFor | null;
  refund_at: Date | null;
  given_units: bigint | null;
  /** Coins that money which is held would buy now. */
  buys_units: bigint | null;
};

/** Newest first. */
export async function ordersOf(
  tx: ReadTx,
  wish: { userId: bigint; hash?: string; direction?: RampDirection; before?: bigint; limit: number },
): Promise<OrderRow[]> {
  const { userId, hash = null, direction = null, before = null, limit } = wish;
  return tx.rows<OrderRow>`
    select made.id, made.hash, corridor.direction, corridor.rail, made.country, corridor.minutes, made.currency, made.units, quoted.fee_units,
      quoted.units as quote_units, quoted.got_currency, quoted.got_units, made.status, made.end_reason, made.delivered_units,
      made.case_at is not null as has_case, ramp.back_units is not null as came_back, made.external_ref::text as external_ref, made.provider,
      made.created_at, made.ended_at, ramp.reference, ramp.party_sealed, ramp.instructions_sealed, ramp.window_until, ramp.released_at,
      ramp.cancelled_at, ramp.received_at, ramp.received_currency, ramp.payer_sealed, ramp.payer_match, ramp.held_for, ramp.refund_at, ramp.given_units,
      case when made.status = 'mismatch' and ramp.held_for = 'late' then cents_in_coins(made.booked_units, made.currency, ${tx.now}) end as buys_units
    from provider_orders made
    join product_quotes quoted on quoted.id = made.quote_id
    join ramp_orders ramp on ramp.quote_id = made.quote_id
    join ramp_corridors corridor on corridor.id = ramp.corridor_id
    where made.user_id = ${userId} and (${hash}::text is null or made.hash = ${hash}) and (${before}::bigint is null or made.id < ${before})
      and (${direction}::text is null or corridor.direction = ${direction})
    order by made.id desc
    limit ${limit}`;
}

/** By its hash, or by the words of its transfer. */
export async function findOrderOf(
  tx: ReadTx,
  { userId, hash, words }: { userId: bigint; hash?: string; words?: string },
): Promise<{ external_ref: string; window_until: Date | null } | undefined> {
  const [row] = await tx.rows<{ external_ref: string; window_until: Date | null }>`
    select made.external_ref::text as external_ref, ramp.window_until
    from provider_orders made
    join ramp_orders ramp on ramp.quote_id = made.quote_id
    where made.user_id = ${userId} and (made.hash = ${hash ?? null} or ramp.reference = ${words ?? null})`;
  return row;
}

export type WantedRow = {
  quote_id: bigint;
  user_id: bigint;
  external_id: string;
  code: string;
  direction: RampDirection;
  rail: RampRail;
  country: string;
  got_currency: string;
  got_units: bigint;
  cost_units: bigint;
  reference: string | null;
  account: string | null;
  account_at: Date | null;
};

export async function wantedRows(tx: ReadTx, quoteIds: readonly bigint[]): Promise<WantedRow[]> {
  return tx.rows<WantedRow>`
    select ramp.quote_id, ramp.user_id, person.external_id::text as external_id, corridor.code, corridor.direction, corridor.rail, corridor.country,
      quoted.got_currency, quoted.got_units, quoted.cost_units, ramp.reference, ramp.account, ramp.account_at
    from ramp_orders ramp
    join product_quotes quoted on quoted.id = ramp.quote_id
    join ramp_corridors corridor on corridor.id = ramp.corridor_id
    join users person on person.id = ramp.user_id
    where ramp.quote_id = any(${quoteIds}::bigint[])`;
}

type HeldPayer = {
  hash: string;
  user_id: bigint;
  payer_sealed: Buffer | null;
  payer_match: NameLikeness | "unknown" | null;
};

/** Of these orders, those that somebody with a name paid, and those whose payers staff look up. */
export async function heldPayers(tx: ReadTx, hashes: readonly string[]): Promise<HeldPayer[]> {
  return tx.rows<HeldPayer>`
    select made.hash, made.user_id, nullif(ramp.payer_sealed, '') as payer_sealed, ramp.payer_match
    from provider_orders made
    join ramp_orders ramp on ramp.quote_id = made.quote_id
    where made.hash = any(${hashes}::text[]) and (length(ramp.payer_sealed) > 0 or moves_by_hand(made.provider))`;
}

export async function userOfQuote(tx: ReadTx, quoteId: bigint): Promise<bigint | undefined> {
  const [row] = await tx.rows<{ user_id: bigint }>`select user_id from ramp_orders where quote_id = ${quoteId}`;
  return row?.user_id;
}
