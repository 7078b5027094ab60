/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { type Settings, whole } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  /** Of the coins, in hundredths of a percent: of a purchase, and of a sale. */
  "ramp.buy_fee_bp": { value: 100, schema: whole(0, 1000) },
  "ramp.sell_fee_bp": { value: 100, schema: whole(0, 1000) },
  "ramp.quote_sec": { value: 60, schema: whole(15, 600) },
  /** For which the price of a purchase holds: by bank transfer, and for the prompt of mobile money. */
  "ramp.window_minutes": { value: 30, schema: whole(5, 1440) },
  "ramp.prompt_minutes": { value: 4, schema: whole(2, 60) },
  /** What M-Pesa keeps of a payment to the operator's paybill number, in hundredths of a percent. */
  "ramp.mpesa_fee_bp": { value: 55, schema: whole(0, 2000) },
  /** In a day, of purchases and of sales each: of a user, of one in the first week, and of all together at a provider. */
  "ramp.user_usd_day": { value: 2000, schema: whole(1, 100_000) },
  "ramp.new_user_usd_day": { value: 200, schema: whole(1, 100_000) },
  "ramp.provider_usd_day": { value: 20_000, schema: whole(1, 10_000_000) },
} as const satisfies Settings;
