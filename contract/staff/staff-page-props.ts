/** Props of the staff's queues: a page of rows, and each filter from the address, "" without a value. */
import type { AnnouncementPage } from "./announcements.ts";
import type { AuditLog } from "./audit.ts";
import type { ERROR_STATES } from "../platform/error-names.ts";
import type { ErrorList } from "../platform/error-reports.ts";
import type { HeldSendOuts } from "./held-send-outs.ts";
import type { OffersQueue } from "../market/offers/moderation.ts";
import type { OfferQueue } from "../market/offers/moderation-names.ts";
import type { RecoveriesQueue } from "../compliance/recovery.ts";
import type { RecoveryQueue } from "../compliance/recovery-names.ts";
import type { RestrictionQueue, RestrictionsQueue } from "../compliance/restrictions.ts";
import type { DecidedHits, ScreeningPage } from "../compliance/screening.ts";
import type { VerificationQueue, VerificationsQueue } from "../compliance/verification.ts";

export type StaffAnnouncementsProps = {
  found: AnnouncementPage;
  filters: { state: string; kind: string; who: string; after: string };
};
export type StaffErrorsProps = {
  state: (typeof ERROR_STATES)[number];
  found: ErrorList;
  filters: { source: string; about: string; after: string };
};
export type StaffAuditProps = {
  log: AuditLog;
  filters: { act: string; by: string; about: string; from: string; to: string; before: string };
};
export type StaffSendOutsProps = {
  found: HeldSendOuts;
  filters: { why: string; coin: string; who: string; after: string };
};
export type StaffVerificationsProps = {
  queue: VerificationQueue;
  found: VerificationsQueue;
  screening: ScreeningPage;
  /** Where what was decided is looked at: of names on the sanctions list too. */
  decidedHits: DecidedHits | null;
  filters: { kind: string; country: string; who: string; after: string; hits: string; waits: string };
};
export type StaffRecoveriesProps = {
  queue: RecoveryQueue;
  found: RecoveriesQueue;
  filters: { who: string; code: string; after: string };
};
export type StaffRestrictionsProps = {
  queue: RestrictionQueue;
  found: RestrictionsQueue;
  filters: { state: string; reason: string; who: string; after: string };
};
export type StaffOffersProps = {
  queue: OfferQueue;
  found: OffersQueue;
  filters: { who: string; coin: string; fiat: string; reason: string; state: string; after: string };
};
