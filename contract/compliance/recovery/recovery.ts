/** Recovery for users who lost the mailbox and every factor, by documents; two of the staff decide; the current user may stop it. */
import * as z from "zod/mini";
import { password } from "../../people/sign-in/auth.ts";
import { email } from "../../people/email-address.ts";
import { EMAIL_MAX } from "../../platform/lengths.ts";
import { endpoint } from "../../platform/endpoint.ts";
import {
  RECOVERY_CHECKLIST,
  RECOVERY_FAULTS,
  RECOVERY_QUEUES,
  RECOVERY_REASONS,
  RECOVERY_SIDES,
  RECOVERY_STATUSES,
  STORY_MAX,
  STORY_MIN,
} from "./names.ts";
import { SIDES } from "../verification/names.ts";
import { count, hash, instant, queuePlace, text, textLocale, username } from "../../platform/wire.ts";
import { form } from "../../platform/errors/shape-faults.ts";

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const code = z.string().check(z.regex(/^\d{8}$/, form("eight_digits")));
const side = z.enum(RECOVERY_SIDES);
const status = z.enum(RECOVERY_STATUSES);

/** The requester's view: nothing of an account. */
export const recoveryState = z.strictObject({
  reference: hash,
  /** Written on paper and held beside the face. */
  code,
  status,
  /** Of pictures that are there. */
  sides: z.array(side),
  /** Of a rejected one what the pictures lacked; null where nothing more is said. */
  reason: z.nullable(z.enum(RECOVERY_REASONS)),
  waitsUntil: z.nullable(instant),
});
export type RecoveryState = z.infer<typeof recoveryState>;

export const startRecovery = endpoint({
  name: "startRecovery",
  method: "POST",
  path: "/rest/v1/account-recovery/start",
  summary:
    "Start the recovery of an account without mailbox and factors; the response is the same for unknown accounts",
  body: z.strictObject({
    /** The email or the username, as it was. */
    account: text({ min: 1, max: EMAIL_MAX }),
    email,
    story: text({ min: STORY_MIN, max: STORY_MAX }),
    locale: textLocale,
  }),
  /** The secret is what the asker's page goes on with. */
  reply: z.strictObject({ secret: token, state: recoveryState }),
  refusals: ["auth.puzzle_required", "auth.throttled", "recovery.full"],
});

export const addRecoveryPicture = endpoint({
  name: "addRecoveryPicture",
  method: "POST",
  path: "/rest/v1/account-recovery/:reference/pictures/:side",
  summary: "Add a picture to a case that is not submitted; another of the same side is replaced; a dozen at most",
  params: z.strictObject({ reference: hash, side }),
  multipart: true,
  reply: z.strictObject({ side }),
  refusals: [
    "recovery.unknown",
    "recovery.over",
    "recovery.pictures",
    "verification.picture_small",
    "upload.size_limit",
    "upload.not_accepted",
    "upload.broken_image",
    "upload.picture_pixels",
    "upload.too_heavy",
    "upload.busy",
  ],
});

const bySecret = z.strictObject({ secret: token });

export const submitRecovery = endpoint({
  name: "submitRecovery",
  method: "POST",
  path: "/rest/v1/account-recovery/submit",
  summary: "Hand a case with both pictures in; the new mailbox gets a link, and staff see it once that was opened",
  body: bySecret,
  reply: recoveryState,
  refusals: ["recovery.unknown", "recovery.over", "recovery.incomplete", "recovery.full"],
});

export const viewRecovery = endpoint({
  name: "viewRecovery",
  method: "POST",
  path: "/rest/v1/account-recovery/state",
  summary: "Status of a case, by the secret of its page or the link of its mailbox; nothing of the account",
  body: bySecret,
  reply: recoveryState,
  refusals: ["recovery.unknown"],
});

export const confirmRecovery = endpoint({
  name: "confirmRecovery",
  method: "POST",
  path: "/rest/v1/account-recovery/confirm",
  summary: "Confirm the new mailbox by the link that came there",
  body: z.strictObject({ token }),
  reply: recoveryState,
  refusals: ["recovery.link_gone"],
});

export const stopRecovery = endpoint({
  name: "stopRecovery",
  method: "POST",
  path: "/rest/v1/account-recovery/stop",
  summary: "Stop a recovery by the link in the earlier mailbox; no recovery can be approved for some weeks",
  body: z.strictObject({ token }),
  reply: z.strictObject({ isStopped: z.boolean() }),
  refusals: ["recovery.link_gone"],
});

