/**
 * For the test of the invariants: what breaks each check of orders at providers, of virtual cards, of purchases and sales, of rules that convert,
 * and of the gift card store.
 */
import type { Tx } from "../../platform/postgres/db.ts";

export type Break = {
  readonly id: string;
  /** What the check says about it. */
  readonly says: RegExp;
  readonly as: string;
  readonly by: (tx: Tx) => Promise<unknown>;
  /** The changed rows are old and were checked before: only the full check finds it. */
  readonly inFullOnly?: true;
};

const anOrder = (tx: Tx, status: "reserved" | "settled") => tx.rows`
  insert into provider_orders
    (hash, external_ref, quote_id, user_id, product, provider, country, currency, units, status, created_at, submitted_at, ask_at, ended_at,
     end_reason, charged_units)
  values ('brokenorder123', gen_random_uuid(), 1, 1, 'top_up', 'tests', 'NG', 'USDT', 5, ${status}, market_now(), market_now(), market_now(),
     case ${status} when 'settled' then market_now() end, case ${status} when 'settled' then 'delivered' end,
     case ${status} when 'settled' then 0 end)`;

const LESSONS: readonly Break[] = [
  {
    id: "A6",
    as: "a reward for a lesson without a journal",
    inFullOnly: true,
    says: /^user \d+ was paid 1000000 for a lesson, and 0 was booked$/,
    by: (tx) => tx.rows`
      insert into lesson_rewards (user_id, lesson, hash, units, at)
      select min(id), 'spot-a-scam', 'brokenlesson12', 1000000, market_now() from users`,
  },
];

const PROVIDERS: readonly Break[] = [
  {
    id: "I21",
    as: "a use of limits that its product does not know",
    inFullOnly: true,
    says: /^order nosuchorder123 counts for limits otherwise than its product says$/,
    by: (tx) => tx.rows`
      with counted as (insert into limit_uses (kind, subject, user_id, begun_at, cents) values ('order', 'nosuchorder123', 1, '2020-01-01', 7))
      insert into trade_usage as known (user_id, counted_cents) values (1, 7)
      on conflict (user_id) do update set counted_cents = known.counted_cents + 7`,
  },
  {
    id: "P1",
    as: "a statement that closes with more than was booked",
    inFullOnly: true,
    says: /^outside:USD has 0 at providers, their statements say 7$/,
    by: (tx) => tx.rows`
      insert into provider_statements (product, provider, day, currency, opening_units, closing_units, digest, is_accepted, imported_at)
      values ('top_up', 'tests', '2026-01-01', 'USD', 0, 7, '', true, market_now())`,
  },
  {
    id: "P2",
    as: "an open order whose sum nobody holds",
    says: /^user:1:USDT:ordered holds 0, open orders have 5$/,
    by: (tx) => anOrder(tx, "reserved"),
  },
  {
    id: "P3",
    as: "a settled order without an answer",
    says: /^order brokenorder123 is settled without a ground$/,
    by: (tx) => anOrder(tx, "settled"),
  },
];

const aCardOf = (tx: Tx) => tx.rows`
  with account as (insert into card_accounts (user_id, opened_at) values (1, market_now()) returning user_id)
  insert into cards (hash, user_id, label, status, last4, number_index, expires_on, is_single_use, created_at, ended_at, issuer, sent_version, send_at)
  select 'brokencard1234', user_id, 'x', 'terminated', '1234', sha256('x'), '2030-01-01', false, market_now(), '2020-01-01', 'house_issuer', 1, market_now() from account`;

const aQuestion = (tx: Tx, held: bigint) => tx.rows`
  insert into card_authorizations (external_id, card_id, user_id, status, usd_units, held_units, at, expires_at)
  select 'broken_question', id, 1, case when ${held}::bigint > 0 then 'approved' else 'closed' end, 7, ${held}, market_now(), market_now()
  from cards`;

