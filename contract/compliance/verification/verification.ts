/** Documents of identity and of address: what a person starts, shows and submits, and what staff look at and decide. */
import * as z from "zod/mini";
import { locale as languageTag } from "../../reference/catalog.ts";
import { endpoint } from "../../platform/endpoint.ts";
import {
  ADDRESS_DOCUMENTS,
  ALL_REJECT_REASONS,
  CHECKLIST,
  COMPANY_FORMS,
  ID_DOCUMENTS,
  NOT_LISTED,
  type RejectReason,
  SIDES,
  VERIFICATION_KINDS,
  VERIFICATION_STATUSES,
} from "./names.ts";
import { elevenDigits } from "../../people/eleven-digits.ts";
import {
  count,
  documentNumber,
  hash,
  instant,
  iso2,
  lineText,
  queuePlace,
  text,
  username,
} from "../../platform/wire.ts";
import { NAME_MAX } from "../../platform/lengths.ts";
import { form } from "../../platform/errors/shape-faults.ts";

export const LOOK_REASON_MAX = 300;

const kind = z.enum(VERIFICATION_KINDS);
export const iso3 = z.string().check(z.regex(/^[A-Z]{3}$/, form("country3")));
const documentType = z.enum([...ID_DOCUMENTS, ...ADDRESS_DOCUMENTS, ...COMPANY_FORMS, "recording"]);
const side = z.enum(SIDES);
const reason = z.enum(ALL_REJECT_REASONS as [RejectReason, ...RejectReason[]]);
const day = z.iso.date();
const name = lineText({ min: 1, max: NAME_MAX });
export const line = lineText({ min: 1, max: 120 });

/** Of a PDF; null of a picture and of a video. */
const pages = z.nullable(count);
const picture = z.strictObject({
  side,
  /** corrupted: it cannot be read, and of what waits for a decision its owner shows this side again. */
  status: z.enum(["uploaded", "pending", "approved", "rejected", "corrupted"]),
  pages,
});

/** The latest of a kind, as its owner sees it. */
export const ownVerification = z.strictObject({
  verificationReference: hash,
  kind,
  status: z.enum(VERIFICATION_STATUSES),
  countryIso3: iso3,
  documentType,
  /** All that the document takes. */
  sides: z.array(side),
  pictures: z.array(picture),
  rejectReasons: z.array(reason),
  startedAt: instant,
  submittedAt: z.nullable(instant),
  decidedAt: z.nullable(instant),
  /** The document's own end. */
  expiresOn: z.nullable(day),
});
export type OwnVerification = z.infer<typeof ownVerification>;

const standing = z.strictObject({
  kind,
  isVerified: z.boolean(),
  /** Staff ask for it anew. */
  isForced: z.boolean(),
  triesLeft: count,
  /** Until when what is approved counts, also while the next one is under way; null where it has no end, or there is none. */
  expiresOn: z.nullable(day),
  latest: z.nullable(ownVerification),
});
export type VerificationStanding = z.infer<typeof standing>;

export const listVerifications = endpoint({
  name: "listVerifications",
  method: "GET",
  path: "/rest/v1/verification",
  summary: "Status of the caller's documents, by kind",
  reply: z.array(standing),
});

const starting = ["verification.pending", "verification.approved", "verification.no_tries"] as const;

export const startIdVerification = endpoint({
  name: "startIdVerification",
  method: "POST",
  path: "/account/verification/start/id",
  summary: "Start verifying the caller's identity by a document; names and number as printed on it",
  body: z.strictObject({
    issue_country_iso3: iso3,
    document_type: z.enum(ID_DOCUMENTS),
    first_name_original: name,
    middle_name_original: z.optional(lineText({ max: NAME_MAX })),
    last_name_original: name,
    document_number: documentNumber,
  }),
  reply: ownVerification,
  refusals: [...starting, "verification.country", "verification.document"],
});

export const startDocumentVerification = endpoint({
  name: "startDocumentVerification",
  method: "POST",
  path: "/account/verification/start/document",
  summary: "Start verifying the caller's address by a document; the two numbers are those of Nigeria",
  body: z.strictObject({
    country_iso3: iso3,
    document_type: z.enum(ADDRESS_DOCUMENTS),
    region_name: z.optional(lineText({ max: 120 })),
    city_name: line,
    address_line_1: line,
    address_line_2: z.optional(lineText({ max: 120 })),
    zip_code: z.optional(lineText({ max: 20 })),
    nga_nin: z.optional(elevenDigits),
    nga_bvn: z.optional(elevenDigits),
  }),
  reply: ownVerification,
  refusals: [...starting, "verification.country", "verification.id_first"],
});

