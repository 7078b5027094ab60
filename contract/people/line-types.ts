/** Kinds of telephone lines, as the library of numbers knows them. */
export const LINE_TYPES = [
  ...(["mobile", "fixed_line", "fixed_line_or_mobile", "voip", "personal_number", "toll_free"] as const),
  ...(["premium_rate", "shared_cost", "pager", "uan", "voicemail", "unknown"] as const),
] as const;
export type LineType = (typeof LINE_TYPES)[number];
