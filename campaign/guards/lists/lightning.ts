/** Guards of Lightning. */
import type { Guard } from "../guard.ts";

const LIGHTNING = "server/products/lightning/database/functions";
const TEST = "server/products/lightning/lightning.test.ts";

const WITHDRAWALS = "server/products/lightning/withdrawals.test.ts";
const COLLECTED =
  "a wallet collects what was set aside with one invoice of exactly that sum, once, and the rest comes back with its end";

export const LIGHTNING_GUARDS: readonly Guard[] = [
  {
    promise: "an invoice is credited once for its hash",
    file: `${LIGHTNING}/invoices/credit_lightning.sql`,
    text: "    when exists (select from journals known where known.kind = 'ln_in' and known.subject = credit_lightning.payment_hash) then 'known'\n",
    without: "",
    test: TEST,
    only: "an invoice is made by the node, and what is paid to it is credited once, also where the node says it twice",
  },
  {
    promise: "nothing is credited while deposits over Lightning are halted",
    file: `${LIGHTNING}/invoices/credit_lightning.sql`,
    text: "    when halt is not null then 'waits:' || halt\n",
    without: "",
    test: TEST,
    only: "while deposits are halted what is paid waits, and a user has no more open invoices than the limit",
  },
  {
    promise: "what is credited over Lightning in a day has a bound",
    file: `${LIGHTNING}/invoices/credit_lightning.sql`,
    text: "      > 100000000000 * (",
    without: "      > 1e30 * (",
    test: TEST,
    only: "no more is credited in a day than the setting says, and what is above it waits",
  },
  {
    promise: "a Lightning payment is proved",
    file: `${LIGHTNING}/payments/pay_lightning.sql`,
    text: "array[quote.user_id])) then 'unproved' end)",
    without: "array[quote.user_id])) and false then 'unproved' end)",
    test: TEST,
    only: "what must not leave does not: without a proof, with too little, over the limits, restricted, halted, without a node",
  },
  {
    promise: "an invoice of another user is paid once from inside",
    file: `${LIGHTNING}/payments/pay_lightning.sql`,
    text: "    when inside.status in ('settled', 'paid_inside') then 'paid'\n",
    without: "",
    test: TEST,
    only: "another user's invoice is paid inside at once, without fees, once however many pay it, and the node takes no money for it",
  },
  {
    promise: "a Lightning payment stays within the limits of a payment and of a month",
    file: `${LIGHTNING}/payments/lightning_obstacle.sql`,
    text: "100 * (setting_value('lightning.payment_usd')",
    without: "100000 * (setting_value('lightning.payment_usd')",
    test: TEST,
    only: "what must not leave does not: without a proof, with too little, over the limits, restricted, halted, without a node",
  },
  {
    promise: "the way of a payment costs the user no more than was said",
    file: `${LIGHTNING}/payments/end_lightning_payment.sql`,
    text: "least(ceil(network_msat / 1000.0), asked.network_units)",
    without: "0",
    test: TEST,
    only: "a payment reserves the most that it can cost, and its end books what it did cost and gives back the rest",
  },
  {
    promise: "a look-up that fails pays nothing again",
    file: "server/platform/outside/chains/lightning-node.ts",
    text: '  if (/SentPaymentNotFound|unable to locate invoice/.test(JSON.stringify(cause ?? ""))) return undefined;\n  throw error;\n',
    without: "  return undefined;\n",
    test: "server/platform/outside/chains/lightning-node.test.ts",
    only: "a node that does not answer is no node that does not know",
  },
  {
    promise: "what a wallet may collect is proved",
    file: `${LIGHTNING}/withdrawals/open_lightning_withdrawal.sql`,
    text: "array[quote.user_id])) then 'unproved' end)",
    without: "array[quote.user_id])) and false then 'unproved' end)",
    test: WITHDRAWALS,
    only: "what must not leave is not set aside, nor collected: unproved, too much, a second one, restricted, halted, without a node",
  },
  {
    promise: "a withdrawal is collected with an invoice of exactly its sum",
    file: `${LIGHTNING}/withdrawals/withdrawal_obstacle.sql`,
    text: "    when (msat = quote.got_units * 1000) is not true then 'other_amount'\n",
    without: "",
    test: WITHDRAWALS,
    only: COLLECTED,
  },
  {
    promise: "a withdrawal is collected once, and not after its time",
    file: `${LIGHTNING}/withdrawals/withdrawal_obstacle.sql`,
    text: "given.expires_at <= at then 'ended'",
    without: "given.expires_at < at - interval '1 day' then 'ended'",
    test: WITHDRAWALS,
    only: "what nobody collects comes back whole, once, by its time or its owner, and counts for nothing of the day",
  },
  {
    promise: "a withdrawal that nobody collected counts for nothing of what a password lets go",
    file: "server/signer/proofs/spending-rows.ts",
    text: "or given.status in ('expired', 'cancelled')",
    without: "or false",
    test: WITHDRAWALS,
    only: "a password lets so much go in a day, and what came back is left again",
  },
  {
    promise: "one administrator alone accepts no balance of the Lightning node",
    file: "server/staff/console/database/functions/changes/takes_second_person.sql",
    text: "    when 'accept_lightning' then true\n",
    without: "    when 'accept_lightning' then false\n",
    test: "server/products/lightning/staff-lightning.test.ts",
    only: "a balance that fell is accepted by two administrators with a reason, as it is then, and sending can go on",
  },
  {
    promise: "a node that misses money stops sending",
    file: "server/products/lightning/invariants.ts",
    text: "    where node.own_msat < node.base_msat",
    without: "    where false and node.own_msat < node.base_msat",
    test: TEST,
    only: "a node that has less than its own part and what is in flight stops sending, and receiving goes on",
  },
];
