/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "retention.chat_years": {
    value: 5,
    schema: whole(1, 20),
    says: "Time after the end of a trade until its messages, files, payment details and dispute texts are erased.",
  },
  "retention.act_words_years": {
    value: 5,
    schema: whole(1, 20),
    says: "Names and reasons of staff acts are erased after this; the chain of acts stays.",
  },
  "retention.log_days": {
    value: 365,
    schema: whole(30, 3650),
    says: "Notifications, activity, ended sessions and records of emails are erased after this.",
  },
} as const satisfies Settings;
