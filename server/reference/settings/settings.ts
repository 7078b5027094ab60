/** What staff may change: each setting with its default, its shape, and what it does. */
import * as z from "zod/mini";
import { iso2List, slugList, usdByLevel, whole } from "./setting-shapes.ts";
import { OF_TRADING } from "./settings-of-trading.ts";
import { VERIFICATION_SETTINGS } from "./settings-of-verification.ts";

export const SETTINGS = {
  ...OF_TRADING,
  "ledger.manual_day_usd": {
    value: 10_000,
    schema: whole(0, 10_000_000),
    says: "What administrators may move by hand in a day, all journals together.",
  },
  "rates.max_age_sec": {
    value: 180,
    schema: whole(10, 86_400),
    says: "A coin's price older than this starts no trade.",
  },
  "rates.fiat_max_age_hours": {
    value: 120,
    schema: whole(1, 1000),
    says: "The same for a currency's rate; weekends count.",
  },
  "rates.tolerance_bp": {
    value: 200,
    schema: whole(10, 5000),
    says: "How far a source may be from the median.",
  },
  "catalog.disabled_countries": { value: ["CU", "IR", "KP", "SY"], schema: iso2List, says: "No accounts, no trades." },
  "catalog.gray_countries": {
    value: ["AF", "MM", "YE"],
    schema: iso2List,
    says: "Need a verified identity for anything.",
  },
  "catalog.disabled_methods": { value: [], schema: slugList, says: "Methods closed beside those the table closes." },
  "accounts.play_money": {
    value: false,
    schema: z.boolean(),
    says: "New accounts trade with play money, and by recorded rates.",
  },
  "accounts.group_one_countries": {
    value: [],
    schema: iso2List,
    says: "New accounts of these move nothing before identity, email, address and phone are verified; YY is everybody.",
  },
  "accounts.closing_days": {
    value: 14,
    schema: whole(1, 90),
    says: "An account closes so long after its owner asked for it.",
  },
  "accounts.bio_letters": { value: 180, schema: whole(20, 600), says: "The most letters of a bio." },
  "accounts.bio_words": { value: 30, schema: whole(5, 200), says: "The most words of a bio." },
  "accounts.bio_lines": { value: 5, schema: whole(1, 20), says: "The most lines of a bio." },
  "accounts.interval_minutes": {
    value: 1440,
    schema: whole(1, 1440),
    says: "The most minutes that somebody may choose between two emails about messages.",
  },
  "accounts.password_letters": {
    value: 10,
    schema: whole(10, 64),
    says: "The least letters of a new password; the list of common ones has none that are shorter than ten.",
  },
  "accounts.username_least": { value: 3, schema: whole(3, 20), says: "The least letters of a username." },
  "accounts.username_most": { value: 20, schema: whole(3, 20), says: "The most letters of a username." },
  "accounts.username_changes": {
    value: 1,
    schema: whole(0, 10),
    says: "How often somebody may change their username.",
  },
  "accounts.email_undo_days": {
    value: 7,
    schema: whole(1, 90),
    says: "For so long the old address can take a change of email back.",
  },
  "accounts.recovery_wait_hours": {
    value: 72,
    schema: whole(24, 720),
    says: "An account that two of the staff have recognized waits so long before its new owner sets a password.",
  },
  "accounts.recovery_stop_days": {
    value: 30,
    schema: whole(1, 365),
    says: "After such a recovery was stopped, nobody approves another of that account for so long.",
  },
  "accounts.recovery_most_open": {
    value: 300,
    schema: whole(10, 5000),
    says: "Maximum number of open recoveries; further requests are asked to come back later.",
  },
  "accounts.export_days": { value: 3, schema: whole(1, 30), says: "An archive of one's own data is kept so long." },
  "auth.session_days": { value: 30, schema: whole(1, 365), says: "A session ends after this, used or not." },
  "auth.session_idle_hours": { value: 168, schema: whole(1, 8760), says: "An unused session ends after this." },
  "auth.proof_of_work_after": {
    value: 50,
    schema: whole(1, 100_000),
    says: "After so many tries from one network in an hour, or at one account in a day, a browser works before the next.",
  },
  "auth.proof_of_work_hashes": {
    value: 100_000,
    schema: whole(1000, 10_000_000),
    says: "How much it works: so many digests, and up to sixteen times as many as the tries grow.",
  },
  "auth.new_password_hold_hours": {
    value: 24,
    schema: whole(1, 720),
    says: "Withdrawals are on hold for so long after a password change.",
  },
  "auth.new_factor_hold_hours": {
    value: 24,
    schema: whole(1, 720),
    says: "The same after a new way to confirm, or another email.",
  },
  "auth.new_device_hold_hours": {
    value: 24,
    schema: whole(1, 720),
    says: "The same after a sign-in with a new device.",
  },
  "auth.lost_factor_hold_hours": {
    value: 72,
    schema: whole(1, 720),
    says: "The same after a lost factor was removed or an account recovered; a reset without the factor waits as long.",
  },
  "wallet.send_out_quote_sec": { value: 60, schema: whole(10, 600), says: "How long a withdrawal's fee is kept." },
  "wallet.password_limit_usd": {
    value: 500,
    schema: whole(0, 1_000_000),
    says: "What may leave in a day on a password alone.",
  },
  "wallet.new_address_usd": {
    value: 100,
    schema: whole(0, 1_000_000_000),
    says: "Above it a withdrawal to a new address waits; the signer has a limit of its own, a tenth above the default.",
  },
  "wallet.new_address_hours": {
    value: 24,
    schema: whole(0, 720),
    says: "How long it waits. The signer lets nothing of that sum leave within a day, whatever the value here.",
  },
  "wallet.restricted_hours": {
    value: 24,
    schema: whole(0, 720),
    says: "How long a withdrawal of a restricted account waits.",
  },
  "wallet.hot_float_bp": {
    value: 500,
    schema: whole(0, 10_000),
    says: "How much of what users and trades have of a coin may stay hot, in hundredths of a percent; the rest goes to the cold account.",
  },
  "wallet.hot_floor": {
    value: { BTC: "0.5", ETH: "10", USDT: "20000" } as Record<string, string>,
    schema: z.record(z.enum(["BTC", "ETH", "USDT"]), z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/))),
    says: "As much of each coin stays hot in any case.",
  },
  "wallet.conversion_quote_sec": { value: 15, schema: whole(5, 120), says: "How long a conversion's rate is kept." },
  "wallet.conversion_spread_bp": {
    value: 100,
    schema: whole(0, 1000),
    says: "What the operator takes of a conversion.",
  },
  "wallet.bitcoin_confirmations": {
    value: 2,
    schema: whole(1, 100),
    says: "Blocks that make a bitcoin deposit final.",
  },
  "staff.look_ups_a_day": {
    value: 100,
    schema: whole(1, 10_000),
    says: "How many people one of the staff looks up in a day.",
  },
  "staff.documents_a_day": {
    value: 200,
    schema: whole(1, 10_000),
    says: "How many verifications one of the staff opens in a day.",
  },
  ...VERIFICATION_SETTINGS,
  "notifications.climb_minutes": {
    value: 10,
    schema: whole(1, 1440),
    says: "What waits for its reader in a trade, and was opened nowhere, comes by the next channel after so many minutes.",
  },
  "notifications.climb_order": {
    value: ["app", "telegram", "email"] as string[],
    schema: z.array(z.string().check(z.regex(/^(app|telegram|email)$/))).check(z.maxLength(3)),
    says: "The order of these channels; one that is not named is not used for it.",
  },
  "reminders.trade_minutes": {
    value: 10,
    schema: whole(1, 1440),
    says: "The side that has to act is reminded so long before a trade's window ends, at the earliest in its last third.",
  },
  "reminders.evidence_minutes": {
    value: 120,
    schema: whole(1, 10_080),
    says: "Each side of a dispute is reminded so long before the time for evidence ends, unless it said that this is all.",
  },
  "reminders.document_days": {
    value: 30,
    // A new one can be started a month before.
    schema: whole(1, 30),
    says: "The owner of a document is reminded so long before it expires.",
  },
  "reminders.closing_hours": {
    value: 24,
    schema: whole(1, 168),
    says: "The owner of an account is reminded so long before it closes.",
  },
  "reminders.review_hours": {
    value: 24,
    schema: whole(1, 168),
    says: "The staff member who set a restriction is reminded so long before it is due for review.",
  },
  "reminders.case_hours": {
    value: 4,
    schema: whole(1, 168),
    says: "The staff member who took a case is reminded so long before it is due.",
  },
  "retention.chat_years": {
    value: 5,
    schema: whole(1, 20),
    says: "Messages, files, payment details and dispute texts are erased so long after their trade has ended.",
  },
  "retention.act_words_years": {
    value: 5,
    schema: whole(1, 20),
    says: "Names and reasons of staff acts are erased after this; the chain of acts stays.",
  },
  "retention.log_days": {
    value: 365,
    schema: whole(30, 3650),
    says: "Notifications, activity, ended sessions and records of emails are erased after this.",
  },
  "limits.open_trades_usd": {
    value: { "0": 0, "1": 700, "1.5": 1000, "2": 10_000, "2.5": 25_000, "3": 50_000 } as Record<string, number>,
    schema: usdByLevel,
    says: "What one level has in open trades at once, the new one included; a level that is not named has no limit.",
  },
  "limits.day_usd": {
    value: { "0": 0, "1": 700, "1.5": 1000, "2": 20_000, "2.5": 50_000, "3": 100_000 } as Record<string, number>,
    schema: usdByLevel,
    says: "What one level trades in 24 hours.",
  },
  "limits.lifetime_usd": {
    value: { "0": 0, "1": 10_000, "1.5": 10_000 } as Record<string, number>,
    schema: usdByLevel,
    says: "What one level trades ever.",
  },
  "limits.cash_without_address_usd": {
    value: 50,
    schema: whole(0, 1_000_000),
    says: "Most dollars of a trade by cash in person or by mail that is started without a verified identity and address.",
  },
  "limits.open_trades_without_id": {
    value: 2,
    schema: whole(1, 1000),
    says: "How many open trades somebody has whose identity is not verified.",
  },
  "wallet.small_deposit_usd": { value: 100, schema: whole(0, 10_000), says: "Below this one block is enough." },
} as const satisfies Record<string, { value: unknown; schema: z.ZodMiniType; says: string }>;

export type SettingName = keyof typeof SETTINGS;

/** The type of a setting is that of its default, widened. */
export type SettingValue<N extends SettingName> = Widened<(typeof SETTINGS)[N]["value"]>;

type Widened<T> = T extends number
  ? number
  : T extends boolean
    ? boolean
    : T extends string
      ? string
      : T extends readonly []
        ? readonly string[]
        : T extends readonly (infer E)[]
          ? readonly Widened<E>[]
          : T;
