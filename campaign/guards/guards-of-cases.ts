/** Promises about who acts at the same moment, on a case or in a conversation, each with the guard that keeps it. */
import type { Guard } from "./guard.ts";

const SECOND = "server/migrations/0441-changes-of-settings.sql";
const JUDGES = "server/migrations/0290-words-of-who-judges.sql";
const CASES = "server/market/disputes";
const RACES = `${CASES}/races.test.ts`;
const GONE = `${CASES}/gone-moderators.test.ts`;
const BREAK_IN = "campaign/break-in/break-in.test.ts";
const VIEWERS = "server/people/auth/kept-viewers.test.ts";
const DAY = `${CASES}/awards-a-day.test.ts`;
const MESSAGES = "server/market/chat/post-message.test.ts";

export const GUARDS_OF_CASES: readonly Guard[] = [
  {
    promise: "a case: who proposes after the sides have settled is refused",
    file: `${CASES}/decide-dispute.ts`,
    text: '  return new Refusal("trade.wrong_status", { status });',
    without: "  throw new Error(status);",
    test: RACES,
    only: "have just settled",
  },
  {
    promise: "a case: its trade is locked before it, whoever acts on it",
    file: `${CASES}/decide-dispute.ts`,
    text: "  const trade = await lockTrade(tx, hash);",
    without: "  const trade = (await lockOpenCase(tx, hash)) && (await lockTrade(tx, hash));",
    test: RACES,
    only: "holds its trade before it",
  },
  {
    promise: "a case: whose role went while they waited is refused, and it is decided by nobody",
    file: JUDGES,
    text: "  if not may_judge(note_staff_act.staff_id) then\n    return false;\n  end if;\n",
    without: "",
    test: RACES,
    only: "whose role goes",
  },
  {
    promise: "a trade is opened again by no moderator whose role went while they waited",
    file: "server/market/trades/reopen-trade.ts",
    text: " && (await holdJudge(tx, userId))",
    without: "",
    test: RACES,
    only: "whose role goes",
  },
  {
    promise: "a case: the proposal of who may judge no more stands no more",
    file: `${CASES}/rows.ts`,
    text: "case when may_judge(proposed_by) then proposed_winner end as proposed_winner",
    without: "proposed_winner",
    test: GONE,
    only: "no second one",
  },
  {
    promise: "a case: who may judge no more keeps nobody from taking it",
    file: `${CASES}/rows.ts`,
    text: " or not may_judge(taken_by) or taken_by = ",
    without: " or taken_by = ",
    test: GONE,
    only: "no second one",
  },
  {
    promise: "a second moderator's word counts as long as they may judge, whatever process asks",
    file: SECOND,
    text: "      and may_judge(open.proposed_by)\n",
    without: "",
    test: BREAK_IN,
    only: "who was frozen since",
  },
  {
    promise: "a restricted moderator awards nothing, whatever process asks",
    file: SECOND,
    text: "(may_judge(has_second.actor_id) and ",
    without: "(",
    test: BREAK_IN,
    only: "the proof of a frozen moderator",
  },
  {
    promise: "a restricted moderator does nothing as one of the staff",
    file: "server/platform/http/standing.ts",
    text: "  if (policy.action && !mayAct(viewer, policy.action))",
    without: "  if (policy.action && !policy.roles && !mayAct(viewer, policy.action))",
    test: GONE,
    only: "takes, proposes and decides nothing",
  },
  {
    promise: "roles are read where the call acts",
    file: "server/platform/http/standing.ts",
    text: '  if (policy.roles && !policy.roles.some((role) => viewer.roles.includes(role))) return new Refusal("auth.forbidden");\n',
    without: "",
    test: VIEWERS,
    only: "only by what a process believes",
  },
  {
    promise: "what a restriction refuses is kept under no key",
    file: "server/platform/http/answer.ts",
    text: "    const now = await standingNow(tx);\n    const answer = await tx\n      .attempt(() => act(tx, now))\n",
    without: "    const answer = await tx\n      .attempt(() => run(tx))\n",
    test: VIEWERS,
    only: "once it is lifted",
  },
  {
    promise: "what a restriction refuses in a group is kept under no key",
    file: "server/platform/http/group.ts",
    text: "  const answer = refusalAnswer(refusal, endpoint);\n  notKept.add(answer);\n  return answer;",
    without: "  return refusalAnswer(refusal, endpoint);",
    test: VIEWERS,
    only: "once it is lifted",
  },
  {
    promise: "a message takes its number when it holds the conversation",
    file: "server/market/chat/post-message.ts",
    text: "  await lockConversation(tx, ref);\n",
    without: "",
    test: MESSAGES,
    only: "waited for a step",
  },
  {
    promise: "lines of a conversation are numbered by one at a time",
    file: "server/migrations/0291-lines-in-order.sql",
    text: "  for no key update;",
    without: "  for key share;",
    test: MESSAGES,
    only: "of two messages at once",
  },
  {
    promise: "what the platform says in a conversation takes its number when it holds it",
    file: "server/market/feedback/reply-to-feedback.ts",
    text: "import { lockTrade, noteReply, roleIn }",
    without: "import { findTrade as lockTrade, noteReply, roleIn }",
    test: MESSAGES,
    only: "waits its turn",
  },
  {
    promise: "a moderator awards no more than a day takes, whatever process asks",
    file: "server/migrations/0847-awards-of-a-day.sql",
    text: "\n    and awards_in_day(has_second.actor_id, split_part(has_second.subject, '':'', 2)::bigint, has_second.usd_cents) and (",
    without: " and (",
    test: DAY,
    only: "beyond the day through",
  },
  {
    promise: "a moderator proposes no more than a day takes, whatever process asks",
    file: "server/migrations/0847-awards-of-a-day.sql",
    text: "when not awards_in_day(moderator_id, trade.id, trade.usd_cents) then",
    without: "when false then",
    test: DAY,
    only: "beyond the day through",
  },
  {
    promise: "the signer proves no award beyond a day's",
    file: "server/signer/proof-rows.ts",
    text: "and (asked.kind = 'reopen' or awards_in_day(asked.user_id, trade.id, trade.usd_cents))",
    without: "",
    test: DAY,
    only: "beyond the day through",
  },
];
