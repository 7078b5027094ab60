/** Promises about what people read of each other: whose messages somebody takes, merchants, and lines of phones. */
import type { Guard } from "./guard.ts";

const CHAT = "server/outward/messenger/chat-standing.ts";
const CHAT_TEST = "server/outward/messenger/messenger.test.ts";
const LINES = "server/migrations/0641-lines-of-phones.sql";
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
];
