/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { type Settings, whole } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "support.normal_reply_minutes": { value: 480, schema: whole(5, 10_080) },
  "support.high_reply_minutes": { value: 120, schema: whole(5, 10_080) },
  "support.urgent_reply_minutes": { value: 30, schema: whole(5, 10_080) },
  "support.normal_solve_hours": { value: 120, schema: whole(1, 2160) },
  "support.high_solve_hours": { value: 48, schema: whole(1, 2160) },
  "support.urgent_solve_hours": { value: 24, schema: whole(1, 2160) },
  "support.waiting_days": { value: 14, schema: whole(1, 90) },
  "support.close_days": { value: 7, schema: whole(1, 90) },
  "support.tickets_a_day": { value: 10, schema: whole(1, 100) },
  "support.keep_days": { value: 730, schema: whole(30, 3650) },
} as const satisfies Settings;
