/** What is promised of appeals against decided disputes. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0731-dispute-appeals.sql";
const TEST = "server/market/disputes/appeals.test.ts";
const ONCE = "who lost appeals once, in time, with a file of their own; nobody else does";
const OTHER = "another moderator than who decided takes it and decides; the answer is read by both sides";
const WORTH =
  "an overturned decision is worth what the side did not get, and counts as paid when two administrators posted it";
const LATE = "after its time nobody appeals, and an erased conversation takes the words of an appeal with it";

export const GUARDS_OF_APPEALS: readonly Guard[] = [
  {
    promise: "who won a dispute does not appeal",
    file: MADE,
    text: " or found.outcome = role then return 'not_lost'",
    without: " then return 'not_lost'",
    test: TEST,
    only: ONCE,
  },
  {
    promise: "an appeal shows one's own files",
    file: MADE,
    text: " and upload.owner_id = make_dispute_appeal.appellant_id and upload.sha256 is not null",
    without: " and upload.sha256 is not null",
    test: TEST,
    only: "the database takes no appeal with a file that is somebody else's",
  },
  {
    promise: "who decided a dispute does not judge its appeal",
    file: MADE,
    text: "\n     or moderator_id in (coalesce(found.decided_by, 0), coalesce(found.proposed_by, 0), coalesce(found.taken_by, 0)) then",
    without: " then",
    test: TEST,
    only: OTHER,
  },
  {
    promise: "an appeal is decided by who has taken it",
    file: MADE,
    text: "if appeal.taken_by is distinct from moderator_id or not may_judge",
    without: "if not may_judge",
    test: TEST,
    only: OTHER,
  },
  {
    promise: "an appeal is worth what was lost",
    file: MADE,
    text: "if outcome = 'overturned' and (units between 1 and appeal_most(trade, appeal.role)) is not true then",
    without: "if outcome = 'overturned' and units is null then",
    test: TEST,
    only: WORTH,
  },
  {
    promise: "an appeal is paid by a correction for its number",
    file: MADE,
    text: "      and change.detail like 'credit:%:' || appeal.case_number\n",
    without: "",
    test: TEST,
    only: WORTH,
  },
  {
    promise: "an appeal comes in its time",
    file: MADE,
    text: "  if at >= found.decided_at + make_interval",
    without: "  if false and at >= found.decided_at + make_interval",
    test: TEST,
    only: LATE,
  },
];
