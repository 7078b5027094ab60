/** The refusals for the outcomes of this module's database functions. */
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";

export const REFUSES = {
  none: "attachment.not_found",
  not_open: "trade.wrong_status",
  no_file: "upload.not_found",
  full: "upload.count_limit",
  judged_before: "attachment.judged_before",
  approved: "attachment.judged_before",
  asked_before: "requirement.asked_before",
} as const satisfies Record<string, RefusalCode>;
