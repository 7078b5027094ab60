/** The pages of the console in the order of its navigation, by the key of their address: the right to read the page, and the text of its link. */
import type { StaffRight } from "./rights.ts";

export const CONSOLE_PLACES = {
  staffDisputes: { right: "disputes", label: "dashboard.disputes.title" },
  staffSupport: { right: "support", label: "support.staff.title" },
  staffRestrictions: { right: "people", label: "restrictions.staff.title" },
  staffOffers: { right: "offers", label: "moderation.nav" },
  staffOtc: { right: "offers", label: "otc.nav" },
  staffMessageReports: { right: "people", label: "messenger.staff.title" },
  staffPartners: { right: "partners", label: "partners.nav" },
  staffAmbassadors: { right: "partners", label: "ambassadors.nav" },
  staffVerifications: { right: "documents", label: "verification.nav" },
  staffTradingNames: { right: "documents", label: "tradingname.nav" },
  staffRecoveries: { right: "recoveries", label: "recovery.nav" },
  staffSendOuts: { right: "held_send_outs", label: "sendouts.nav" },
  staffDesk: { right: "console", label: "staff.title" },
  staffLedger: { right: "console", label: "console.ledger.title" },
  staffExposure: { right: "console", label: "exposure.title" },
  staffOrders: { right: "console", label: "orders.title" },
  staffCards: { right: "console", label: "cardstaff.title" },
  staffLightning: { right: "console", label: "lightningstaff.nav" },
  staffAudit: { right: "console", label: "audit.title" },
  staffCluster: { right: "console", label: "clusterstaff.title" },
  staffErrors: { right: "console", label: "console.errors.title" },
  staffWebhooks: { right: "console", label: "webhooks.staff.title" },
  staffSettings: { right: "console", label: "console.title" },
  staffFlags: { right: "console", label: "console.flags.title" },
  staffAnnouncements: { right: "console", label: "console.announcements.title" },
  staffIncidents: { right: "console", label: "incidents.title" },
} as const satisfies Record<string, { readonly right: StaffRight; readonly label: string }>;

export type ConsolePlace = keyof typeof CONSOLE_PLACES;
