/** Settings of this module; server/declared-settings.ts has those of all modules. */
import * as z from "zod/mini";
import { iso2List, whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "accounts.play_money": {
    value: false,
    schema: z.boolean(),
  },
  "accounts.group_one_countries": {
    value: [],
    schema: iso2List,
  },
  "accounts.bio_letters": { value: 180, schema: whole(20, 600), onePerson: true },
  "accounts.bio_words": { value: 30, schema: whole(5, 200), onePerson: true },
  "accounts.bio_lines": { value: 5, schema: whole(1, 20), onePerson: true },
  "accounts.interval_minutes": {
    value: 1440,
    schema: whole(1, 1440),
    onePerson: true,
  },
  "accounts.username_least": {
    value: 3,
    schema: whole(3, 20),
    onePerson: true,
  },
  "accounts.username_most": {
    value: 20,
    schema: whole(3, 20),
    onePerson: true,
  },
  "accounts.username_changes": {
    value: 1,
    schema: whole(0, 10),
    onePerson: true,
  },
} as const satisfies Settings;
