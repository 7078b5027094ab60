/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.factor_added": { kind: "factor_added", fact: "method", link: "/account/settings/security" },
    "account.factor_removed": { kind: "factor_removed", fact: "method", link: "/account/settings/security" },
    "account.password_changed": { kind: "password_changed", fact: "changed", link: "/account/settings/security" },
    "account.recovery_began": { kind: "recovery_began", fact: "possible", link: "/account/settings/security" },
    "account.second_step_failed": {
      kind: "second_step_failed",
      fact: "from_address",
      link: "/account/settings/security",
    },
    "account.recovery_code_used": {
      kind: "recovery_code_used",
      fact: "codes_left",
      link: "/account/settings/security",
    },
    "account.recovery_codes_made": { kind: "recovery_codes_made", fact: "method", link: "/account/settings/security" },
    "account.factor_options_set": { kind: "factor_options_set", fact: "asked_for", link: "/account/settings/security" },
    "account.texts_stopped": { kind: "texts_stopped", fact: "method", link: "/account/settings/security" },
    "account.texts_allowed": { kind: "texts_allowed", fact: "method", link: "/account/settings/security" },
    "account.sign_in_asked": { kind: "sign_in_asked", fact: "from_address", link: "/account/sign-ins" },
    "account.sign_in_approved": { kind: "sign_in_approved", fact: "from_address", link: "/account/sign-ins" },
    "account.sign_in_denied": { kind: "sign_in_denied", fact: "from_address", link: "/account/sign-ins" },
    "account.second_step_left": { kind: "second_step_left", fact: "from_address", link: "/account/settings/security" },
    "account.questions_set": { kind: "questions_set", fact: "from_address", link: "/account/settings/security" },
    "account.questions_removed": {
      kind: "questions_removed",
      fact: "from_address",
      link: "/account/settings/security",
    },
    "account.answers_wrong": { kind: "answers_wrong", fact: "from_address", link: "/account/settings/security" },
  },
} as const satisfies Notifications;
