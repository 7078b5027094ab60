/** News for members of the staff; `subject` is the id of the one who is notified. */
export const STAFF_EVENTS = [
  /** To administrators: the detail has the user and the role. */
  "staff.role_granted",
  /** To who set the restriction, or took the case: the detail is its number, or the trade's hash. */
  ...(["staff.review_due", "staff.case_due"] as const),
  /** To those who may decide it: the detail is the number of the case, or the offer's hash. */
  ...(["staff.appeal_made", "staff.offer_appealed", "staff.chargeback_reported", "staff.dispute_appealed"] as const),
  /** To administrators: what an order of the operator brought is not in the account that placed it; the detail is its id. */
  "staff.house_order_missing",
  /** To administrators: a coin of the operator left its band, and the detail is the way back; a day's loss reached its bound, and the detail is the result. */
  ...(["staff.exposure_left", "staff.loss_bound"] as const),
] as const;
export type StaffNews = { [E in (typeof STAFF_EVENTS)[number]]: { detail: string } };
