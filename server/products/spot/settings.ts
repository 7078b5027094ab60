/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "spot.maker_bp": { value: 10, schema: whole(0, 500) },
  "spot.taker_bp": { value: 20, schema: whole(0, 500) },
} as const satisfies Settings;