const CARDS: readonly Break[] = [
  {
    id: "C1",
    as: "a hold whose sum nobody holds",
    says: /^user 1 has 0 cents held, the questions hold 7$/,
    by: async (tx) => {
      await aCardOf(tx);
      await tx.rows`update cards set status = 'frozen', ended_at = null, number_sealed = 'x'`;
      return aQuestion(tx, 7n);
    },
  },
  {
    id: "C2",
    as: "a debt that no entry left",
    says: /^user 1 owes 9 cents, the entries left 0 uncovered$/,
    by: (tx) => tx.rows`insert into card_debts (user_id, units, changed_at) values (1, 9, market_now())`,
  },
  {
    id: "C3",
    as: "a question that was approved after the card had ended",
    inFullOnly: true,
    says: /^broken_question was approved after its card had ended$/,
    by: async (tx) => {
      await aCardOf(tx);
      return aQuestion(tx, 0n);
    },
  },
  {
    id: "C4",
    as: "a dispute that was won for what the merchant refunded",
    says: /^of 9 cents of broken_capture, 14 came back$/,
    by: async (tx) => {
      await aCardOf(tx);
      await tx.rows`
        with taken as (
          insert into card_entries (external_id, card_id, user_id, kind, usd_units, at)
          select 'broken_capture', id, 1, 'force_post', 9, market_now() from cards returning id, card_id
        ), refund as (
          insert into card_entries (external_id, card_id, user_id, kind, usd_units, refunds_id, at)
          select 'broken_refund', card_id, 1, 'refund', 5, id, market_now() from taken
        )
        insert into card_disputes (hash, entry_id, card_id, user_id, reason, usd_units, credited_units, status, opened_at, ended_at)
        select 'brokendispute1', id, card_id, 1, 'fraud', 9, 9, 'won', market_now(), market_now() from taken`;
      return undefined;
    },
  },
  {
    id: "C5",
    as: "an entry that no statement of the card issuer has",
    inFullOnly: true,
    says: /^broken_capture was booked, and no statement of the issuer has it$/,
    by: async (tx) => {
      await aCardOf(tx);
      await tx.rows`
        insert into card_statements (issuer, day, imported_at) values ('tests', (market_now() at time zone 'UTC')::date, market_now())`;
      return tx.rows`
        insert into card_entries (external_id, card_id, user_id, kind, usd_units, at)
        select 'broken_capture', id, 1, 'force_post', 9, market_now() from cards`;
    },
  },
];

/** A rule that keeps 5 of 20 units, and a run of it that converted so many. */
const aRun = async (tx: Tx, units: bigint, currency: "BTC" | "ETH") => {
  await tx.rows`
    with quote as (
      insert into conversion_quotes (hash, user_id, from_currency, to_currency, from_units, to_units, rate, created_at, expires_at)
      values ('brokenhedge123', 1, ${currency}, 'USDT', ${units}, 1, 1, market_now(), market_now()) returning id, user_id
    ), taken as (
      insert into conversions (quote_id, user_id, created_at) select id, user_id, market_now() from quote returning quote_id
    ), rule as (
      insert into hedge_rules (hash, user_id, trigger, from_currency, to_currency, share_bp, keep_units, created_at)
      values ('brokenrule1234', 1, 'deposit', 'BTC', 'USDT', 10000, 5, market_now()) returning id, user_id
    )
    insert into hedge_runs (rule_id, user_id, subject, outcome, arrived_units, before_units, quote_id, at)
    select rule.id, rule.user_id, 'deposit:x:1', 'converted', 20, 20, taken.quote_id, market_now() from rule, taken`;
};

