/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
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
} as const satisfies Settings;
