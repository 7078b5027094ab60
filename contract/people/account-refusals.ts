/** Refusals about an account and its settings. */
import { BRAND } from "../platform/brand.ts";

export const ACCOUNT_REFUSALS = {
  "account.not_found": { status: 404, text: "User not found." },
  "account.no_avatar": { status: 409, text: "This user has no profile picture." },
  // These five are named by the given API.
  bio_max: { status: 422, text: "The bio has {maxChars} characters at most." },
  bio_contact_error: { status: 422, text: "The bio must not contain contact details." },
  bio_limit: { status: 422, text: "The bio has {maxWords} words and {maxLines} lines at most." },
  notification_digits_error: { status: 422, text: "Enter the minutes in digits only." },
  notification_error: { status: 422, text: "Choose 1 to {maxMinutes} minutes." },
  "account.closing_exists": { status: 409, text: "Your account is already due to close." },
  "account.closing_none": { status: 409, text: "Your account is not due to close." },
  "account.closing_obstacles": {
    status: 409,
    text: "Your account cannot be closed yet. See what has to be finished first.",
  },
  "account.export_exists": { status: 409, text: "You can request your data once a day." },
  "account.country_unknown": { status: 422, text: "Unknown country." },
  "account.country_closed": { status: 422, text: `${BRAND} is not available in this country.` },
  "account.settings_invalid": { status: 422, text: "This setting is invalid." },
} as const;