const LIGHTNING: readonly Break[] = [
  {
    id: "L1",
    as: "a node that has less than it had",
    says: /^the Lightning node misses 7000 satoshi$/,
    by: (tx) => tx.rows`
      insert into ln_node (seen_at, node_id, local_msat, remote_msat, in_flight_msat, payable_msat, receivable_msat, channels, closing_msat, channel_list,
        own_msat, base_msat)
      values (market_now(), '02', 5000000, 0, 0, 0, 0, 1, 0, '[]', 5000000, 12000000)`,
  },
  {
    id: "L2",
    as: "a settled invoice that brought nothing",
    says: /^the hash [0-9a-f]{64} has other journals than its row$/,
    by: (tx) => tx.rows`
      insert into ln_invoices (hash, user_id, msat, memo, status, payment_hash, bolt11, created_at, expires_at, paid_msat, settled_at)
      values ('brokeninvoice1', 1, 1000, '', 'settled', repeat('0', 64), 'ln', market_now(), market_now() + interval '1 hour', 1000, market_now())`,
  },
  {
    id: "L3",
    as: "a payment whose sum nobody holds",
    says: /^user:1:BTC:lightning holds 0, open payments 9$/,
    by: async (tx) => {
      await tx.rows`
        insert into ledger_accounts (name, currency, kind, may_overdraw) values ('user:1:BTC:lightning', 'BTC', 'user', false) on conflict do nothing`;
      await tx.rows`
        with quote as (
          insert into product_quotes (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency,
            cost_units, created_at, expires_at)
          values ('brokenlight123', 1, 'lightning', 'lnd', 'ZZ', 'BTC', 9, 1, 'BTC', 7, 'USD', 1, market_now(), market_now() + interval '1 minute')
          returning id
        ), asked as (
          insert into ln_quotes (quote_id, payment_hash, bolt11, msat, network_units, payee, memo, expires_at)
          select id, repeat('1', 64), 'ln', 7000, 1, repeat('0', 66), '', market_now() from quote returning quote_id)
        insert into ln_payments (quote_id, user_id, payment_hash, status, created_at)
        select quote_id, 1, repeat('1', 64), 'in_flight', market_now() from asked`;
    },
  },
];

const HEDGES: readonly Break[] = [
  {
    id: "H1",
    as: "a run with a conversion of another coin",
    says: /^run \d+ has no conversion of its rule$/,
    by: (tx) => aRun(tx, 5n, "ETH"),
  },
  {
    id: "H2",
    as: "a run that touched the reserve",
    says: /^run \d+ converted more than its rule says$/,
    by: (tx) => aRun(tx, 16n, "BTC"),
  },
];

/** Given: coins, although no money came. */
const aPurchase = async (tx: Tx, status: "submitted" | "mismatch", given: bigint | null = null) => {
  await tx.rows`
    insert into ramp_corridors (provider, code, direction, country, currency, rail, networks, least_units, most_units, fee_bp, fee_units, per_usd,
      minutes, is_active, updated_at)
    values ('tests', 'broken', 'buy', 'NG', 'NGN', 'bank', '[]', 1, 2, 0, 0, 1500, 1, true, market_now())`;
  await tx.rows`
    with quote as (
      insert into product_quotes (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency,
        cost_units, created_at, expires_at)
      values ('brokenquote123', 1, 'on_ramp', 'tests', 'NG', 'USDT', 5, 1, 'NGN', 100, 'USD', 3, market_now(), market_now() + interval '1 minute')
      returning id
    ), made as (
      insert into provider_orders (hash, external_ref, quote_id, user_id, product, provider, country, currency, units, status, created_at,
        submitted_at, ask_at, charged_units, booked_units)
      select 'brokenorder456', gen_random_uuid(), id, 1, 'on_ramp', 'tests', 'NG', 'USDT', 5, ${status}, market_now(), market_now(), market_now(),
        3, case ${status} when 'mismatch' then 3 else 0 end
      from quote
      returning quote_id)
    insert into ramp_orders (quote_id, user_id, corridor_id, party_sealed, given_units, released_at)
    select made.quote_id, 1, corridor.id, '', ${given}::bigint, case when ${status} <> 'submitted' or ${given}::bigint is not null then market_now() end
    from made, ramp_corridors corridor
    where corridor.code = 'broken'`;
};

