/** The SQL of virtual cards. */
import type { CryptoCode } from "#contract/money/money.ts";
import type {
  CardStatus,
  ClosableGroup,
  Decline,
  EntryKind,
  MerchantGroup,
  PaymentState,
} from "#contract/products/cards/names.ts";
import type { CardIssuerName } from "#contract/products/cards/staff-card-names.ts";
import { type ReadTx, type Tx, type Fragment, sql } from "../../platform/postgres/db.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { BegunCard } from "./issuer-port.ts";

export type CardRow = {
  hash: string;
  label: string;
  status: CardStatus;
  last4: string | null;
  is_refused: boolean;
  issuer_ref: string | null;
  expires_on: string;
  payment_limit: bigint | null;
  day_limit: bigint | null;
  month_limit: bigint | null;
  closed_groups: ClosableGroup[];
  is_single_use: boolean;
  asks_online: boolean;
  created_at: Date;
  ended_at: Date | null;
};

/** Newest first; those that ended last. */
export async function cardsOf(tx: ReadTx, userId: bigint): Promise<CardRow[]> {
  return tx.rows<CardRow>`
    select hash, label, status, last4, is_refused, issuer_ref, expires_on::text as expires_on, payment_limit, day_limit, month_limit, closed_groups, is_single_use, asks_online,
      created_at, ended_at
    from cards
    where user_id = ${userId}
    order by status = 'terminated', id desc`;
}

export async function findCard(tx: ReadTx, hash: string, userId: bigint): Promise<CardRow | undefined> {
  return (await cardsOf(tx, userId)).find((card) => card.hash === hash);
}

type Sums = { balance: bigint; held: bigint; owed: bigint; topped_up: bigint };

/** In cents. */
export async function sumsOf(tx: ReadTx, userId: bigint): Promise<Sums> {
  const rows = await tx.rows<Sums>`
    select
      coalesce((select balance_units from ledger_accounts where name = ${`user:${userId}:USD:card`}), 0) as balance,
      coalesce((select balance_units from ledger_accounts where name = ${`user:${userId}:USD:card_held`}), 0) as held,
      coalesce((select units - repaid_units from card_debts where user_id = ${userId}), 0) as owed,
      coalesce((
        select sum(quote.got_units)
        from card_top_ups taken
        join product_quotes quote on quote.id = taken.quote_id
        where taken.user_id = ${userId} and taken.created_at > ${tx.now}::timestamptz - interval '1 day'), 0)::bigint as topped_up`;
  return onlyRow(rows);
}

export type PaymentRow = {
  id: string;
  card: string;
  last4: string | null;
  label: string;
  merchant: string | null;
  merchant_group: MerchantGroup | null;
  country: string | null;
  currency: string | null;
  amount_units: bigint | null;
  usd_units: bigint;
  held_units: bigint;
  taken_units: bigint;
  owed_units: bigint;
  status: PaymentState | null;
  decline_code: Decline | null;
  entry: EntryKind | null;
  at: Date;
  expires_at: Date | null;
};

/** Questions of merchants, and what came without one, newest first. */
export async function paymentsOf(tx: ReadTx, userId: bigint, limit: number): Promise<PaymentRow[]> {
  return tx.rows<PaymentRow>`
    select paid.*, card.hash as card, card.last4, card.label
    from (
      (select one.external_id as id, one.card_id, one.merchant, one.merchant_group, one.country, one.currency, one.amount_units,
         greatest(one.usd_units, one.captured_units) as usd_units, one.held_units, one.captured_units as taken_units,
         (select coalesce(sum(entry.debt_units), 0)::bigint from card_entries entry where entry.authorization_id = one.id) as owed_units,
         nullif(one.status, 'unseen') as status, one.decline_code, null as entry, one.at,
         case when one.held_units > 0 then one.expires_at end as expires_at
       from card_authorizations one
       where one.user_id = ${userId}
       order by one.id desc
       limit ${limit})
      union all
      (select entry.external_id, entry.card_id, entry.merchant, null, null, null, null, entry.usd_units, 0, entry.usd_units, entry.debt_units,
         null, null, entry.kind, entry.at, null
       from card_entries entry
       where entry.user_id = ${userId} and entry.kind in ('refund', 'force_post')
       order by entry.id desc
       limit ${limit})
    ) as paid
    join cards card on card.id = paid.card_id
    order by paid.at desc, paid.id
    limit ${limit}`;
}

export type MoveRow = {
  id: string;
  kind: "top_up" | "withdrawal";
  usd_units: bigint;
  currency: CryptoCode;
  units: bigint;
  fee_units: bigint;
  at: Date;
};

