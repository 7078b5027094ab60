/** What is posted, and what the check of the ledger finds. */
import type { Guard } from "./guard.ts";

const LEDGER = "server/money/ledger";
const POST_EACH = "server/migrations/0394-posting-by-lists.sql";
const LINES = "server/migrations/0395-accounts-of-postings.sql";

export const GUARDS_OF_LEDGER: readonly Guard[] = [
  {
    promise: "escrow leaves once: a second exit of the same round is refused by the ledger",
    file: POST_EACH,
    text: "    if known[journal] or outcomes[twins[journal]] in ('posted', 'duplicate') then",
    without: "    if false then",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "a journal of one kind and subject exists once, in the table too",
    file: "server/migrations/0001-ledger.sql",
    text: "  at      timestamptz not null,\n  unique (kind, subject)\n",
    without: "  at      timestamptz not null\n",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "accounts are locked before a balance is decided on",
    file: POST_EACH,
    text: "    order by account.id\n    for update\n",
    without: "    order by account.id\n",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "accounts are locked in one order",
    file: POST_EACH,
    text: "    order by account.id\n    for update\n",
    without: "    order by random()\n    for update\n",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "nobody is overdrawn by a decision",
    file: POST_EACH,
    text: "      is_short := is_short or coalesce(left_over[from_at[back]] < 0, false);\n",
    without: "",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "the application's role cannot write a posting",
    file: "server/migrations/0001-ledger.sql",
    text: "assert not has_table_privilege('parley_app', 'ledger_accounts', 'update'), 'the application may not change balances';\n  assert not has_table_privilege('parley_app', 'postings', 'insert'), 'the application posts through ledger_post only';",
    without: "execute 'grant insert, update, delete on ledger_accounts, journals, postings to parley_app';",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "a posting is never changed, by nobody",
    file: "server/migrations/0001-ledger.sql",
    text: "create trigger postings_append_only before update or delete or truncate on postings\n  for each statement execute function refuse_change();\n",
    without: "",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "a posting names a journal and two accounts of its currency",
    file: LINES,
    text: "    where journal.id is null or (giving.currency = line.currency and taking.currency = line.currency) is not true\n",
    without: "    where false\n",
    test: `${LEDGER}/post.test.ts`,
    only: "a posting names",
  },
  {
    promise: "an account of the ledger is never deleted",
    file: LINES,
    text: "create trigger ledger_accounts_stay before delete or truncate on ledger_accounts\n  for each statement execute function refuse_other_account();\n",
    without: "",
    test: `${LEDGER}/post.test.ts`,
    only: "an account that postings name",
  },
  {
    promise: "an account of the ledger keeps its currency",
    file: LINES,
    text: "create trigger ledger_accounts_keep_currency before update of id, currency on ledger_accounts\n  for each row when (old.id <> new.id or old.currency <> new.currency) execute function refuse_other_account();\n",
    without: "",
    test: `${LEDGER}/post.test.ts`,
    only: "an account that postings name",
  },
  {
    promise: "a changed balance is found by the check of the ledger",
    file: `${LEDGER}/invariants.ts`,
    text: '  { id: "I3", find: balancesEqualPostings, findSince: balancesFollow },\n',
    without: "",
    test: `${LEDGER}/post.test.ts`,
  },
  {
    promise: "money that is made or lost is found by the check of the ledger",
    file: `${LEDGER}/invariants.ts`,
    text: '  { id: "I1", find: sumsToZero },\n',
    without: "",
    test: `${LEDGER}/post.test.ts`,
  },
];