const RAMPS: readonly Break[] = [
  {
    id: "R1",
    as: "a promise that no account holds",
    says: /^house:USDT:promised holds 0, purchases have 5$/,
    by: (tx) => aPurchase(tx, "submitted"),
  },
  {
    id: "R2",
    as: "held money that no account holds",
    says: /^house:USD:refunds holds 0, purchases that are held have 3$/,
    by: (tx) => aPurchase(tx, "mismatch"),
  },
  {
    id: "R3",
    as: "coins for which no money came",
    inFullOnly: true,
    says: /^purchase brokenorder456 gave more coins than its money buys$/,
    by: (tx) => aPurchase(tx, "submitted", 9n),
  },
];

const aStoreLine = async (tx: Tx) => {
  await tx.rows`
    insert into store_products (provider, code, brand, name, country, currency, category, kind, amounts, costs, redeem, is_in_stock, is_active, updated_at)
    values ('tests', 'x', 'x', 'x', 'US', 'USD', 'other', 'fixed', '{1000}', '{1000}', '{"en": ""}', true, true, market_now())`;
  await tx.rows`
    insert into product_quotes (hash, user_id, product, provider, country, currency, units, fee_units, got_currency, got_units, cost_currency, cost_units, created_at, expires_at)
    values ('brokenquote123', 1, 'store', 'house_market', 'US', 'USDT', 5, 0, 'USD', 1000, 'USD', 1000, market_now(), market_now() + interval '1 minute')`;
  await tx.rows`
    insert into store_lines (quote_id, order_quote_id, place, user_id, product_id, face_units, quantity)
    select quote.id, quote.id, 1, 1, sold.id, 1000, 1
    from product_quotes quote, store_products sold
    where quote.hash = 'brokenquote123' and sold.provider = 'tests'`;
};

const STORE: readonly Break[] = [
  {
    id: "G1",
    as: "a line that is not settled, whose code was seen",
    says: /^line brokenorder123 has 1 codes, and delivered 0$/,
    by: async (tx) => {
      await aStoreLine(tx);
      await anOrder(tx, "reserved");
      await tx.rows`
        update provider_orders
        set quote_id = (select id from product_quotes where hash = 'brokenquote123'), product = 'store'
        where hash = 'brokenorder123'`;
      await tx.rows`
        insert into store_codes (hash, quote_id, n, user_id, code_sealed, mark, delivered_at, first_seen_at)
        select 'brokencode1234', id, 1, 1, 'x', sha256('x'), market_now(), market_now()
        from product_quotes
        where hash = 'brokenquote123'`;
    },
  },
  {
    id: "G2",
    as: "a card of the house that nothing is owed for",
    says: /^house:USD:cards_issued holds 0, cards that nobody redeemed are worth 1000$/,
    by: (tx) => tx.rows`
      insert into house_cards (reference, n, currency, face_units, mark, issued_at, activated_at)
      values (gen_random_uuid(), 1, 'USD', 1000, sha256('x'), market_now(), market_now())`,
  },
  {
    id: "G3",
    as: "a refund of a code without its journal",
    inFullOnly: true,
    says: /^the code brokencode1234 was refunded without a decision, or decided without a refund$/,
    by: async (tx) => {
      await aStoreLine(tx);
      await tx.rows`
        insert into store_codes
          (hash, quote_id, n, user_id, code_sealed, mark, delivered_at, first_seen_at, reported_at, report, report_status, decided_at)
        select 'brokencode1234', id, 1, 1, 'x', sha256('x'), market_now(), market_now(), market_now(), 'It fails.', 'refunded', market_now()
        from product_quotes
        where hash = 'brokenquote123'`;
    },
  },
];

export const PRODUCT_BREAKS: readonly Break[] = [
  ...LESSONS,
  ...PROVIDERS,
  ...CARDS,
  ...RAMPS,
  ...HEDGES,
  ...LIGHTNING,
  ...STORE,
];
