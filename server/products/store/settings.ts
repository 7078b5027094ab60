/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { type Settings, whole } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  /** Of what the provider charges; it pays for the movement of the coin too. */
  "store.fee_bp": { value: 300, schema: whole(0, 3000) },
  "store.quote_sec": { value: 120, schema: whole(15, 900) },
  /** After its owner saw a code, for so long they may say that it does not work. */
  "store.report_days": { value: 14, schema: whole(1, 90) },
  /** By what the provider charges in a day: of a user, of one in the first week, and of all together at a provider. */
  "store.user_usd_day": { value: 500, schema: whole(1, 50_000) },
  "store.new_user_usd_day": { value: 100, schema: whole(1, 10_000) },
  "store.provider_usd_day": { value: 10_000, schema: whole(1, 1_000_000) },
} as const satisfies Settings;
