/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  account: {
    "account.verification_approved": { kind: "verification_approved", fact: "document", link: "/account/verification" },
    "account.verification_rejected": { kind: "verification_rejected", fact: "document", link: "/account/verification" },
    "account.verification_ended": { kind: "verification_ended", fact: "document", link: "/account/verification" },
    "account.verification_asked": { kind: "verification_asked", fact: "document", link: "/account/verification" },
    "account.verification_corrupted": {
      kind: "verification_corrupted",
      fact: "document",
      link: "/account/verification",
    },
    "account.company_approved": { kind: "company_approved", fact: "document", link: "/account/company" },
    "account.company_rejected": { kind: "company_rejected", fact: "document", link: "/account/company" },
    "account.company_ended": { kind: "company_ended", fact: "document", link: "/account/company" },
    "account.company_asked": { kind: "company_asked", fact: "document", link: "/account/company" },
    "account.company_corrupted": { kind: "company_corrupted", fact: "document", link: "/account/company" },
    "account.became_corporate": { kind: "became_corporate", fact: "account_type", link: "/account/company" },
    "account.became_personal": { kind: "became_personal", fact: "account_type", link: "/account/company" },
    "account.document_expires": { kind: "document_expires", fact: "expires_on", link: "/account/verification" },
  },
} as const satisfies Notifications;
