/** Changes that administrators make with their own proof: roles, levels, halts, settings, flags. A change that gives more needs two of them. */
import * as z from "zod/mini";
import { FLAG_NAMES, FLAG_STATES } from "../reference/flag-names.ts";
import { CARD_ISSUERS } from "../products/cards/staff-card-names.ts";
import { CODE_DECISIONS, ORDER_DECISIONS } from "../products/providers/order-names.ts";
import { AMBASSADOR_LEVELS } from "../reach/ambassador-names.ts";
import { amountFault, CRYPTO, displayFromUnits, isCryptoCode, unitsFromDisplay } from "../money/money.ts";
import { GIVEN_BADGES, HALT_NAMES, JOURNAL_HOUSES, JOURNAL_SIDES, ROLES } from "./names.ts";
import { amount, cryptoCode, hash, username } from "../platform/wire.ts";
import { form } from "../platform/errors/shape-faults.ts";

const role = z.enum(ROLES);
/** Level 4 has no limits. */
const level = z.int().check(z.minimum(1), z.maximum(4));
const badge = z.enum(GIVEN_BADGES);
const methodId = z.int().check(z.minimum(0), z.maximum(999_999));
const halt = z.enum(HALT_NAMES);

/** Letters that JSON writes as they are, so that both sides read the same. */
const word = z.string().check(z.maxLength(100), z.regex(/^[A-Za-z0-9 .:_-]*$/));
/** The possible values of settings; each setting defines its own type and bounds. */
export const settingValue = z.union([
  z.int(),
  z.boolean(),
  word,
  z.array(word).check(z.maxLength(600)),
  z.record(word, z.union([z.int(), word])),
]);
export type SettingJson = z.infer<typeof settingValue>;
export const settingName = z.string().check(z.maxLength(60), z.regex(/^[a-z_]+\.[a-z0-9_]+$/));

/** Above nothing. */
const isUpTo = (most: number) =>
  z.refine<string>((text) => Number(text) > 0 && Number(text) <= most, { error: form("amount") });

/** One movement between a person's balance and an account of the operator's: credit gives to the person. */
const manualJournal = z
  .strictObject({
    kind: z.literal("post_journal"),
    id: username,
    side: z.enum(JOURNAL_SIDES),
    crypto_currency_code: cryptoCode,
    house: z.enum(JOURNAL_HOUSES),
    /** Decimal of the coin, above nothing, with no more digits than it has. */
    amount,
    /** The case that says why, such as CASE-12. */
    case_number: z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]{2,39}$/, form("case_number"))),
  })
  .check(
    z.refine(
      ({ amount: text, crypto_currency_code: code }) => {
        const { digits } = CRYPTO[code];
        return amountFault(text, digits) === undefined && unitsFromDisplay(text, digits) > 0n;
      },
      { path: ["amount"], error: form("amount") },
    ),
  );

/** `id` is a username, or the name of a halt, a setting or a flag. */
export const STAFF_CHANGES = [
  z.strictObject({ kind: z.literal("grant_role"), id: username, role }),
  z.strictObject({ kind: z.literal("revoke_role"), id: username, role }),
  z.strictObject({ kind: z.literal("set_level"), id: username, level }),
  z.strictObject({ kind: z.literal("give_badge"), id: username, badge }),
  z.strictObject({ kind: z.literal("take_badge"), id: username, badge }),
  /** The level of an ambassador, which gives the badge too; none ends it. */
  z.strictObject({
    kind: z.literal("set_ambassador"),
    id: username,
    ambassador_level: z.enum([...AMBASSADOR_LEVELS, "none"]),
  }),
  /** Their order at a provider that nobody answers about, or that was delivered otherwise. */
  z.strictObject({
    kind: z.literal("end_order"),
    id: username,
    order: hash,
    decision: z.enum([...ORDER_DECISIONS, ...CODE_DECISIONS]),
  }),
  /** A card issuer is gone: cards pay no more, and every balance goes back to its owner. */
  z.strictObject({ kind: z.literal("end_cards"), id: z.enum(CARD_ISSUERS) }),
  /** So many satoshi are what the operator has on the Lightning node now, after a channel was closed or paid for. */
  z.strictObject({
    kind: z.literal("accept_lightning"),
    id: z.string().check(z.regex(/^(0|-?[1-9][0-9]{0,14})$/, form("amount"))),
  }),
  /** Their fee for a method, 0 for all, for a number of days. */
  z.strictObject({
    kind: z.literal("give_perk"),
    id: username,
    payment_method_id: methodId,
    fee_pct: z.string().check(z.regex(/^(0|1?[0-9]|20)(\.[0-9]{1,2})?$/, form("percent"))),
    days: z.int().check(z.minimum(1), z.maximum(365)),
  }),
  z.strictObject({ kind: z.literal("take_perk"), id: username, payment_method_id: methodId }),
  /** Cashback of their featured offer: percent of the amount and the maximum in dollars for one trade. */
  z.strictObject({
    kind: z.literal("give_cashback"),
    id: username,
    offer: hash,
    percent: z.string().check(z.regex(/^(0|[1-9]|10)(\.[0-9]{1,2})?$/, form("percent")), isUpTo(10)),
    max_usd: z.string().check(z.regex(/^(0|[1-9][0-9]{0,4})(\.[0-9]{1,2})?$/, form("amount")), isUpTo(10_000)),
  }),
  z.strictObject({ kind: z.literal("lift_halt"), id: halt }),
  z.strictObject({ kind: z.literal("set_halt"), id: halt }),
  z.strictObject({ kind: z.literal("set_setting"), id: settingName, value: settingValue }),
  /** For how many people in a hundred it is on. */
  z.strictObject({
    kind: z.literal("set_flag"),
    id: z.enum(FLAG_NAMES),
    percent: z.int().check(z.minimum(0), z.maximum(100)),
  }),
  /** For one person, whatever part of the people has it; default takes that back. */
  z.strictObject({
    kind: z.literal("set_user_flag"),
    id: username,
    flag: z.enum(FLAG_NAMES),
    state: z.enum(FLAG_STATES),
  }),
  manualJournal,
] as const;
export const staffChange = z.union(STAFF_CHANGES);
export type StaffChange = z.infer<typeof staffChange>;

