/** The next act of a robot in a trade, and its time. Pure. Honest ones act within a minute, slow ones after ten. */
import { type FlowType, isDisputed, isSuccessful, type TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { Manner } from "../../seed/bios.ts";

export type RobotTrade = {
  readonly hash: string;
  readonly status: TradeStatus;
  readonly flow_type: FlowType;
  readonly user_id: bigint;
  readonly manner: Manner;
  readonly role: "buyer" | "seller";
  readonly started_at: Date;
  readonly details_revealed_at: Date | null;
  readonly paid_at: Date | null;
  readonly dispute_at: Date;
  /** Lines that the robot has written in this chat. */
  readonly said: number;
  readonly has_rated: boolean;
};

export type Act = "greet" | "reveal" | "pay" | "say_paid" | "release" | "dispute" | "rate";

/** Seconds after the start of the trade, or after the payment was marked. */
const SECONDS = {
  honest: { greet: 2, reveal: 5, pay: 20, release: 6 },
  slow: { greet: 10, reveal: 300, pay: 600, release: 600 },
  disputes: { greet: 2, reveal: 5, pay: 20, release: Number.POSITIVE_INFINITY },
} as const;
const SETTLE_SEC = 60;

export function nextAct(trade: RobotTrade, now: Date): Act | undefined {
  const { status, manner, role, paid_at: paidAt } = trade;
  const passed = (from: Date | null, seconds: number) =>
    from !== null && now.getTime() >= from.getTime() + seconds * 1000;
  const pace = SECONDS[manner];
  if (isSuccessful(status)) return trade.has_rated ? undefined : "rate";
  if (trade.said === 0) return passed(trade.started_at, pace.greet) ? "greet" : undefined;
  if (manner === "disputes" && status === "paid" && now >= trade.dispute_at) return "dispute";
  if (role === "seller") {
    if (status === "paid" && passed(paidAt, pace.release)) return "release";
    // An honest seller who was paid does not wait for a moderator.
    const maysettle = manner === "honest" && isDisputed(status);
    return maysettle && passed(paidAt, SETTLE_SEC) ? "release" : undefined;
  }
  if (status === "paid") return trade.said < 2 ? "say_paid" : undefined;
  if (status !== "active_funded") return undefined;
  // In a lite trade they are there from the start.
  if (trade.flow_type === "default" && !trade.details_revealed_at)
    return passed(trade.started_at, pace.reveal) ? "reveal" : undefined;
  return passed(trade.started_at, pace.pay) ? "pay" : undefined;
}
