/** Accounts of companies: becoming one and back, and the application with which a company is verified. */
import * as z from "zod/mini";
import { OWNER_SHARE_MIN, OWNERS_MAX } from "./company-names.ts";
import { endpoint } from "../platform/endpoint.ts";
import { COMPANY_FORMS, COMPANY_STATUSES } from "./verification/names.ts";
import { iso3, line, ownVerification } from "./verification/verification.ts";
import { documentNumber, instant, lineText } from "../platform/wire.ts";
import { form } from "../platform/errors/shape-faults.ts";

export const corporateAccount = z.strictObject({
  isCorporateAccount: z.boolean(),
  /** Of the application; null before it is submitted. */
  status: z.nullable(z.enum(COMPANY_STATUSES)),
  /** As it was approved; null before that. */
  legalName: z.nullable(z.string()),
  /** Until then nothing reminds of the application. */
  postponedUntil: z.nullable(instant),
});
export type CorporateAccount = z.infer<typeof corporateAccount>;

export const getCorporateAccount = endpoint({
  name: "getCorporateAccount",
  method: "GET",
  path: "/rest/v1/users/corporate-accounts/own",
  summary: "Whether the caller's account is a company's, and the status of its application",
  reply: corporateAccount,
});

const owner = z.strictObject({
  name: lineText({ min: 2, max: 140 }),
  /** Percent. */
  share: z.int().check(z.gte(OWNER_SHARE_MIN), z.lte(100)),
});

export const startCompanyVerification = endpoint({
  name: "startCompanyVerification",
  method: "POST",
  path: "/rest/v1/users/corporate-accounts/application",
  summary: "Start verifying the company of the caller's account; its documents follow as pictures of the verification",
  body: z.strictObject({
    country_iso3: iso3,
    legal_form: z.enum(COMPANY_FORMS),
    legal_name: lineText({ min: 2, max: 160 }),
    registration_number: documentNumber,
    address_line_1: line,
    address_line_2: z.optional(lineText({ max: 120 })),
    city_name: line,
    region_name: z.optional(lineText({ max: 120 })),
    zip_code: z.optional(lineText({ max: 20 })),
    /** The caller's role in the company. */
    position: line,
    /** All owners of a quarter or more; empty if there are none. */
    owners: z.array(owner).check(
      z.maxLength(OWNERS_MAX),
      z.refine((all) => all.reduce((sum, { share }) => sum + share, 0) <= 100, {
        error: form("shares"),
      }),
    ),
  }),
  reply: ownVerification,
  refusals: [
    ...(["verification.pending", "verification.approved", "verification.no_tries"] as const),
    ...(["verification.country", "verification.id_first", "corporate.personal"] as const),
  ],
});

const converting = ["corporate.already", "corporate.trades", "corporate.pending", "corporate.closing"] as const;
/** A message in the caller's language, and the next page: a path of this site. */
const converted = z.strictObject({ message: z.string(), redirect: z.string() });

export const convertToCorporate = endpoint({
  name: "convertToCorporate",
  method: "POST",
  path: "/rest/v1/users/corporate-accounts/convert-to-corporate",
  summary:
    "Convert the caller's account to a company account; the data of a refusal has the obstacle and the next page",
  reply: converted,
  refusals: ["corporate.off", ...converting],
});

export const convertToPersonal = endpoint({
  name: "convertToPersonal",
  method: "POST",
  path: "/rest/v1/users/corporate-accounts/convert-to-personal",
  summary:
    "Convert it back to a personal account, which ends the verification of the company; a refusal has a redirect to the page of the obstacle",
  reply: z.strictObject({ message: z.string() }),
  refusals: converting,
});

export const postponeCompanyVerification = endpoint({
  name: "postponeCompanyVerification",
  method: "POST",
  path: "/rest/v1/users/postpone-company-verification",
  summary: "Be reminded of the company's documents in a week",
  reply: corporateAccount,
  refusals: ["corporate.personal"],
});