export const startVideoVerification = endpoint({
  name: "startVideoVerification",
  method: "POST",
  path: "/account/verification/start/video",
  summary:
    "Start showing oneself on video, beside a document of identity; the code is held into the camera and counts half an hour",
  reply: z.strictObject({
    verification: ownVerification,
    code: z.string().check(z.regex(/^\d{6}$/, form("six_digits"))),
    codeExpiresAt: instant,
  }),
  refusals: [...starting, "verification.id_first"],
});

export const uploadVideoVerification = endpoint({
  name: "uploadVideoVerification",
  method: "POST",
  path: "/account/verification/video/upload",
  summary: "Hand a video in: by the address to which the caller has uploaded it, and no other address",
  body: z.strictObject({ url: z.string().check(z.maxLength(200)) }),
  reply: ownVerification,
  refusals: [
    "verification.unknown",
    "verification.over",
    "verification.incomplete",
    "verification.video_url",
    "verification.code_expired",
  ],
});

const ofPicture = z.strictObject({ reference: hash, side });

export const addVerificationPicture = endpoint({
  name: "addVerificationPicture",
  method: "POST",
  path: "/rest/v1/verification/:reference/pictures/:side",
  summary:
    "Add a picture, of a company also a PDF, or the video, to a verification of one's own that is not submitted, or in the place of one that is corrupted; another of the same side is replaced",
  params: ofPicture,
  multipart: true,
  reply: ownVerification,
  refusals: [
    "verification.unknown",
    "verification.over",
    "verification.picture_unwanted",
    "verification.picture_small",
    "verification.code_expired",
    "upload.size_limit",
    "upload.not_accepted",
    "upload.broken_image",
    "upload.picture_pixels",
    "upload.too_heavy",
    "upload.busy",
    "upload.count_limit",
    "upload.broken_pdf",
    "upload.locked_pdf",
    "upload.active_pdf",
    "upload.empty_pdf",
    "upload.pdf_page_limit",
  ],
});

export const submitVerification = endpoint({
  name: "submitVerification",
  method: "POST",
  path: "/rest/v1/verification/:reference/submit",
  summary: "Hand a verification with all its pictures to the staff",
  params: z.strictObject({ reference: hash }),
  reply: ownVerification,
  refusals: ["verification.unknown", "verification.over", "verification.incomplete", "verification.code_expired"],
});

export const markSumsubPending = endpoint({
  name: "markSumsubPending",
  method: "POST",
  path: "/rest/v3/kyc/verifications/sumsub/mark-pending",
  summary:
    "Hand a verification with all its pictures in, as submitting it does; a provider that is configured checks it too",
  body: z.strictObject({ verificationReference: hash }),
  reply: ownVerification,
  refusals: ["verification.unknown", "verification.over", "verification.incomplete", "verification.code_expired"],
});

export const getSumsubToken = endpoint({
  name: "getSumsubToken",
  method: "POST",
  path: "/rest/v3/kyc/verifications/sumsub/access-token",
  summary:
    "Ask for a token of ten minutes that opens this verification in Sumsub's web SDK; null until a worker has it, then said once",
  body: z.strictObject({ verificationReference: hash }),
  reply: z.strictObject({ token: z.nullable(z.string()), expiresAt: z.nullable(instant) }),
  refusals: ["verification.unknown", "verification.over", "verification.no_provider"],
});

export const leftAttempt = endpoint({
  name: "leftAttempt",
  method: "GET",
  path: "/rest/v1/verification/left-attempt/:type",
  summary: "How many more times the caller may submit a document of this kind after a rejection",
  params: z.strictObject({ type: kind }),
  reply: z.strictObject({ left: count, total: count }),
});

export const supportedCountries = endpoint({
  name: "supportedCountries",
  method: "GET",
  path: "/rest/v1/verification/supported-countries",
  summary:
    "Countries whose documents are accepted, with those documents, and whether the country requires one for everything",
  query: z.strictObject({ locale: z.optional(languageTag) }),
  reply: z.array(
    z.strictObject({
      iso3,
      iso: iso2,
      name: z.string(),
      documents: z.array(z.enum(ID_DOCUMENTS)),
      /** People of this country do nothing without one. */
      isRequired: z.boolean(),
    }),
  ),
});

export const documentCountry = endpoint({
  name: "documentCountry",
  method: "GET",
  path: "/rest/v1/verification/document-country",
  summary: "The country of the caller's latest document of identity, or else of their account",
  reply: z.strictObject({ iso3, iso: iso2 }),
});

// Staff

export const VERIFICATION_QUEUES = ["pending", "decided"] as const;
export type VerificationQueue = (typeof VERIFICATION_QUEUES)[number];

export const staffVerification = z.strictObject({
  reference: hash,
  username,
  kind,
  status: z.enum(VERIFICATION_STATUSES),
  countryIso3: iso3,
  documentType,
  submittedAt: instant,
  decidedAt: z.nullable(instant),
  decidedBy: z.nullable(username),
  /** The reviewers who approved it, also while another one must. */
  approvedBy: z.array(username),
  /** How many have to approve it. */
  approvers: count,
  reasons: z.array(reason),
  isOwn: z.boolean(),
});
export type StaffVerification = z.infer<typeof staffVerification>;

