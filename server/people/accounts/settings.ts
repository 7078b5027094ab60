/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import * as z from "zod/mini";
import { iso2List, whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "accounts.play_money": {
    value: false,
    schema: z.boolean(),
    says: "New accounts trade with play money, and by recorded rates.",
  },
  "accounts.group_one_countries": {
    value: [],
    schema: iso2List,
    says: "New accounts of these move nothing before identity, email, address and phone are verified; YY is everybody.",
  },
  "accounts.bio_letters": { value: 180, schema: whole(20, 600), says: "The most letters of a bio.", onePerson: true },
  "accounts.bio_words": { value: 30, schema: whole(5, 200), says: "The most words of a bio.", onePerson: true },
  "accounts.bio_lines": { value: 5, schema: whole(1, 20), says: "The most lines of a bio.", onePerson: true },
  "accounts.interval_minutes": {
    value: 1440,
    schema: whole(1, 1440),
    says: "The most minutes that somebody may choose between two emails about messages.",
    onePerson: true,
  },
  "accounts.username_least": {
    value: 3,
    schema: whole(3, 20),
    says: "The least letters of a username.",
    onePerson: true,
  },
  "accounts.username_most": {
    value: 20,
    schema: whole(3, 20),
    says: "The most letters of a username.",
    onePerson: true,
  },
  "accounts.username_changes": {
    value: 1,
    schema: whole(0, 10),
    says: "How often somebody may change their username.",
    onePerson: true,
  },
} as const satisfies Settings;
