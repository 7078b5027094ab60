/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  trade: {
    proof_handed_in: { from: [{ on: "trade.proof_handed_in", to: "other" }] },
    proof_rejected: { from: [{ on: "trade.proof_rejected", to: "other" }], waitsForReader: true },
    proof_asked: { from: [{ on: "trade.proof_asked", to: "other" }], waitsForReader: true },
  },
} as const satisfies Notifications;