const queueReply = z.strictObject({
  rows: z.array(staffVerification),
  /** Of those that wait, at most 1000. */
  waiting: count,
  /** Where the next page begins; null at the end. */
  next: z.nullable(queuePlace),
});
export type VerificationsQueue = z.infer<typeof queueReply>;

/** All of these, where given. */
export const reviewFilters = z.strictObject({
  kind: z.optional(kind),
  country: z.optional(iso3),
  who: z.optional(username),
});
export type ReviewFilters = z.infer<typeof reviewFilters>;

export const listStaffVerifications = endpoint({
  name: "listStaffVerifications",
  method: "GET",
  path: "/rest/v1/staff/verifications",
  summary:
    "Documents that wait for a decision, the oldest first, or that were decided, the latest first; fifty on a page",
  query: z.strictObject({
    queue: z.optional(z.enum(VERIFICATION_QUEUES)),
    ...reviewFilters.shape,
    after: z.optional(queuePlace),
  }),
  reply: queueReply,
});

/** The data that is open for half an hour after a look. */
export const openedVerification = z.strictObject({
  ...staffVerification.shape,
  /** As the account was registered. */
  account: z.strictObject({ fullName: z.string(), birthDate: z.string(), countryIso: iso2, level: z.number() }),
  /** As the person typed it: names and number, or the address. */
  details: z.record(z.string(), z.string()),
  pictures: z.array(z.strictObject({ side, url: z.string(), pages, isCorrupted: z.boolean() })),
  /** Other accounts that showed the same document. */
  sameDocument: z.array(username),
  /** The provider beside the staff has checked it and found nothing; false where there is none, or it has not answered yet. */
  hasPassedProvider: z.boolean(),
  /** The user had a token for the provider's own screens, so its result may be about other pictures. */
  hasProviderToken: z.boolean(),
  earlier: z.array(staffVerification),
  /** Names like the person's on the operator's list of sanctions; null where there is no list. */
  watchList: z.nullable(z.array(z.strictObject({ name: z.string(), percent: z.int() }))),
  checklist: z.array(
    z.enum([...new Set([...CHECKLIST.id, ...CHECKLIST.address, ...CHECKLIST.company, ...CHECKLIST.video, NOT_LISTED])]),
  ),
});
export type OpenedVerification = z.infer<typeof openedVerification>;

export const lookAtVerification = endpoint({
  name: "lookAtVerification",
  method: "POST",
  path: "/rest/v1/staff/verifications/look",
  summary: "Open a user's documents for half an hour, for a reason that is recorded in the chain of staff acts",
  body: z.strictObject({ reference: hash, reason: text({ min: 3, max: LOOK_REASON_MAX }) }),
  reply: openedVerification,
  refusals: ["auth.forbidden", "verification.unknown", "staff.own_account", "staff.documents"],
});

const deciding = [
  "auth.forbidden",
  "verification.unknown",
  "verification.over",
  "verification.unlooked",
  "staff.own_account",
] as const;

export const approveVerification = endpoint({
  name: "approveVerification",
  method: "POST",
  path: "/rest/v1/staff/verifications/approve",
  summary: "Approve documents that the caller has opened and gone through; the level follows, of a company after two",

  body: z.strictObject({
    reference: hash,
    /** Every line of the kind's list. */
    checked: z.array(z.string()).check(z.maxLength(20)),
    /** Of a document that has an end. */
    expires_on: z.optional(day),
  }),
  reply: staffVerification,
  refusals: [
    ...deciding,
    "verification.checklist",
    "verification.corrupted",
    "verification.expired",
    "verification.second_person",
    "auth.password_proof",
  ],
});

export const rejectVerification = endpoint({
  name: "rejectVerification",
  method: "POST",
  path: "/rest/v1/staff/verifications/reject",
  summary: "Reject documents that the caller has opened, for reasons that the person reads",
  body: z.strictObject({ reference: hash, reasons: z.array(reason).check(z.minLength(1), z.maxLength(12)) }),
  reply: staffVerification,
  refusals: deciding,
});

export const demandVerification = endpoint({
  name: "demandVerification",
  method: "POST",
  path: "/rest/v1/staff/verifications/demand",
  summary:
    "Request a new document from a user: the level that the old one verified, or that one administrator granted, ends until a new one is approved",
  body: z.strictObject({ username, kind, reason: text({ min: 3, max: LOOK_REASON_MAX }) }),
  /** `keptLevel` was set by administrators and stays, for them to change; null where there is none. */
  reply: z.strictObject({ username, kind, keptLevel: z.nullable(z.number()) }),
  refusals: ["account.not_found", "restriction.not_allowed", "staff.unchanged", "auth.password_proof"],
});
