/** Settings of this module; server/declared-settings.ts has those of all modules. */
import * as z from "zod/mini";
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "wallet.password_limit_usd": {
    value: 500,
    schema: whole(0, 1_000_000),
  },
  "wallet.new_address_usd": {
    value: 100,
    schema: whole(0, 1_000_000_000),
  },
  "wallet.new_address_hours": {
    value: 24,
    schema: whole(0, 720),
  },
  "wallet.restricted_hours": {
    value: 24,
    schema: whole(0, 720),
  },
  "wallet.hot_float_bp": {
    value: 500,
    schema: whole(0, 10_000),
  },
  "wallet.hot_floor": {
    value: { BTC: "0.5", ETH: "10", USDT: "20000" } as Record<string, string>,
    schema: z.record(z.enum(["BTC", "ETH", "USDT"]), z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/))),
  },
  "wallet.bitcoin_confirmations": {
    value: 2,
    schema: whole(1, 100),
  },
  "wallet.small_deposit_usd": { value: 100, schema: whole(0, 10_000) },
} as const satisfies Settings;
