/** Promises about what the staff may, and about what their switches and settings reach, each with the guard that keeps it. */
import type { Guard } from "./guard.ts";

const CASES = "server/market/disputes";
const BREAK_IN = "campaign/break-in/break-in.test.ts";
const FLAGGED = "server/migrations/0880-flags-of-what-is-built.sql";
const TOLD = "server/migrations/0885-flags-are-told.sql";
const VALUES = "server/migrations/0884-values-by-staff.sql";
const FLAGS = "server/outward/staff/flags-of-rules.test.ts";
const RIGHTS = "server/migrations/0881-rights-of-staff.sql";
const TRADES = "server/market/trades";

export const GUARDS_OF_STAFF_RIGHTS: readonly Guard[] = [
  {
    promise: "staff read no trade that they have not taken",
    file: "server/market/trades/view-trade.ts",
    text: 'if (!member) throw new Refusal(isBrought ? "dispute.not_taken" : "trade.not_found");',
    without: 'if (!member && !isBrought) throw new Refusal("trade.not_found");',
    test: "server/market/trades/staff.test.ts",
    only: "before they have taken it",
  },
  {
    promise: "who is restricted reads nothing as one of the staff",
    file: "server/platform/http/policy.ts",
    text: " && restrictions.length === 0;",
    without: " && restrictions.length >= 0;",
    test: "server/market/trades/staff.test.ts",
    only: "before they have taken it",
  },
  {
    promise: "a step of a trade that a restriction takes away is refused, canceling too",
    file: "server/market/trades/http.ts",
    text: 'calls.cancelTrade, { auth: "session", rate: "money", objects: PARTY, action: "pay" }',
    without: 'calls.cancelTrade, { auth: "session", rate: "money", objects: PARTY, unrestricted: true }',
    test: "campaign/authorization/restrictions.test.ts",
    only: "what the calls refuse them",
  },
  {
    promise: "demo people trade with demo people only, whatever process asks",
    file: "server/migrations/0849-demo-with-demo.sql",
    text: "and side.is_demo <> trade.is_demo)",
    without: "and false)",
    test: BREAK_IN,
    only: "of play money between people",
  },
  {
    promise: "the staff put no offer on the market",
    file: "server/market/my-offers/http.ts",
    text: '  if (viewer.roles.length > 0) throw new Refusal("auth.staff_account");\n',
    without: "",
    test: "server/market/trades/staff.test.ts",
    only: "of who gets a role",
  },
  {
    promise: "offers of who gets a role are off the market",
    file: "server/market/offers/offer.ts",
    text: '  if (facts.isOwnerStaff) return "staff";\n',
    without: "",
    test: "server/market/trades/staff.test.ts",
    only: "of who gets a role",
  },
  {
    promise: "discounts count for whom they are on",
    file: FLAGGED,
    text: "\n        and flag_is_on(''isFeeDiscountEnabled'', fee_bp_of.seller_id)",
    without: "",
    test: FLAGS,
    only: "a discount counts",
  },
  {
    promise: "who has no basic verification needs an identity, whatever process asks",
    file: FLAGGED,
    text: "or not flag_is_on(''isBasicVerificationEnabled'', person.id)",
    without: "",
    test: FLAGS,
    only: "without basic verification",
  },
  {
    promise: "staff act in nobody's place whom no restriction keeps from acting",
    file: `${CASES}/act-in-place.ts`,
    text: '  if (!open.some((one) => one.of === of && one.step === step)) throw new Refusal("dispute.not_in_place");\n',
    without: "",
    test: `${CASES}/act-in-place.test.ts`,
    only: "a banned buyer who has paid",
  },
  {
    promise: "a moderator gets no account back",
    file: RIGHTS,
    text: "'when holds_right(staff_id, ''recoveries'') is not true'],\n    ['approve_recovery(text, bigint, timestamptz)', 'and may",
    without: "'when may_judge(staff_id) is not true'],\n    ['approve_recovery(text, bigint, timestamptz)', 'and may",
    test: "server/outward/staff/rights.test.ts",
    only: "takes a senior one",
  },
  {
    promise: "a right is its role's, as the table says",
    file: RIGHTS,
    text: "    join staff_rights allowed on allowed.role = granted.role\n",
    without: "    join staff_rights allowed on true\n",
    test: "server/outward/staff/rights.test.ts",
    only: "takes a senior one",
  },
  {
    promise: "offers follow the flags that judge them",
    file: TOLD,
    text: "create trigger feature_flag_changes_told after insert on feature_flag_changes",
    without: "create trigger feature_flag_changes_told after delete on feature_flag_changes",
    test: FLAGS,
    only: "an offer is held and comes back",
  },
  {
    promise: "offers that are held follow a flag of one person too",
    file: "server/market/offers/jobs.ts",
    text: "  await reconsiderOffers(tx, people);\n  await tellOfOwners(tx, people);\n  return [];\n}\n\n/** Offers of who is restricted",
    without: "  await tellOfOwners(tx, people);\n  return [];\n}\n\n/** Offers of who is restricted",
    test: FLAGS,
    only: "an offer is held and comes back",
  },
  {
    promise: "a trade is extended no more often than it was to be when it began",
    file: `${TRADES}/flows/default.ts`,
    text: '(at.facts.extensionsLeft > 0 ? undefined : "trade.no_extension_left")',
    without: "undefined",
    test: `${TRADES}/refusals.test.ts`,
    only: "how often the time is extended",
  },
  {
    promise: "a trade is extended no more often than it was to be, whatever process writes",
    file: VALUES,
    text: "check (extended_times between 0 and most_extensions)",
    without: "check (extended_times >= 0)",
    test: `${TRADES}/refusals.test.ts`,
    only: "how often the time is extended",
  },
  {
    promise: "a trade keeps the number of extensions of its start",
    file: VALUES,
    text: "before insert on trades for each row execute function keep_most_extensions",
    without: "before insert or update on trades for each row execute function keep_most_extensions",
    test: `${TRADES}/refusals.test.ts`,
    only: "how often the time is extended",
  },
  {
    promise: "an offer's payment window is one that staff allow",
    file: "server/market/offers/offer-terms.ts",
    text: "  if (minutes < least || minutes > most)",
    without: "  if (minutes < least && minutes > most)",
    test: "server/market/offers/refusals.test.ts",
    only: "a payment window is what staff allow",
  },
  {
    promise: "a password has the letters that staff ask for",
    file: "server/people/auth/password.ts",
    text: "    length < least ||\n",
    without: "    length < 10 ||\n",
    test: "server/people/auth/auth.test.ts",
    only: "how long a password is",
  },
  {
    promise: "that a provider found nothing is not said of pictures that it may not have seen",
    file: "server/outward/verification/review.ts",
    text: "provider.has_passed && !provider.has_token",
    without: "provider.has_passed",
    test: "server/outward/verification/provider.test.ts",
    only: "could show the provider other pictures",
  },
];
