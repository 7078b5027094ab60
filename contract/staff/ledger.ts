/** The operator's ledger as administrators see it: the balance of each account, and the journals without names of users. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { amount, cryptoCode, fiatCode, instant, rowNumber, text, username } from "../platform/wire.ts";

/** What an account is for: the purposes of the operator, of those outside, of trades and of users. */
export const LEDGER_PLACES = [
  ...["chain", "inventory", "network", "fees", "rewards", "dust", "loss"],
  ...["fees_store", "telco", "fees_card", "issuer", "fees_spot", "store", "market", "cards_issued"],
  ...["fees_ramp", "fees_lightning", "lightning", "bank", "mobile_money", "promised", "refunds"],
  ...["escrow", "available", "held", "bond", "ordered", "card", "card_held", "spot", "other"],
] as const;
/** Every kind of journal that the market writes; what tests and old versions wrote is other. */
export const JOURNAL_KINDS = [
  ...["trade_lock", "trade_release", "trade_return", "trade_split", "trade_cashback"],
  ...["deposit", "deposit_dust", "deposit_reversal", "conversion", "manual", "demo_coins"],
  ...["bond_deposit", "bond_return"],
  ...["reward_accrue", "reward_claim", "reward_cancel"],
  ...["provider_pay", "provider_done", "provider_return", "provider_deposit"],
  ...["ramp_promise", "ramp_release", "ramp_received", "ramp_bought", "ramp_refunded"],
  ...["ramp_sell", "ramp_paid", "ramp_return", "ramp_came_back", "ramp_return_late"],
  ...["card_issue", "card_redeem", "card_void", "store_refund"],
  ...["card_top_up", "card_withdraw", "card_hold", "card_unhold", "card_capture", "card_refund", "card_debt"],
  ...["ln_in", "ln_reserve", "ln_settle", "ln_return", "ln_internal"],
  ...["card_dispute_credit", "card_dispute_back"],
  ...["send_out_reserve", "send_out_settle", "send_out_return", "send_out_fee"],
  ...["spot_hold", "spot_fill", "spot_release", "house_fund", "house_back"],
  ...["gas_cost", "network_cost", "cold_spend", "coin_lost", "other"],
] as const;
export const LEDGER_SHOWS = ["all", "manual"] as const;

const place = z.enum(LEDGER_PLACES);
const signed = z.string();

export const ledgerJournal = z.strictObject({
  /** To read on from. */
  id: rowNumber,
  kind: z.enum(JOURNAL_KINDS),
  at: instant,
  lines: z.array(z.strictObject({ from: place, to: place, amount, currencyCode: z.union([cryptoCode, fiatCode]) })),
  /** Of a manual one, who did it, about whom and why. */
  manual: z.nullable(
    z.strictObject({
      username,
      caseNumber: z.string(),
      reason: z.string(),
      proposedBy: username,
      confirmedBy: username,
    }),
  ),
});
export type LedgerJournal = z.infer<typeof ledgerJournal>;

export const staffLedger = z.strictObject({
  /** Of each coin. All together come to nothing: `people` is what is owed to people, escrows included. */
  coins: z.array(
    z.strictObject({
      cryptoCurrencyCode: cryptoCode,
      chain: signed,
      inventory: signed,
      network: signed,
      fees: signed,
      rewards: signed,
      dust: signed,
      loss: signed,
      people: signed,
    }),
  ),
  /** The last check of the invariants; null before the first. */
  check: z.nullable(z.strictObject({ at: instant, broken: z.int() })),
  /** The daily limit of manual corrections and the rest of today, in whole dollars. */
  dayUsd: z.int(),
  leftUsd: z.int(),
  /** Newest first. */
  journals: z.array(ledgerJournal),
  /** Where the next page begins; null at the end. */
  next: z.nullable(rowNumber),
});
export type StaffLedger = z.infer<typeof staffLedger>;

export const getStaffLedger = endpoint({
  name: "getStaffLedger",
  method: "GET",
  path: "/rest/v1/staff/ledger",
  summary: "Balances of the operator's accounts, and the journals, newest first",
  query: z.strictObject({ show: z.optional(z.enum(LEDGER_SHOWS)), before: z.optional(rowNumber) }),
  reply: staffLedger,
});

export const personLedger = z.strictObject({
  username,
  /** What is available in each coin, and each other account that is not empty. */
  accounts: z.array(z.strictObject({ place, currencyCode: z.union([cryptoCode, fiatCode]), amount: signed })),
  /** The newest fifty of theirs. */
  journals: z.array(ledgerJournal),
});
export type PersonLedger = z.infer<typeof personLedger>;

export const lookUpLedger = endpoint({
  name: "lookUpLedger",
  method: "POST",
  path: "/rest/v1/staff/ledger/look-up",
  summary: "A person's accounts and their newest journals, for a reason that is written down; so many people a day",
  body: z.strictObject({ username, reason: text({ min: 3, max: 300 }) }),
  reply: personLedger,
  refusals: ["account.not_found", "auth.forbidden", "staff.look_ups"],
});
