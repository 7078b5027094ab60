/** What staff may change of this module; server/declared-settings.ts has the settings of all. */
import * as z from "zod/mini";
import { iso2List, whole, type Settings } from "../../platform/setting-shapes.ts";

export const SETTINGS = {
  "staff.documents_a_day": {
    value: 200,
    schema: whole(1, 10_000),
    says: "Verifications that one member of staff can open in a day.",
  },
  "verification.tries": {
    value: 3,
    schema: whole(1, 20),
    says: "Rejections after which no further document is accepted until staff request one.",
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
    says: "Documents of identity accepted from a country, each as NG:passport; a country that is not listed accepts all.",
  },
  "verification.keep_years": {
    value: 5,
    schema: whole(1, 20),
    says: "Time after an account closes until its documents are erased.",
  },
} as const satisfies Settings;
