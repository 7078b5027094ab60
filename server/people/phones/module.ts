/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { factorCodeJob } from "./carry-factor-codes.ts";
import { routes } from "./http.ts";
import { nameLines } from "./name-lines.ts";
import { forgetPhoneCodes, phoneCodeJob } from "./send-codes.ts";
import { openPhoneLine } from "./marks.ts";
import { DATA } from "./tables.ts";
import { sealAnew } from "./seal-anew.ts";

export const module: Module = {
  name: "people/phones",
  routes,
  jobs: [
    factorCodeJob,
    phoneCodeJob,
    { name: "name-phone-lines", everyMs: 5000, run: nameLines },
    { name: "forget-phone-codes", everyMs: 3_600_000, run: forgetPhoneCodes },
  ],
  ownData: [{ file: "phone", lines: "phone", open: openPhoneLine }],
  closing: { erases: "erase_user_from_phones" },
  data: DATA,
  sealAnew,
};
