/** For the test of the invariants: what breaks each check of orders at providers and of virtual cards. */
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

const PROVIDERS: readonly Break[] = [
  {
    id: "P1",
    as: "a statement that closes with more than was booked",
    inFullOnly: true,
    says: /^outside:USD:telco has 0 at providers, their statements say 7$/,
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
  insert into cards (hash, user_id, label, status, last4, number_index, expires_on, is_single_use, created_at, ended_at)
  select 'brokencard1234', user_id, 'x', 'terminated', '1234', sha256('x'), '2030-01-01', false, market_now(), '2020-01-01' from account`;

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
];

export const PRODUCT_BREAKS: readonly Break[] = [...PROVIDERS, ...CARDS];
