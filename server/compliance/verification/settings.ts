/** Settings of this module; server/declared-settings.ts has those of all modules. */
import * as z from "zod/mini";
import { iso2List, whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "staff.documents_a_day": {
    value: 200,
    schema: whole(1, 10_000),
  },
  "verification.tries": {
    value: 3,
    schema: whole(1, 20),
  },
  "verification.closed_countries": {
    value: [] as string[],
    schema: iso2List,
  },
  "verification.documents_by_country": {
    value: [] as string[],
    schema: z
      .array(z.string().check(z.regex(/^[A-Z]{2}:(passport|id_card|driving_licence|residence_permit)$/)))
      .check(z.maxLength(600)),
  },
  "verification.keep_years": {
    value: 5,
    schema: whole(1, 20),
  },
} as const satisfies Settings;