const KINDS = [
  ...["grant_role", "revoke_role", "set_level", "lift_halt", "set_halt", "set_setting", "set_flag", "set_user_flag"],
  ...[
    "post_journal",
    "give_badge",
    "take_badge",
    "give_perk",
    "take_perk",
    "give_cashback",
    "set_ambassador",
    "end_order",
    "end_cards",
    "accept_lightning",
  ],
];

export function isStaffChange<T extends { readonly kind: string }>(wanted: T): wanted is Extract<T, StaffChange> {
  return KINDS.some((kind) => kind === wanted.kind);
}

/** The change, as text: a role, a level, a halt, or a name with its value. */
export function changeDetail(change: StaffChange): string {
  switch (change.kind) {
    case "grant_role":
    case "revoke_role":
      return change.role;
    case "set_level":
      return String(change.level);
    case "give_badge":
    case "take_badge":
      return change.badge;
    case "set_ambassador":
      return change.ambassador_level;
    case "end_order":
      return `${change.order}:${change.decision}`;
    case "give_perk":
      return [change.payment_method_id, unitsFromDisplay(change.fee_pct, 2), change.days].join(":");
    case "give_cashback":
      return [change.offer, unitsFromDisplay(change.percent, 2), unitsFromDisplay(change.max_usd, 2)].join(":");
    case "take_perk":
      return String(change.payment_method_id);
    case "set_setting":
      return `${change.id}=${JSON.stringify(change.value)}`;
    case "set_flag":
      return `${change.id}=${change.percent}`;
    case "set_user_flag":
      return `${change.flag}=${change.state}`;
    case "post_journal": {
      const units = unitsFromDisplay(change.amount, CRYPTO[change.crypto_currency_code].digits);
      return [change.side, change.crypto_currency_code, change.house, units, change.case_number].join(":");
    }
    default:
      return change.id;
  }
}

/** A discount of a person, from its text. */
export function perkOf(id: string, detail: string): StaffChange {
  const [method, feeBp = "", days] = detail.split(":");
  return staffChange.parse({
    ...{ kind: "give_perk", id, payment_method_id: Number(method), days: Number(days) },
    fee_pct: displayFromUnits(BigInt(feeBp), 2),
  });
}

/** The cashback of an offer of a person, from its text. */
export function cashbackOf(id: string, detail: string): Extract<StaffChange, { readonly kind: "give_cashback" }> {
  const [offer = "", bp = "", cents = ""] = detail.split(":");
  const [percent, max_usd] = [bp, cents].map((units) => displayFromUnits(BigInt(units), 2)) as [string, string];
  return { kind: "give_cashback", id, offer, percent, max_usd };
}

/** A manual journal of a person, from its text. Fails for a text that is none. */
export function journalOf(id: string, detail: string): z.infer<typeof manualJournal> {
  const [side, code = "", house, units = "", caseNumber] = detail.split(":");
  if (!isCryptoCode(code)) throw new Error(`no manual journal: ${detail}`);
  return manualJournal.parse({
    ...{ kind: "post_journal", id, side, house, case_number: caseNumber },
    crypto_currency_code: code,
    amount: displayFromUnits(BigInt(units), CRYPTO[code].digits),
  });
}
