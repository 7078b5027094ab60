/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  trade: {
    evidence_uploaded: { from: [{ on: "trade.evidence_uploaded", to: "other" }] },
    evidence_ends_soon: { from: [{ on: "trade.evidence_ends_soon", to: "other" }], waitsForReader: true },
    dispute_opened: { from: [{ on: "trade.open_dispute", to: "other" }], waitsForReader: true },
    dispute_decided: {
      from: [
        { on: "trade.award_buyer", to: "other" },
        { on: "trade.award_seller", to: "other" },
      ],
    },
    chargeback_reported: { from: [{ on: "trade.report_chargeback", to: "other" }], waitsForReader: true },
    chargeback_confirmed: { from: [{ on: "trade.confirm_chargeback", to: "other" }] },
    chargeback_dismissed: { from: [{ on: "trade.dismiss_chargeback", to: "other" }] },
    chargeback_paid: { from: [{ on: "trade.repay_chargeback", to: "other" }] },
  },
  account: {
    "staff.dispute_appealed": {
      kind: "dispute_appealed",
      fact: "case",
      link: "/staff/disputes?state=appeals",
      isForStaff: true,
    },
    "staff.chargeback_reported": {
      kind: "chargeback_waits",
      fact: "case",
      link: "/staff/disputes?state=chargebacks",
      isForStaff: true,
    },
    "staff.case_due": { kind: "case_due", fact: "case", link: "/staff/disputes", isForStaff: true },
  },
} as const satisfies Notifications;
