/** What is promised of what is kept for a time. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0520-kept-for-a-time.sql";
const TEST = "server/outward/retention/retention.test.ts";
const CASES = "a case in progress, and a trade that runs, keep their words however old they are";
const TALK = "a conversation is there for five years after its trade, and then it says that it was deleted";

export const GUARDS_OF_RETENTION: readonly Guard[] = [
  {
    promise: "an open case keeps the words of its trade",
    file: MADE,
    text: "        select from disputes dispute where dispute.trade_hash = trade.hash and dispute.outcome is null)\n",
    without: "        select from disputes dispute where dispute.trade_hash = trade.hash and false)\n",
    test: TEST,
    only: CASES,
  },
  {
    promise: "a conversation is kept for its years",
    file: MADE,
    text: "      and trade.ended_at < kept_since('retention.chat_years', 5, 'year')\n",
    without: "",
    test: TEST,
    only: TALK,
  },
  {
    promise: "what a case was opened with goes with the conversation",
    file: MADE,
    text: "  set body = '', note = null\n",
    without: "  set body = body\n",
    test: TEST,
    only: CASES,
  },
  {
    promise: "nobody writes into a conversation that was erased",
    file: "server/market/chat/post-message.ts",
    text: 'member.is_erased ? "ChatErased" : ',
    without: "",
    test: TEST,
    only: TALK,
  },
  {
    promise: "files of what was erased are removed",
    file: "server/outward/retention/erase-old.ts",
    text: "    await files.remove(key);\n",
    without: "",
    test: TEST,
    only: TALK,
  },
  {
    promise: "a file that is kept alone is nobody else's",
    file: "server/platform/files.ts",
    text: ".update(ids.secret())",
    without: "",
    test: "server/platform/files.test.ts",
    only: "what is kept alone shares its file with nobody, and is removed without taking theirs",
  },
  {
    promise: "a file that somebody posted stays when others are cleared away",
    file: MADE,
    text: "    where not exists (select from chat_messages message where message.upload_id = one.id)));\n",
    without: "    ));\n",
    test: TEST,
    only: "a file that nobody posted goes after a month, and takes nothing of the same bytes with it",
  },
  {
    promise: "a browser is told for as long as its session lasts",
    file: MADE,
    text: "          < market_now() - interval '1 day'\n",
    without: "          < market_now() + interval '1 day'\n",
    test: TEST,
    only: "codes, links and quotes that nobody used go after a month, and a browser whose session is over after a day",
  },
  {
    promise: "a run of retention is bounded",
    file: "server/outward/retention/erase-old.ts",
    text: "round < MOST_ROUNDS",
    without: "round < 1000",
    test: TEST,
    only: "a run is bounded, and the next one goes on where it ended",
  },
  {
    promise: "only workers erase by age",
    file: MADE,
    text: "  erase_quotes(text, int), erase_staff_words(int), erase_by_age(text, int), files_to_remove(int) from public;\n",
    without: "  erase_quotes(text, int), erase_staff_words(int), files_to_remove(int) from public;\n",
    test: TEST,
    only: "who may not erase may not: the web has no function that does",
  },
];
