/** What is promised of evidence in a dispute. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0730-dispute-evidence.sql";
const TEST = "server/market/disputes/evidence.test.ts";
const FILE = "the database takes no file that is somebody else's";
const LOOK =
  "a case is opened for a stated reason, which is recorded before conversation, files and evidence are shown";
const CHAIN =
  "each item carries the digest of the one before, over its words and files; a decision names the last and its rule";
const STAYS = "nobody changes what was handed in; with the conversation its words go, and the order stays";
const TIME = "evidence is taken while there is time, and again when a moderator asks for it";
const WHO = "only the sides hand in, only the moderator who has the case asks, and only with files of their own";
const WEB = "the web writes evidence by the function alone, and moves no deadline";

export const GUARDS_OF_EVIDENCE: readonly Guard[] = [
  {
    promise: "evidence carries the digest of the item before",
    file: MADE,
    text: "previous := coalesce(last.digest, start);",
    without: "previous := start;",
    test: TEST,
    only: CHAIN,
  },
  {
    promise: "evidence: a decision names what it stands on",
    file: MADE,
    text: "create trigger evidence_kept_at_decision before update of outcome on disputes",
    without: "create trigger evidence_kept_at_decision before update of trade_hash on disputes",
    test: TEST,
    only: CHAIN,
  },
  {
    promise: "evidence stays as it was handed in",
    file: MADE,
    text: "create trigger evidence_stays before update or delete on dispute_evidence",
    without: "create trigger evidence_stays before delete on dispute_evidence",
    test: TEST,
    only: STAYS,
  },
  {
    promise: "evidence goes with the conversation",
    file: MADE,
    text: "when (new.body = '' and old.body <> '')",
    without: "when (new.body = '' and old.body = 'never')",
    test: TEST,
    only: STAYS,
  },
  {
    promise: "evidence is handed in while there is time",
    file: MADE,
    text: "  if at >= found.evidence_due_at\n     or (case",
    without: "  if (case",
    test: TEST,
    only: TIME,
  },
  {
    promise: "evidence: whoever said that this is all hands in no more",
    file: MADE,
    text: "\n     or (case role when 'buyer' then found.buyer_done_at else found.seller_done_at end) is not null then",
    without: " then",
    test: TEST,
    only: TIME,
  },
  {
    promise: "evidence has one's own files",
    file: MADE,
    text: " and upload.owner_id = hand_in_evidence.author_id and upload.sha256 is not null",
    without: " and upload.sha256 is not null",
    test: TEST,
    only: FILE,
  },
  {
    promise: "evidence is asked for by who has the case",
    file: MADE,
    text: "  if found.taken_by is distinct from moderator_id or moderator_id in",
    without: "  if moderator_id in",
    test: TEST,
    only: WHO,
  },
  {
    promise: "evidence is read by the moderator whose case it is",
    file: "server/market/disputes/view-dispute.ts",
    text: "const mayRead = role !== undefined || member !== undefined;",
    without: "const mayRead = role !== undefined || isStaff;",
    test: TEST,
    only: LOOK,
  },
  {
    promise: "evidence is written by the function alone",
    file: MADE,
    text: "grant select on dispute_evidence to parley_web, parley_worker;",
    without: "grant select, insert on dispute_evidence to parley_web, parley_worker;",
    test: TEST,
    only: WEB,
  },
  {
    promise: "who takes a case has said why",
    file: "server/market/disputes/decide-dispute.ts",
    text: 'act: "dispute.take", subject: hash, reason }',
    without: 'act: "dispute.take", subject: hash, reason: "case" }',
    test: TEST,
    only: LOOK,
  },
];
