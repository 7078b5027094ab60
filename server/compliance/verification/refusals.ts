/** The refusals for the outcomes of this module's database functions. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

export const REFUSES: Readonly<Record<string, RefusalCode>> = {
  not_judge: "auth.forbidden",
  unknown: "verification.unknown",
  over: "verification.over",
  own: "staff.own_account",
  budget: "staff.documents",
  unlooked: "verification.unlooked",
  corrupted: "verification.corrupted",
  not_allowed: "restriction.not_allowed",
  waiting: "staff.unchanged",
  second_person: "verification.second_person",
  pending: "verification.pending",
  approved: "verification.approved",
  no_tries: "verification.no_tries",
  id_first: "verification.id_first",
  incomplete: "verification.incomplete",
  personal: "corporate.personal",
  unrestricted: "verification.unrestricted",
};
