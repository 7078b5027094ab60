/** What is promised of chargeback reports. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0770-chargebacks.sql";
const VERBS = "server/market/disputes/chargebacks.ts";
const TEST = "server/market/disputes/chargebacks.test.ts";
const ONCE =
  "the seller reports a released trade, once, with every statement; the trade says so to both, and its coins stay where they are";
const METHODS = "only for methods by which payments come back, and only in time";
const READ =
  "what was said is sealed, and read by its seller and by who has taken the case for a stated reason, which is recorded first";
const JUDGE = "who had the trade's dispute, a side of it, and a colleague's colleague do not judge";
const CONFIRMED =
  "a confirmed one counts for nobody's record, and is over when the seller says that the buyer has paid";
const PAID =
  "the operator makes it good by a correction of two administrators for its number and its sum, and by nothing less";
const AT_ONCE = "of two who report, take or decide at once one does";
const STATUS = "no process moves a trade to or from a chargeback that no report says, nor writes a report";
const GONE = "words are sealed anew with another secret, come in the seller's archive, and go with the conversation";

export const GUARDS_OF_CHARGEBACKS: readonly Guard[] = [
  {
    promise: "a chargeback is reported with every statement",
    file: VERBS,
    text: '  if (!body.isVerifiedCorrectly) throw fieldRefusal("chargeback.not_verified", "isVerifiedCorrectly");\n',
    without: "",
    test: TEST,
    only: ONCE,
  },
  {
    promise: "the seller alone reports a chargeback",
    file: MADE,
    text: "  if trade.seller_id is distinct from report_chargeback.seller_id then return 'not_yours'; end if;\n",
    without: "",
    test: TEST,
    only: ONCE,
  },
  {
    promise: "a chargeback is reported after the release",
    file: MADE,
    text: "  if trade.status <> 'released' then return 'not_yours'; end if;\n",
    without: "",
    test: TEST,
    only: ONCE,
  },
  {
    promise: "a chargeback shows one's own files",
    file: MADE,
    text: " and upload.owner_id = report_chargeback.seller_id and upload.sha256 is not null",
    without: " and upload.sha256 is not null",
    test: TEST,
    only: STATUS,
  },
  {
    promise: "a chargeback is of a method by which payments come back",
    file: MADE,
    text: "  if until_at is null then return 'not_method'; end if;\n",
    without: "",
    test: TEST,
    only: METHODS,
  },
  {
    promise: "a chargeback is reported in its time",
    file: MADE,
    text: "  if at >= until_at then return 'expired'; end if;\n",
    without: "",
    test: TEST,
    only: METHODS,
  },
  {
    promise: "words of a chargeback are for its seller and whose case it is",
    file: "server/market/disputes/view-chargebacks.ts",
    text: "  return isTheirs && row.words_sealed ?",
    without: "  return row.words_sealed ?",
    test: TEST,
    only: READ,
  },
  {
    promise: "whoever takes a chargeback is written down",
    file: MADE,
    text: "  perform add_staff_act(\n    staff_id, 'chargeback.take',",
    without: "  perform concat(\n    staff_id, 'chargeback.take',",
    test: TEST,
    only: READ,
  },
  {
    promise: "who had the dispute does not judge the chargeback",
    file: MADE,
    text: "        and staff_id in (had.taken_by, had.proposed_by, had.decided_by, appeal.taken_by))",
    without: "        and staff_id in (had.proposed_by, had.decided_by, appeal.taken_by))",
    test: TEST,
    only: JUDGE,
  },
  {
    promise: "chargebacks of colleagues are for administrators",
    file: MADE,
    text: "    or may_restrict(staff_id, (trade).buyer_id, 'restricted') is not true\n",
    without: "",
    test: TEST,
    only: JUDGE,
  },
  {
    promise: "a chargeback is decided by who has taken it",
    file: MADE,
    text: "  if (found.report).taken_by is distinct from staff_id or kept_from",
    without: "  if kept_from",
    test: TEST,
    only: READ,
  },
  {
    promise: "the operator makes good no more than was sold",
    file: MADE,
    text: "    and units between 1 and (found.trade).units + (found.trade).fee_units) is not true then return 'out_of_range'; end if;\n",
    without: "    ) is not true then return 'out_of_range'; end if;\n",
    test: TEST,
    only: CONFIRMED,
  },
  {
    promise: "a confirmed chargeback counts for nobody",
    file: VERBS,
    text: "  countEndings(tx, [trade.id]);\n",
    without: "",
    test: TEST,
    only: CONFIRMED,
  },
  {
    promise: "a trade with a chargeback keeps its part of limits",
    file: MADE,
    text: "('released', 'dispute_won_buyer', 'chargeback_started', 'chargeback_paid')\n$$;",
    without: "('released', 'dispute_won_buyer')\n$$;",
    test: TEST,
    only: CONFIRMED,
  },
  {
    promise: "the operator's word is what corrections have paid",
    file: MADE,
    text: "    return 'unpaid';\n",
    without: "    null;\n",
    test: TEST,
    only: PAID,
  },
  {
    promise: "a correction for a chargeback is its seller's",
    file: MADE,
    text: " and change.user_id = (report).seller_id\n",
    without: "\n",
    test: TEST,
    only: PAID,
  },
  {
    promise: "a trade is in a chargeback as its report says",
    file: MADE,
    text: "  end) is not true then\n    raise exception 'trade % has no report",
    without: "  end) is not true and false then\n    raise exception 'trade % has no report",
    test: TEST,
    only: STATUS,
  },
  {
    promise: "the seller's word is the seller's",
    file: MADE,
    text: "    if (found.report).seller_id is distinct from make_chargeback_good.seller_id then return 'not_yours'; end if;\n",
    without: "",
    test: TEST,
    only: STATUS,
  },
  {
    promise: "one report of a trade is there",
    file: MADE,
    text: "  if exists (select from chargeback_reports known where known.trade_id = trade.id) then return 'exists'; end if;\n",
    without: "",
    test: TEST,
    only: AT_ONCE,
  },
  {
    promise: "what was said about a chargeback goes with its conversation",
    file: MADE,
    text: "  set words_sealed = null, upload_ids",
    without: "  set upload_ids",
    test: TEST,
    only: GONE,
  },
];
