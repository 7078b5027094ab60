/** Settings of this module; server/declared-settings.ts has those of all modules. */
import { type Settings, whole } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  /** Without an answer for so long, an order is a case of the staff. */
  "providers.unknown_minutes": { value: 60, schema: whole(5, 2880) },
} as const satisfies Settings;
