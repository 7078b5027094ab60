import type { DataOf } from "../../platform/personal-data.ts";

/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  users: [
    "id",
    "username",
    "avatar",
    "is_demo",
    "last_seen_at",
    "external_id",
    "referral_code",
    "locale",
    "timezone",
    "country_iso",
    "sign_in_country",
    "usual_country",
    "currency_code",
    "email_confirmed_at",
    "created_at",
    "level",
    "first_name_sealed",
    "last_name_sealed",
    "full_name_visibility",
    "corporate_since",
    "company_name_sealed",
    "trading_name",
    "shows_business_name",
    "verified_level",
    "company_postponed_until",
    "granted_level",
    "bio",
    "notify_interval_min",
    "trades_closed_at",
  ],
  user_roles: ["user_id", "role", "granted_at", "decides_from"],
  user_restrictions: [
    "id",
    "user_id",
    "state",
    "reason_code",
    "case_number",
    "review_at",
    "since",
    "set_by",
    "note",
    "lifted_at",
    "lifted_by",
    "lifted_why",
    "leave_allowed_at",
  ],
} as const;

/** The rules for their rows: export to the user, retention, and closing of an account. */
export const DATA: DataOf<typeof TABLES> = {
  users: { ownData: { section: "account" }, retention: { kept: "kept with the account" }, closing: "erased" },
  user_roles: {
    ownData: { none: "shown to its holder" },
    retention: { kept: "kept with the account" },
    closing: { obstacle: "staff" },
  },
  user_restrictions: {
    ownData: { section: "restrictions" },
    retention: { kept: "an act of staff, which the audit needs" },
    closing: { obstacle: "restricted" },
  },
};