export async function movesOf(tx: ReadTx, userId: bigint, limit: number): Promise<MoveRow[]> {
  return tx.rows<MoveRow>`
    (select quote.hash as id, 'top_up' as kind, quote.got_units as usd_units, quote.currency, quote.units, quote.fee_units, taken.created_at as at
     from card_top_ups taken
     join product_quotes quote on quote.id = taken.quote_id
     where taken.user_id = ${userId}
     order by taken.quote_id desc
     limit ${limit})
    union all
    (select hash, 'withdrawal', usd_units, currency, units, 0, at
     from card_withdrawals
     where user_id = ${userId}
     order by id desc
     limit ${limit})
    order by at desc
    limit ${limit}`;
}

type NewCard = {
  readonly hash: string;
  readonly userId: bigint;
  readonly label: string;
  readonly issuer: CardIssuerName;
  /** Of a user whose address the issuer asks for, sealed. */
  readonly addressSealed: Buffer | null;
  readonly isSingleUse: boolean;
} & Limits &
  BegunCard;

export type Limits = {
  readonly paymentLimit: bigint | null;
  readonly dayLimit: bigint | null;
  readonly monthLimit: bigint | null;
  readonly closedGroups: readonly ClosableGroup[];
};

const columnsOf = ({ paymentLimit, dayLimit, monthLimit, closedGroups }: Limits) => ({
  payment_limit: paymentLimit === null ? null : String(paymentLimit),
  day_limit: dayLimit === null ? null : String(dayLimit),
  month_limit: monthLimit === null ? null : String(monthLimit),
  closed_groups: closedGroups,
});

const hex = (bytes: Buffer | null) => bytes && `\\x${bytes.toString("hex")}`;

