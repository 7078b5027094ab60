/** Refusals of files with one's own trades. */
export const EXPORT_REFUSALS = {
  "export.days": 422,
  "export.profile": 422,
  "export.timezone": 422,
  "export.running": 409,
  "export.month": 422,
  "export.many": 429,
  "export.not_found": 404,
  "export.over": 409,
} as const;
