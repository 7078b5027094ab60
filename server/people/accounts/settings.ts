/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import * as z from "zod/mini";
import { iso2List, whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "accounts.play_money": {
    value: false,
    schema: z.boolean(),
    says: "New accounts trade play money at recorded rates.",
  },
  "accounts.group_one_countries": {
    value: [],
    schema: iso2List,
    says: "New accounts of these countries need a verified identity, email, address and phone before they move money; YY means every country.",
  },
  "accounts.bio_letters": { value: 180, schema: whole(20, 600), says: "Maximum letters of a bio.", onePerson: true },
  "accounts.bio_words": { value: 30, schema: whole(5, 200), says: "Maximum words of a bio.", onePerson: true },
  "accounts.bio_lines": { value: 5, schema: whole(1, 20), says: "Maximum lines of a bio.", onePerson: true },
  "accounts.interval_minutes": {
    value: 1440,
    schema: whole(1, 1440),
    says: "Maximum minutes that a user can choose between two emails about messages.",
    onePerson: true,
  },
  "accounts.username_least": {
    value: 3,
    schema: whole(3, 20),
    says: "Minimum letters of a username.",
    onePerson: true,
  },
  "accounts.username_most": {
    value: 20,
    schema: whole(3, 20),
    says: "Maximum letters of a username.",
    onePerson: true,
  },
  "accounts.username_changes": {
    value: 1,
    schema: whole(0, 10),
    says: "How often a user can change their username.",
    onePerson: true,
  },
} as const satisfies Settings;
