/** Notifications of this module's events; server/notification-kinds.ts has those of all. */
import type { Notifications } from "../../platform/notification-kinds.ts";

export const NOTIFICATIONS = {
  trade: {
    trade_started: { from: [{ on: "trade.open", to: "owner" }], waitsForReader: true },
    funds_arrived: { from: [{ on: "trade.receive_funds", to: "seller" }], waitsForReader: true },
    trade_funded: { from: [{ on: "trade.fund", to: "other" }], waitsForReader: true },
    trade_paid: {
      from: [
        { on: "trade.mark_paid", to: "other" },
        { on: "trade.share_code", to: "other" },
      ],
      waitsForReader: true,
    },
    flow_left: { from: [{ on: "trade.fallback", to: "other" }] },
    trade_ends_soon: { from: [{ on: "trade.ends_soon", to: "other" }] },
    trade_released: { from: [{ on: "trade.release", to: "other" }] },
    trade_cancelled: { from: [{ on: "trade.cancel", to: "other" }] },
    trade_expired: { from: [{ on: "trade.expire", to: "other" }] },
    trade_extended: { from: [{ on: "trade.extend", to: "other" }] },
    reopen_asked: { from: [{ on: "trade.ask_reopen", to: "other" }], waitsForReader: true },
    trade_reopened: { from: [{ on: "trade.reopen", to: "other" }] },
  },
} as const satisfies Notifications;