/** The outcome: made, too_many, address, or why this user may not. */
export async function insertCard(tx: Tx, card: NewCard): Promise<string> {
  const row = {
    hash: card.hash,
    user_id: String(card.userId),
    label: card.label,
    last4: card.last4,
    issuer: card.issuer,
    number_sealed: hex(card.numberSealed),
    number_index: hex(card.numberIndex),
    address_sealed: hex(card.addressSealed),
    is_single_use: card.isSingleUse,
    ...columnsOf(card),
  };
  const rows = await tx.rows<{
    outcome: string;
  }>`select make_card(${JSON.stringify(row)}::jsonb, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

type Changes = { readonly status: CardStatus; readonly asksOnline?: boolean | undefined } & Partial<
  { readonly label: string } & Limits
>;

/** The outcome: set, unknown, over. */
export async function changeRow(
  tx: Tx,
  { hash, userId }: { hash: string; userId: bigint },
  changes: Changes,
): Promise<string> {
  const { status, label, asksOnline, paymentLimit, dayLimit, monthLimit, closedGroups } = changes;
  const limits = { paymentLimit: paymentLimit ?? null, dayLimit: dayLimit ?? null, monthLimit: monthLimit ?? null };
  const set = {
    status,
    ...(asksOnline === undefined ? {} : { asks_online: asksOnline }),
    ...(label === undefined ? {} : { label, ...columnsOf({ ...limits, closedGroups: closedGroups ?? [] }) }),
  };
  const rows = await tx.rows<{ outcome: string }>`
    select set_card(${hash}, ${userId}, ${JSON.stringify(set)}::jsonb, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

type ProvedNumber = { outcome: string; number_sealed: Buffer | null; issuer_ref: string | null };

export async function provedNumber(tx: Tx, { hash, userId }: { hash: string; userId: bigint }): Promise<ProvedNumber> {
  return onlyRow(
    await tx.rows<ProvedNumber>`
      select outcome, number_sealed, issuer_ref
      from show_card(${hash}, ${userId}, ${tx.now})`,
  );
}

type Quoting = {
  readonly hash: string;
  readonly userId: bigint;
  readonly cents: bigint;
  readonly currency: CryptoCode;
};

/** The outcome: quoted, unknown, stale. */
export async function insertQuote(tx: Tx, { hash, userId, cents, currency }: Quoting): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select quote_card_top_up(${hash}, ${userId}, ${cents}, ${currency}, ${tx.now}) as outcome`;
  return onlyRow(rows).outcome;
}

export type QuoteRow = {
  user_id: bigint;
  currency: CryptoCode;
  units: bigint;
  fee_units: bigint;
  got_units: bigint;
  created_at: Date;
  expires_at: Date;
};

export async function findQuote(tx: ReadTx, hash: string): Promise<QuoteRow | undefined> {
  const [row] = await tx.rows<QuoteRow>`
    select user_id, currency, units, fee_units, got_units, created_at, expires_at
    from product_quotes
    where hash = ${hash} and product = 'card'`;
  return row;
}

export async function takeQuote(
  tx: Tx,
  { hash, userId, at }: { hash: string; userId: bigint; at: Date },
): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome
    from top_up_cards(${[hash]}::text[], ${[userId]}::bigint[], ${at})`;
  return onlyRow(rows).outcome;
}

type Withdrawing = {
  readonly hash: string;
  readonly userId: bigint;
  readonly cents: bigint;
  readonly least: bigint;
  readonly at: Date;
};

export async function withdraw(tx: Tx, { hash, userId, cents, least, at }: Withdrawing): Promise<string> {
  const rows = await tx.rows<{ outcome: string }>`
    select withdraw_card_money(${hash}, ${userId}, ${cents}, ${least}, ${at}) as outcome`;
  return onlyRow(rows).outcome;
}

/** For the issuer: a card by its number, and of a payment. */
export async function cardByMark(tx: ReadTx, mark: Buffer): Promise<{ hash: string; expires_on: string } | undefined> {
  const [row] = await tx.rows<{ hash: string; expires_on: string }>`
    select hash, expires_on::text as expires_on
    from cards
    where number_index = ${mark} and number_sealed is not null`;
  return row;
}

export async function paymentById(
  tx: ReadTx,
  id: string,
): Promise<{ card: string; merchant: string | null } | undefined> {
  const [row] = await tx.rows<{ card: string; merchant: string | null }>`
    select card.hash as card, one.merchant
    from card_authorizations one
    join cards card on card.id = one.card_id
    where one.external_id = ${id}`;
  return row;
}

export type Question = {
  readonly id: string;
  readonly card: string;
  readonly merchant: string;
  readonly merchant_group: MerchantGroup;
  readonly country: string;
  readonly currency: string;
  readonly amount_units: string;
  /** In cents, where the issuer says it; all of a question that has grown. */
  readonly usd_units?: string;
  /** The card is not there; and the merchant waits while its user is asked. */
  readonly is_online?: boolean;
  readonly is_waited?: boolean;
};

/** approved, why not, or unknown. */
export async function decide(tx: Tx, question: Question): Promise<{ outcome: string; usd_units: bigint }> {
  const rows = await tx.rows<{ outcome: string; usd_units: bigint | null }>`
    select decided.outcome, usd_of_fiat(${question.amount_units}::bigint, ${question.currency}, ${tx.now}) as usd_units
    from decide_card_authorizations(${JSON.stringify([question])}::jsonb, ${tx.now}) as decided`;
  const { outcome, usd_units } = onlyRow(rows);
  return { outcome, usd_units: usd_units ?? 0n };
}

/** The same of several, in order. */
export async function decideAll(tx: Tx, questions: readonly Question[]): Promise<string[]> {
  const rows = await tx.rows<{ outcome: string }>`
    select outcome from decide_card_authorizations(${JSON.stringify(questions)}::jsonb, ${tx.now})`;
  return rows.map(({ outcome }) => outcome);
}

export async function keepMessage(tx: Tx, body: string, signature: string): Promise<void> {
  await tx.rows`select keep_card_message(${body}, ${signature}, ${tx.now}) as kept`;
}

export async function waitingMessages(
  tx: ReadTx,
  limit: number,
): Promise<{ id: bigint; body: string; signature: string }[]> {
  return tx.rows<{ id: bigint; body: string; signature: string }>`
    select id, body, signature
    from card_messages
    where handled_at is null
    order by id
    limit ${limit}`;
}

type Read = { readonly id: bigint; readonly entry: object | null; readonly outcome: string | null };

export async function bookMessages(tx: Tx, read: readonly Read[]): Promise<void> {
  await tx.rows`
    select book_card_messages(
      ${read.map(({ id }) => id)}::bigint[], ${JSON.stringify(read.map(({ entry }) => entry))}::jsonb,
      ${read.map(({ outcome }) => outcome)}::text[], ${tx.now}) as booked`;
}

export async function expireHolds(tx: Tx, most: number): Promise<number> {
  const rows = await tx.rows<{ ended: number }>`select expire_card_holds(${most}, ${tx.now}) as ended`;
  return onlyRow(rows).ended;
}

export const cardMessagesWait: Fragment = sql`exists (select from card_messages where handled_at is null)`;
