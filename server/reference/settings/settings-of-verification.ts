/** Settings of documents. */
import * as z from "zod/mini";
import { iso2List, whole } from "./setting-shapes.ts";

export const VERIFICATION_SETTINGS = {
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
};
