/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import { type Settings, whole } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "messenger.new_chats_a_day": {
    value: 10,
    schema: whole(0, 1000),
  },
} as const satisfies Settings;
