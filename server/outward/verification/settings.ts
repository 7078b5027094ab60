/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import * as z from "zod/mini";
import { iso2List, whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "staff.documents_a_day": {
    value: 200,
    schema: whole(1, 10_000),
    says: "How many verifications one of the staff opens in a day.",
  },
  "verification.tries": {
    value: 3,
    schema: whole(1, 20),
    says: "After so many rejections a document is not taken any more, until staff ask for it anew.",
  },
  "verification.closed_countries": {
    value: [] as string[],
    schema: iso2List,
    says: "Documents of these countries are not accepted; nor are those of countries without accounts.",
  },
  "verification.documents_by_country": {
    value: [] as string[],
    schema: z
      .array(z.string().check(z.regex(/^[A-Z]{2}:(passport|id_card|driving_licence|residence_permit)$/)))
      .check(z.maxLength(600)),
    says: "Of a country that is named here only these documents of identity are accepted, each as NG:passport.",
  },
  "verification.keep_years": {
    value: 5,
    schema: whole(1, 20),
    says: "Documents are erased so long after their account has closed.",
  },
} as const satisfies Settings;
