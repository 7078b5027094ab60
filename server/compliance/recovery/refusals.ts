/** The refusals for the outcomes of this module's database functions. */
import { RECOVERY_FAULTS } from "#contract/compliance/recovery/names.ts";
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

export const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "recovery.unknown",
  over: "recovery.over",
  many: "recovery.pictures",
  incomplete: "recovery.incomplete",
  full: "recovery.full",
  not_judge: "auth.forbidden",
  own: "staff.own_account",
  budget: "staff.documents",
  unlooked: "verification.unlooked",
  second_person: "verification.second_person",
  ...Object.fromEntries(RECOVERY_FAULTS.map((fault) => [fault, `recovery.${fault}` as const])),
};
