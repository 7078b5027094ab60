/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { type Settings, whole } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  /** Of what the provider charges; it pays for the movement of the coin too. */
  "top_up.fee_bp": { value: 400, schema: whole(0, 3000) },
  "top_up.quote_sec": { value: 60, schema: whole(15, 600) },
  /** By what the provider charges in a day: of a user, of one in the first week, of a number, and of all together at a provider. */
  "top_up.user_usd_day": { value: 200, schema: whole(1, 10_000) },
  "top_up.new_user_usd_day": { value: 30, schema: whole(1, 10_000) },
  "top_up.number_usd_day": { value: 150, schema: whole(1, 10_000) },
  "top_up.provider_usd_day": { value: 5000, schema: whole(1, 1_000_000) },
} as const satisfies Settings;
