/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import * as z from "zod/mini";
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "wallet.password_limit_usd": {
    value: 500,
    schema: whole(0, 1_000_000),
    says: "Daily limit of withdrawals and releases with only the password.",
  },
  "wallet.new_address_usd": {
    value: 100,
    schema: whole(0, 1_000_000_000),
    says: "A larger withdrawal to a new address waits; the signer has its own limit, a tenth above the default.",
  },
  "wallet.new_address_hours": {
    value: 24,
    schema: whole(0, 720),
    says: "How long it waits. The signer always waits at least a day.",
  },
  "wallet.restricted_hours": {
    value: 24,
    schema: whole(0, 720),
    says: "How long a withdrawal of a restricted account waits.",
  },
  "wallet.hot_float_bp": {
    value: 500,
    schema: whole(0, 10_000),
    says: "Share of a coin's user balances and escrow that may stay hot, in hundredths of a percent; the rest goes to the cold account.",
  },
  "wallet.hot_floor": {
    value: { BTC: "0.5", ETH: "10", USDT: "20000" } as Record<string, string>,
    schema: z.record(z.enum(["BTC", "ETH", "USDT"]), z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/))),
    says: "Minimum amount of each coin that stays hot.",
  },
  "wallet.bitcoin_confirmations": {
    value: 2,
    schema: whole(1, 100),
    says: "Blocks until a bitcoin deposit is final.",
  },
  "wallet.small_deposit_usd": { value: 100, schema: whole(0, 10_000), says: "Below this one block is enough." },
} as const satisfies Settings;
