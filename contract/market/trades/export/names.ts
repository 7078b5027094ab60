/** Files with one's own trades, as forms and screens need them. */

/** Those of the specification. `missing`: the file was there and is gone. */
export const EXPORT_STATUSES = [
  "pending",
  "in_progress",
  "generating",
  "completed",
  "failed",
  "missing",
  "cancelled",
  "no_data",
] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

export const RUNNING_EXPORTS = ["pending", "in_progress", "generating"] as const satisfies readonly ExportStatus[];

export const EXPORT_FORMATS = ["csv", "xlsx", "pdf"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Columns: ours, or those that a tax program reads. */
export const EXPORT_PROFILES = ["plain", "koinly", "rotki"] as const;
export type ExportProfile = (typeof EXPORT_PROFILES)[number];

export const EXPORT_FAULTS = ["broke", "too_many", "expired", "unreadable"] as const;
export type ExportFault = (typeof EXPORT_FAULTS)[number];

export const MOST_EXPORT_DAYS = 31;
/** Requested within a day. */
export const MOST_EXPORTS_A_DAY = 10;
/** More trades than these are a csv file in a zip archive, or too many for a document with pages. */
export const MOST_SHEET_ROWS = 50_000;
export const MOST_PAGE_ROWS = 10_000;

export const exportFile = (id: string) => `/account/exports/${id}`;
