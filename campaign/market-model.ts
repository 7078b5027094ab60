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

/** Applies the command; answers "" when it should be accepted, and otherwise the code of its refusal. */
export function apply(model: Model, command: Command): string {
  if (command.kind === "wait") {
    model.nowMin += command.minutes;
    return "";
  }
  if (command.kind === "expire") {
    for (const trade of model.trades) expireOne(model, trade);
    return "";
  }
  const trade = model.trades[command.trade];
  if (!trade) return "trade.not_found";
  if (command.kind === "award") {
    if (trade.status !== "dispute_open") return WRONG;
    return end(model, trade, command.winner === "buyer" ? "dispute_won_buyer" : "dispute_won_seller");
  }
  const refusal = act(model, trade, command.kind, command.by);
  if (refusal === "" && command.by === trade.ownerIs) trade.ownerCame = true;
  return refusal;
}

const WRONG = "trade.wrong_status";
const NOT_YOURS = "trade.not_yours";
/** Said to whoever may not cancel, with the rule behind it. */
const cancelRefused = (reason: string) => `trade.cancel_refused ${reason}`;

function act(model: Model, trade: ModelTrade, kind: string, by: Role): string {
  const { nowMin } = model;
  const windowOpen = trade.expiresAt === undefined || nowMin < trade.expiresAt;
  const active = trade.status === "active_funded";
  switch (kind) {
    case "reveal":
      if (by !== "buyer") return NOT_YOURS;
      if (!active || !windowOpen || trade.revealed) return WRONG;
      trade.revealed = true;
      return "";
    case "paid":
      if (by !== "buyer") return NOT_YOURS;
      if (!active || !windowOpen || !trade.revealed) return WRONG;
      trade.status = "paid";
      trade.paidAt = nowMin;
      trade.expiresAt = undefined;
      return "";
    case "release":
      if (by !== "seller") return NOT_YOURS;
      return HELD.includes(trade.status) ? end(model, trade, "released") : WRONG;
    case "cancel":
      return cancel(model, trade, by);
    case "extend":
      if (by !== "seller") return NOT_YOURS;
      if (!active || !windowOpen) return WRONG;
      if (trade.extended >= 2) return "trade.no_extension_left";
      trade.extended += 1;
      trade.expiresAt = (trade.expiresAt ?? 0) + 30;
      return "";
    case "dispute":
      if (!(active && windowOpen) && trade.status !== "paid") return WRONG;
      if (nowMin < disputeFrom(trade)) return "dispute.too_early";
      trade.status = "dispute_open";
      trade.expiresAt = undefined;
      return "";
    default:
      return reopen(model, trade, by);
  }
}

/** Buyers give up what is in escrow; sellers only a trade whose buyer was asked, and never came. */
function cancel(model: Model, trade: ModelTrade, by: Role): string {
  if (by === "buyer") {
    return HELD.includes(trade.status) ? end(model, trade, "cancelled_buyer") : cancelRefused(WRONG);
  }
  if (trade.status !== "active_funded") return cancelRefused(WRONG);
  const mayLeave = trade.ownerIs === "buyer" && !trade.ownerCame && model.nowMin >= trade.startedAt + 5;
  return mayLeave ? end(model, trade, "cancelled_seller") : cancelRefused("trade.cancel_refused");
}

function disputeFrom(trade: ModelTrade): number {
  if (trade.paidAt === undefined) return trade.startedAt + trade.disputeWaitMin;
  const isQuick = trade.paidAt - trade.startedAt <= 5;
  return trade.paidAt + (isQuick ? Math.min(30, trade.disputeWaitMin) : trade.disputeWaitMin);
}

function reopen(model: Model, trade: ModelTrade, by: Role): string {
  if (!OVER.includes(trade.status) || trade.reopened) return WRONG;
  if (model.nowMin > (trade.endedAt ?? trade.startedAt) + 24 * 60) return "trade.reopen_too_late";
  if (by === "buyer") {
    if (trade.reopenAsked) return WRONG;
    trade.reopenAsked = true;
    return "";
  }
  if (!trade.reopenAsked) return "trade.reopen_not_asked";
  const held = model.available.get(trade.seller) ?? 0n;
  if (held < trade.units + trade.fee) return "trade.low_balance";
  model.available.set(trade.seller, held - trade.units - trade.fee);
  Object.assign(trade, {
    status: "active_funded",
    reopened: true,
    endedAt: undefined,
    paidAt: undefined,
    expiresAt: model.nowMin + trade.windowMin,
  });
  return "";
}

function end(model: Model, trade: ModelTrade, status: string): "" {
  const give = (user: number, units: bigint) => model.available.set(user, (model.available.get(user) ?? 0n) + units);
  if (status === "released" || status === "dispute_won_buyer") {
    give(trade.buyer, trade.units);
    model.fees += trade.fee;
  } else give(trade.seller, trade.units + trade.fee);
  Object.assign(trade, { status, endedAt: model.nowMin, expiresAt: undefined });
  return "";
}

function expireOne(model: Model, trade: ModelTrade): void {
  if (trade.status === "active_funded" && trade.expiresAt !== undefined && model.nowMin >= trade.expiresAt)
    end(model, trade, "expired");
}
