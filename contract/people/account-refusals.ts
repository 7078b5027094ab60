/** Refusals about an account and its settings. */
export const ACCOUNT_REFUSALS = {
  "account.not_found": 404,
  "account.policy_version": 409,
  "account.no_avatar": 409,
  // These five are named by the given API.
  bio_max: 422,
  bio_contact_error: 422,
  bio_limit: 422,
  notification_digits_error: 422,
  notification_error: 422,
  "account.closing_exists": 409,
  "account.closing_none": 409,
  "account.closing_obstacles": 409,
  "account.export_exists": 409,
  "account.named_before": 409,
  "account.name_needed": 403,
  "account.country_unknown": 422,
  "account.country_closed": 422,
  "account.settings_invalid": 422,
} as const;