export const stopOwnRecovery = endpoint({
  name: "stopOwnRecovery",
  method: "POST",
  path: "/rest/v1/users/me/recovery/stop",
  summary: "Stop a recovery of the caller's own account; no recovery can be approved for some weeks",
  reply: z.strictObject({ isStopped: z.boolean() }),
  refusals: ["recovery.none"],
});

export const finishRecovery = endpoint({
  name: "finishRecovery",
  method: "POST",
  path: "/rest/v1/account-recovery/finish",
  summary:
    "Set a new password by the link after the wait; the account has the new mailbox, and sessions, factors and devices of before are gone",
  body: z.strictObject({ token, new_password: password }),
  reply: z.strictObject({ redirectTo: z.string() }),
  top: ["redirectTo"],
  refusals: ["recovery.link_gone", "recovery.email_taken", "auth.password_weak", "auth.shared_account", "auth.busy"],
});

/** A case as staff see it in a list. */
export const staffRecovery = z.strictObject({
  reference: hash,
  code,
  status,
  /** Null if no such account exists. */
  username: z.nullable(username),
  confirmedAt: instant,
  waitsUntil: z.nullable(instant),
  endedAt: z.nullable(instant),
  approvedBy: z.array(username),
  rejectedBy: z.nullable(username),
  reason: z.nullable(z.enum(RECOVERY_REASONS)),
  isOwn: z.boolean(),
});
export type StaffRecovery = z.infer<typeof staffRecovery>;

const queueReply = z.strictObject({ rows: z.array(staffRecovery), waiting: count, next: z.nullable(queuePlace) });
export type RecoveriesQueue = z.infer<typeof queueReply>;

/** Both, where given. */
export const recoveryFilters = z.strictObject({ who: z.optional(username), code: z.optional(code) });
export type RecoveryFilters = z.infer<typeof recoveryFilters>;

export const listRecoveries = endpoint({
  name: "listRecoveries",
  method: "GET",
  path: "/rest/v1/staff/recoveries",
  summary: "Recoveries that wait for the staff, that wait for their day, or that have ended; fifty on a page",
  query: z.strictObject({
    queue: z.optional(z.enum(RECOVERY_QUEUES)),
    ...recoveryFilters.shape,
    after: z.optional(queuePlace),
  }),
  reply: queueReply,
});

const shownPicture = z.strictObject({ side: z.enum(SIDES), url: z.string() });

/** The data that is open for half an hour after a look. */
export const openedRecovery = z.strictObject({
  ...staffRecovery.shape,
  /** As it was typed; the mailbox without its middle. */
  account: z.string(),
  email: z.string(),
  story: z.string(),
  pictures: z.array(shownPicture),
  /** Of the document that was approved before, and is compared with. */
  verified: z.array(shownPicture),
  fullName: z.nullable(z.string()),
  fault: z.nullable(z.enum(RECOVERY_FAULTS)),
  others: z.array(staffRecovery),
  checklist: z.array(z.enum(RECOVERY_CHECKLIST)),
});
export type OpenedRecovery = z.infer<typeof openedRecovery>;

export const lookAtRecovery = endpoint({
  name: "lookAtRecovery",
  method: "POST",
  path: "/rest/v1/staff/recoveries/look",
  summary:
    "Open a case with the earlier verification, for half an hour, for a reason that is recorded in the chain of staff acts",
  body: z.strictObject({ reference: hash, reason: text({ min: 3, max: 300 }) }),
  reply: openedRecovery,
  refusals: ["auth.forbidden", "recovery.unknown", "staff.own_account", "staff.documents"],
});

const deciding = [
  "auth.forbidden",
  "recovery.unknown",
  "recovery.over",
  "verification.unlooked",
  "staff.own_account",
] as const;

export const approveRecovery = endpoint({
  name: "approveRecovery",
  method: "POST",
  path: "/rest/v1/staff/recoveries/approve",
  summary:
    "Approve a case that the caller has opened, by a proof of just that; after the second person the wait begins",
  body: z.strictObject({ reference: hash, checked: z.array(z.string()).check(z.maxLength(20)) }),
  reply: staffRecovery,
  refusals: [
    ...deciding,
    "verification.checklist",
    "recovery.no_account",
    "recovery.staff_account",
    "recovery.closed",
    "recovery.no_document",
    "recovery.stopped_before",
    "recovery.running",
    "recovery.email_taken",
    "verification.second_person",
    "auth.password_proof",
  ],
});

export const rejectRecovery = endpoint({
  name: "rejectRecovery",
  method: "POST",
  path: "/rest/v1/staff/recoveries/reject",
  summary: "Reject a case that the caller has opened, also while it waits for its day",
  body: z.strictObject({ reference: hash, reason: z.enum(RECOVERY_REASONS) }),
  reply: staffRecovery,
  refusals: deciding,
});
