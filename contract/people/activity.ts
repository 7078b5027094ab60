/** The activity of one's own account, as the database records it with each act. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { count, instant, queryInt } from "../platform/wire.ts";

export const ACTIVITY_KINDS = [
  "signed_in",
  "session_ended",
  "new_device",
  "wrong_password",
  "wrong_confirmation",
  "wrong_code",
  "reset_asked",
  "recovery_began",
  "password_reset",
  "password_changed",
  "factor_added",
  "factor_removed",
  "email_confirmed",
  "email_changed",
  "username_changed",
  "role_granted",
  "role_revoked",
  "closing_asked",
  "closing_withdrawn",
  "data_asked",
  "phone_confirmed",
  "phone_removed",
  "wrong_second_step",
  "recovery_code_used",
  "recovery_codes_made",
  "factor_options_set",
  "texts_stopped",
  "texts_allowed",
  "sign_in_asked",
  "sign_in_approved",
  "sign_in_denied",
  "second_step_left",
  "questions_set",
  "questions_removed",
  "wrong_answers",
  "api_key_made",
  "webhook_set",
  "webhook_secret",
  "webhook_removed",
  "api_key_ended",
  "payment_account_added",
  "payment_account_changed",
  "payment_account_removed",
  "social_connected",
  "social_disconnected",
  "staff_recovery_approved",
  "staff_recovery_stopped",
  "staff_recovered",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const activityLine = z.strictObject({
  id: z.string(),
  kind: z.enum(ACTIVITY_KINDS),
  /** Of a factor which, of a role its name, of a username the previous one; else empty. */
  detail: z.string(),
  at: instant,
  /** Wrong guesses from one place within an hour are one line. */
  times: count,
  /** Null without a browser. */
  device: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /** The country of that address by its name; null where no country has it. */
  place: z.nullable(z.string()),
});
export type ActivityLine = z.infer<typeof activityLine>;

export const listActivity = endpoint({
  name: "listActivity",
  method: "GET",
  path: "/rest/v1/users/me/activity",
  summary: "The caller's account activity of a year, newest first; `before` continues after a page",
  query: z.strictObject({ before: z.optional(queryInt({ min: 1, max: 9_999_999_999 })) }),
  reply: z.array(activityLine),
  /** The cursor of the next page; null at the end. */
  meta: z.strictObject({ next: z.nullable(count) }),
});
