/** The names of a recovery by staff: screens need the names without the code that parses requests. */

/** started: pictures are missing or not submitted. submitted: the new mailbox has a link. ready: the link to the password works. */
export const RECOVERY_STATUSES = [
  "started",
  "submitted",
  "pending",
  "approved",
  "ready",
  "done",
  "rejected",
  "stopped",
  "expired",
] as const;
export type RecoveryStatus = (typeof RECOVERY_STATUSES)[number];

/** The page of a document that shows the face, and the person with the code of the case on paper. */
export const RECOVERY_SIDES = ["front", "selfie"] as const;
export type RecoverySide = (typeof RECOVERY_SIDES)[number];

/** Why staff reject a recovery, as the database has it (`reject_recovery`). */
export const RECOVERY_REASONS = [
  "unreadable",
  "code_missing",
  "face_hidden",
  "edited",
  "other_person",
  "other_document",
  "doubtful",
  "no_match",
] as const;
export type RecoveryReason = (typeof RECOVERY_REASONS)[number];

/** Those that say nothing of an account: the asker reads them, and of the others that nothing could be confirmed. */
const OF_PICTURES = ["unreadable", "code_missing", "face_hidden"] as const;
export const isOfPictures = (reason: RecoveryReason): reason is (typeof OF_PICTURES)[number] =>
  OF_PICTURES.some((one) => one === reason);

/** The checklist of staff; an approval needs all of it. */
export const RECOVERY_CHECKLIST = ["same_document", "same_person", "code", "original", "story"] as const;

/** Why a case cannot be approved at all, as the database has it (`recovery_fault`). */
export const RECOVERY_FAULTS = [
  "no_account",
  "staff_account",
  "closed",
  "no_document",
  "stopped_before",
  "running",
  "email_taken",
] as const;
export type RecoveryFault = (typeof RECOVERY_FAULTS)[number];

export const RECOVERY_QUEUES = ["pending", "waiting", "ended"] as const;
export type RecoveryQueue = (typeof RECOVERY_QUEUES)[number];

export const STORY_MIN = 10;
export const STORY_MAX = 1000;
