/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  users: [
    "id",
    "username",
    "is_demo",
    "last_seen_at",
    "external_id",
    "country_iso",
    "currency_code",
    "email_confirmed_at",
    "created_at",
    "level",
    "first_name_sealed",
    "last_name_sealed",
    "full_name_visibility",
    "bio",
    "notify_interval_min",
  ],
  user_roles: ["user_id", "role", "granted_at", "decides_from"],
  user_restrictions: ["user_id", "lifted_at", "state"],
} as const;
