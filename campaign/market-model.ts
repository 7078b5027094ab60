/**
 * A second opinion of the market, written apart from the product: who holds what, where each trade stands, and what a
 * command should do to it. Maps of bigint and a few rules, so that a reader can check it by eye.
 */
export type Role = "buyer" | "seller";

export type ModelTrade = {
  status: string;
  readonly buyer: number;
  readonly seller: number;
  readonly ownerIs: Role;
  readonly units: bigint;
  readonly fee: bigint;
  readonly windowMin: number;
  readonly disputeWaitMin: number;
  startedAt: number;
  expiresAt: number | undefined;
  revealed: boolean;
  ownerCame: boolean;
  paidAt: number | undefined;
  endedAt: number | undefined;
  extended: number;
  reopenAsked: boolean;
  reopened: boolean;
};

export type Model = {
  nowMin: number;
  readonly available: Map<number, bigint>;
  fees: bigint;
  readonly trades: ModelTrade[];
};

export type Command =
  | {
      readonly kind: "reveal" | "paid" | "cancel" | "release" | "extend" | "dispute" | "reopen";
      readonly trade: number;
      readonly by: Role;
    }
  | { readonly kind: "award"; readonly trade: number; readonly winner: Role }
  | { readonly kind: "expire" }
  | { readonly kind: "wait"; readonly minutes: number };

const HELD = ["active_funded", "paid", "dispute_open"];
const OVER = ["expired", "cancelled_buyer", "cancelled_seller", "cancelled_system"];

export function copyOf(model: Model): Model {
  return { ...model, available: new Map(model.available), trades: model.trades.map((trade) => ({ ...trade })) };
}

/** Applies the command; answers whether it should be accepted. */
export function apply(model: Model, command: Command): boolean {
  if (command.kind === "wait") {
    model.nowMin += command.minutes;
    return true;
  }
  if (command.kind === "expire") {
    for (const trade of model.trades) expireOne(model, trade);
    return true;
  }
  const trade = model.trades[command.trade];
  if (!trade) return false;
  if (command.kind === "award") {
    if (trade.status !== "dispute_open") return false;
    end(model, trade, command.winner === "buyer" ? "dispute_won_buyer" : "dispute_won_seller");
    return true;
  }
  const accepted = act(model, trade, command.kind, command.by);
  if (accepted && command.by === trade.ownerIs) trade.ownerCame = true;
  return accepted;
}

function act(model: Model, trade: ModelTrade, kind: string, by: Role): boolean {
  const { nowMin } = model;
  const windowOpen = trade.expiresAt === undefined || nowMin < trade.expiresAt;
  const active = trade.status === "active_funded";
  switch (kind) {
    case "reveal":
      if (by !== "buyer" || !active || !windowOpen || trade.revealed) return false;
      trade.revealed = true;
      return true;
    case "paid":
      if (by !== "buyer" || !active || !windowOpen || !trade.revealed) return false;
      trade.status = "paid";
      trade.paidAt = nowMin;
      trade.expiresAt = undefined;
      return true;
    case "release":
      if (by !== "seller" || !HELD.includes(trade.status)) return false;
      end(model, trade, "released");
      return true;
    case "cancel":
      if (by === "buyer" && HELD.includes(trade.status)) return end(model, trade, "cancelled_buyer");
      if (by === "seller" && active && trade.ownerIs === "buyer" && !trade.ownerCame && nowMin >= trade.startedAt + 5) {
        return end(model, trade, "cancelled_seller");
      }
      return false;
    case "extend":
      if (by !== "seller" || !active || !windowOpen || trade.extended >= 2) return false;
      trade.extended += 1;
      trade.expiresAt = (trade.expiresAt ?? 0) + 30;
      return true;
    case "dispute":
      if (!(active && windowOpen) && trade.status !== "paid") return false;
      if (nowMin < disputeFrom(trade)) return false;
      trade.status = "dispute_open";
      trade.expiresAt = undefined;
      return true;
    default:
      return reopen(model, trade, by);
  }
}

function disputeFrom(trade: ModelTrade): number {
  if (trade.paidAt === undefined) return trade.startedAt + trade.disputeWaitMin;
  const isQuick = trade.paidAt - trade.startedAt <= 5;
  return trade.paidAt + (isQuick ? Math.min(30, trade.disputeWaitMin) : trade.disputeWaitMin);
}

function reopen(model: Model, trade: ModelTrade, by: Role): boolean {
  const inTime = trade.endedAt !== undefined && model.nowMin <= trade.endedAt + 24 * 60;
  if (!OVER.includes(trade.status) || trade.reopened || !inTime) return false;
  if (by === "buyer") {
    if (trade.reopenAsked) return false;
    trade.reopenAsked = true;
    return true;
  }
  const held = model.available.get(trade.seller) ?? 0n;
  if (!trade.reopenAsked || held < trade.units + trade.fee) return false;
  model.available.set(trade.seller, held - trade.units - trade.fee);
  Object.assign(trade, {
    status: "active_funded",
    reopened: true,
    endedAt: undefined,
    paidAt: undefined,
    expiresAt: model.nowMin + trade.windowMin,
  });
  return true;
}

function end(model: Model, trade: ModelTrade, status: string): true {
  const give = (user: number, units: bigint) => model.available.set(user, (model.available.get(user) ?? 0n) + units);
  if (status === "released" || status === "dispute_won_buyer") {
    give(trade.buyer, trade.units);
    model.fees += trade.fee;
  } else give(trade.seller, trade.units + trade.fee);
  Object.assign(trade, { status, endedAt: model.nowMin, expiresAt: undefined });
  return true;
}

function expireOne(model: Model, trade: ModelTrade): void {
  if (trade.status === "active_funded" && trade.expiresAt !== undefined && model.nowMin >= trade.expiresAt)
    end(model, trade, "expired");
}
