/** Promises about what people read of each other: whose messages somebody takes, merchants, and lines of phones. */
import type { Guard } from "./guard.ts";

const CHAT = "server/outward/messenger/chat-standing.ts";
const CHAT_TEST = "server/outward/messenger/messenger.test.ts";
const LINES = "server/migrations/0641-lines-of-phones.sql";
const TOLD = "server/migrations/0642-badges-told.sql";
const TOLD_TEST = "server/market/offers/badges-told.test.ts";
const PHONE_TEST = "server/outward/profiles/phone-shown.test.ts";

export const GUARDS_OF_PEOPLE: readonly Guard[] = [
  {
    promise: "only trade partners write to whoever takes messages from those alone",
    file: CHAT,
    text: "      return traded > 0;\n",
    without: "      return true;\n",
    test: CHAT_TEST,
    only: "whoever is named by the setting",
  },
  {
    promise: "nobody begins a conversation with whoever has blocked them, or is restricted",
    file: CHAT,
    text: 'mayAct(facts, "new_chat") && !facts.blocks_viewer && ',
    without: "",
    test: CHAT_TEST,
    only: "no restriction of either side",
  },
  {
    promise: "an open trade has its conversation whatever stands between the two",
    file: CHAT,
    text: '  if (tradeHash !== null) return { accepts, permission: "chat_exists", obstacle: null, tradeHash };\n',
    without: "",
    test: CHAT_TEST,
    only: "an open trade has its conversation",
  },
  {
    promise: "a company whose approval does not stand is no merchant",
    file: "server/outward/profiles/rows.ts",
    text: " and verified_level >= 3\n",
    without: "\n",
    test: "server/outward/profiles/merchant.test.ts",
    only: "a company that is approved and sells",
  },
  {
    promise: "visitors read no kind of anybody's line",
    file: "server/people/reputation/summaries.ts",
    text: "      type: isSignedIn ? row.phone_type : null,\n",
    without: "      type: row.phone_type,\n",
    test: PHONE_TEST,
    only: "whoever is signed in reads the kind",
  },
  {
    promise: "another number is another line",
    file: LINES,
    text: "  new.line_type := null;\n",
    without: "",
    test: PHONE_TEST,
    only: "the web names no kind of line",
  },
  {
    promise: "the web names no kind of line",
    file: LINES,
    text: "grant update (line_type) on phones to parley_worker;\n",
    without: "grant update (line_type) on phones to parley_worker, parley_web;\n",
    test: PHONE_TEST,
    only: "the web names no kind of line",
  },
  {
    promise: "a discount is what it takes off a fee, and the best of those that stand",
    file: "server/market/offers/fee.ts",
    text: "  return Math.max(0, ...savings);\n",
    without: "  return savings[0] ?? 0;\n",
    test: "server/outward/profiles/fee-discount.test.ts",
    only: "the current user has the best discount",
  },
  {
    promise: "partners who sign in from one address count once",
    file: TOLD,
    text: "count(distinct circle.name)::int",
    without: "count(*)::int",
    test: TOLD_TEST,
    only: "partners who sign in from one address",
  },
  {
    promise: "partners from the trader's own address do not count",
    file: TOLD,
    text: "    where circle.name <> circle_of(person.id)\n",
    without: "",
    test: TOLD_TEST,
    only: "partners who sign in from one address",
  },
  {
    promise: "a tier takes partners",
    file: TOLD,
    text: "        when fact.partners < (needs ->> 'partners')::int then null\n",
    without: "",
    test: TOLD_TEST,
    only: "partners who sign in from one address",
  },
  {
    promise: "what the seed of a demo gave is no news",
    file: TOLD,
    text: "    where not (before.badge = 'no_badge' and decided.seeded is not distinct from decided.badge)\n",
    without: "    where decided.user_id is not null\n",
    test: TOLD_TEST,
    only: "what the seed of a demo gives",
  },
  {
    promise: "a closed account has no history of badges, and gets none",
    file: TOLD,
    text: "      and not exists (\n        select from account_closures gone where gone.user_id = decided.user_id and gone.closed_at is not null)\n",
    without: "",
    test: TOLD_TEST,
    only: "the archive has the badges",
  },
  {
    promise: "of badges is told where their owner chose",
    file: "server/outward/notifications/kinds.ts",
    text: '["badge_given", "badge_lost"]);',
    without: "[]);",
    test: TOLD_TEST,
    only: "whoever wants no email about badges",
  },
  {
    promise: "offers beyond the limit of a lost tier are held",
    file: "server/market/offers/jobs.ts",
    text: "  await reconsiderOffers(tx, near);\n",
    without: "",
    test: TOLD_TEST,
    only: "offers beyond the limit",
  },
  {
    promise: "an offer that is off takes no place",
    file: "server/market/offers/active-limit.ts",
    text: "    if (!isOn) continue;\n",
    without: "",
    test: TOLD_TEST,
    only: "nothing that is on gives way",
  },
];
