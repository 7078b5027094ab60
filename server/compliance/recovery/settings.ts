/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "accounts.recovery_wait_hours": {
    value: 72,
    schema: whole(24, 720),
    says: "Wait between the approval of a recovery by two of the staff and the new password.",
  },
  "accounts.recovery_stop_days": {
    value: 30,
    schema: whole(1, 365),
    says: "Time after a stopped recovery during which no recovery of that account can be approved.",
  },
  "accounts.recovery_most_open": {
    value: 300,
    schema: whole(10, 5000),
    says: "Maximum open recoveries; further requests are refused until later.",
  },
} as const satisfies Settings;
