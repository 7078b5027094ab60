/** The pages where a user can resolve a refusal, for screens and for the redirect of a refusal. */
import type { PathKey } from "../platform/paths.ts";
import type { RefusalCode } from "../platform/errors/refusals.ts";

export const WAYS_OUT = {
  "account.id_required": "kycVerification",
  "offer.verified_only": "kycVerification",
  "offer.id_and_address": "kycVerification",
  // Withdrawals stay possible.
  "account.blocked_in_location": "wallet",
  "auth.email_unconfirmed": "confirmEmail",
  "account.name_needed": "accountName",
  "auth.restricted": "accountRestrictions",
  "offer.full_name": "accountSettings",
} as const satisfies { readonly [C in RefusalCode]?: PathKey };

export type WayOut = (typeof WAYS_OUT)[keyof typeof WAYS_OUT];

export const wayOutOf = (code: string): WayOut | undefined =>
  (WAYS_OUT as Readonly<Record<string, WayOut | undefined>>)[code];
