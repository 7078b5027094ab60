/** What is promised of what a trade's buyer hands in, and of limits before a start. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0750-requirements.sql";
const TEST = "server/market/attachments/attachments.test.ts";
const AUTO = "server/market/trades/bt-auto.test.ts";
const BEFORE = "a trade of an offer that requires a receipt is paid after the receipt has come, and not before";
const WHO = "only the buyer hands in, and only what is theirs; the seller alone judges and asks";
const SPOILED =
  "a file whose bytes are others, or gone, is corrupted, counts for nothing and is named among the errors";
const TABLES =
  'the database itself takes no "paid" while something is awaited, and no trade that awaits less than it requires';
const WEB = "the web writes no attachment beside the functions, for nobody else, and clears nothing that is awaited";

export const GUARDS_OF_ATTACHMENTS: readonly Guard[] = [
  {
    promise: "attachments: what is required comes before paid",
    file: "server/market/trades/flows/default.ts",
    text: '  return facts.isProofAwaited ? "trade.proof_missing" : undefined;',
    without: '  return facts.isProofAwaited && facts.isDivided ? "trade.proof_missing" : undefined;',
    test: TEST,
    only: BEFORE,
  },
  {
    promise: "attachments: the table takes no payment while something is awaited",
    file: MADE,
    text: "check (paid_at is null or awaited = '{}')",
    without: "check (paid_at is null or awaited is not null)",
    test: TEST,
    only: TABLES,
  },
  {
    promise: "attachments: a trade begins with all that it requires awaited",
    file: MADE,
    text: "when (new.awaited is distinct from new.requirements and new.ended_at is null)",
    without: "when (new.awaited is distinct from new.requirements and new.ended_at is not null)",
    test: TEST,
    only: TABLES,
  },
  {
    promise: "attachments are one's own files",
    file: MADE,
    text: "upload.owner_id = attach_to_trade.buyer_id and ",
    without: "",
    test: TEST,
    only: WEB,
  },
  {
    promise: "attachments: a side acts for itself alone",
    file: MADE,
    text: "case side when 'buyer' then trade.buyer_id else trade.seller_id end) is distinct from user_id then",
    without: "case side when 'buyer' then trade.buyer_id else trade.seller_id end) is null then",
    test: TEST,
    only: WEB,
  },
  {
    promise: "attachments: who buys hands in, who sells judges",
    file: "server/market/attachments/act.ts",
    text: '  if (role !== side) throw new Refusal("trade.not_yours");\n',
    without: "",
    test: TEST,
    only: WHO,
  },
  {
    promise: "attachments: a file that is another than was uploaded counts for nothing",
    file: "server/market/attachments/hand-in.ts",
    text: "!digest || own.sha256 === null || !digest.equals(own.sha256)",
    without: "!digest || own.sha256 === null",
    test: TEST,
    only: SPOILED,
  },
  {
    promise: "bt-auto: an offer names an account of its owner's",
    file: "server/migrations/0752-bt-auto.sql",
    text: "known.user_id = new.owner_id and known.public_id = new.payment_account",
    without: "known.public_id = new.payment_account",
    test: AUTO,
    only: "the database takes no account of somebody else for an offer",
  },
  {
    promise: "bt-auto: who takes an offer to buy names an account of theirs",
    file: "server/market/trades/share-at-start.ts",
    text: "await refuseUnfitAccount(tx, { userId: starterId,",
    without: "await refuseUnfitAccount(tx, { userId: offer.ownerId,",
    test: AUTO,
    only: "who takes an offer to buy names one of their own accounts, and the buyer sees that",
  },
  {
    promise: "bt-auto: no other account takes the place of the one that was shared",
    file: "server/market/trades/give-account.ts",
    text: '  if (flow_type === "bt-auto") throw new Refusal("trade.wrong_status");\n',
    without: "",
    test: AUTO,
    only: "the seller gives no other account in such a trade",
  },
  {
    promise: "bt-auto: an account that an offer names is not removed",
    file: "server/migrations/0752-bt-auto.sql",
    text: "where known.id = is_account_shared.account_id and naming.deleted_at is null)",
    without: "where known.id = is_account_shared.account_id and naming.deleted_at is not null)",
    test: AUTO,
    only: "an account that an offer names stays until the offer is gone, and a short seller's trade has it before the coins",
  },
];
