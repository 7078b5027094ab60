/**
 * A second opinion of the market, written apart from the product: the balances, the status of each trade, and what a
 * command should do to it. Maps of bigint and a few rules, so that a reader can check it by eye.
 */
import { actOnCase, isOfCase } from "./cases.ts";
import { partsOf, shareRefusal } from "./division.ts";
import { rate, reply } from "./feedback.ts";
import { actWithCard, asCardVerb, endCard, hasVerb, tooEarly, UNPAID } from "./flows.ts";
import { followFunds, WAITS_FOR_COINS } from "./money/funds.ts";
import { haltOf } from "./halts.ts";
import { limitOf } from "./offers/levels.ts";
import { giveBack, isUsedUp, ownLimitOf } from "./offers/limits.ts";
import { actOnFile, isOfFile, isProofAwaited } from "./proofs.ts";
import { isOver, isUnseen } from "./offers/special.ts";
import {
  type AnyCommand,
  type Command,
  DISPUTED,
  HELD,
  type Model,
  type ModelOffer,
  type ModelTrade,
  type Role,
} from "./types.ts";
import { applyToWallet } from "./money/wallet.ts";

const OVER = ["expired", "cancelled_buyer", "cancelled_seller", "cancelled_system"];

export function copyOf(model: Model): Model {
  return {
    ...model,
    people: model.people.map((person) => ({ ...person })),
    available: new Map(model.available),
    halts: new Set(model.halts),
    away: new Set(model.away),
    offers: model.offers.map((offer) => ({ ...offer })),
    trades: model.trades.map((trade) => ({ ...trade })),
    deposits: model.deposits.map((deposit) => ({ ...deposit })),
    sendings: model.sendings.map((sending) => ({ ...sending })),
  };
}

/** The news of every change have arrived: a case whose dispute is over is closed, and caps have back what did not happen. */
export function hearNews(model: Model): void {
  giveBack(model);
  for (const trade of model.trades) if (!DISPUTED.includes(trade.status)) trade.hasCase = false;
}

/** Applies the command; answers "" when it should be accepted, and otherwise the code of its refusal. */
export function apply(model: Model, command: AnyCommand): string {
  if (command.kind === "wait") {
    model.nowMin += command.minutes;
    return "";
  }
  if (command.kind === "outage") {
    // Nobody could do anything meanwhile: whatever runs out does so much later.
    model.nowMin += command.minutes;
    for (const trade of model.trades) if (trade.expiresAt !== undefined) trade.expiresAt += command.minutes;
    return "";
  }
  if (command.kind === "halt" || command.kind === "lift") {
    if (command.kind === "halt") model.halts.add(command.name);
    else model.halts.clear();
    return "";
  }
  if (command.kind === "expire") {
    for (const trade of model.trades) expireOne(model, trade);
    return "";
  }
  if (command.kind === "funds") return followFunds(model);
  if (command.kind === "start") return start(model, command);
  if (!("trade" in command)) return applyToWallet(model, command);
  const trade = model.trades[command.trade];
  if (!trade) return "trade.not_found";
  if (command.kind === "award") return award(model, trade, command);
  if (command.kind === "feedback") return rate(model, trade, command);
  if (command.kind === "reply") return reply(trade, command);
  if (isOfCase(command)) return actOnCase(model, trade, command);
  if (isOfFile(command)) return actOnFile(trade, command);
  const refusal = act(model, trade, command.kind, command.by);
  if (refusal === "" && command.by === trade.ownerIs) trade.ownerCame = true;
  return refusal;
}

const WRONG = "trade.wrong_status";
const NOT_YOURS = "trade.not_yours";
/** The refusal of a user who may not cancel, for every rule. */
const CANCEL_REFUSED = "trade.cancel_refused";

const SHORT = "trade.low_balance";
const FUND_WITHIN_MIN = 30;

/** How a start ends: funded, waiting for the coins of a seller who took an offer to buy, or refused. */
export function startOf(
  model: Model,
  { offer, starter, seller, dollars, units, leastUnits }: Start,
): "funded" | "unfunded" | { refusal: string } {
  // These two are looked at before anything else.
  const early = model.halts.has("ledger") ? "LEDGER_ASYNC_MODE" : model.halts.has("new_trades") && "trade.start_halted";
  const known = model.offers[offer];
  const owner = known?.owner ?? starter;
  const unseen = known && isUnseen(known, starter) && "offer.not_found";
  const own = starter === known?.owner && "offer.own";
  const inactive = known && !isOffered(model, known, leastUnits) && "offer.not_active";
  const over = known && isOver(known, model.nowMin) && "offer.special_over";
  const limited =
    ownLimitOf(model, { offer, starter, dollars }) ||
    limitOf(model, { starter, owner, dollars, method: known?.method ?? "" });
  const refusal = early || unseen || own || inactive || over || limited || haltOf(model, "lock");
  if (refusal) return { refusal };
  if ((model.available.get(seller) ?? 0n) >= units) return "funded";
  return seller === starter ? "unfunded" : { refusal: SHORT };
}

type Start = Extract<Command, { readonly kind: "start" }>;

/** Nobody offers to sell what they do not have, nor beyond their cap; the least that it takes would lock so many units. */
export function isOffered({ available }: Model, offer: ModelOffer, leastUnits: bigint): boolean {
  const isShort = offer.ownerIs === "seller" && (available.get(offer.owner) ?? 0n) < leastUnits;
  return offer.isHeld !== true && !isShort && !isUsedUp(offer);
}

function start(model: Model, command: Start): string {
  const outcome = startOf(model, command);
  if (typeof outcome === "object") return outcome.refusal;
  const offer = model.offers[command.offer];
  if (offer) offer.usedCents += command.dollars * 100;
  if (outcome === "funded") take(model, command);
  return "";
}

function take(model: Model, { seller, units }: { readonly seller: number; readonly units: bigint }): void {
  model.available.set(seller, (model.available.get(seller) ?? 0n) - units);
}

/** The first deadline of a trade that starts now. */
export function deadlineOf(model: Model, outcome: "funded" | "unfunded", windowMin: number): number {
  return model.nowMin + (outcome === "funded" ? windowMin : FUND_WITHIN_MIN);
}

type Awarding = { readonly winner: Role; readonly moderator: number; readonly share: bigint | undefined };

/** The first who wants to decide an open case has it. */
export function takeCase(trade: ModelTrade | undefined, { moderator }: { readonly moderator: number }): void {
  if (!trade?.hasCase) return;
  trade.takenBy ??= moderator;
  noteJudge(trade, trade.takenBy);
}

/** They judge neither its appeal nor its chargeback. */
function noteJudge(trade: ModelTrade, moderator: number): void {
  if (!trade.judges.includes(moderator)) trade.judges = [...trade.judges, moderator];
}

/** Only the moderator who took the case before this step, or who confirms another's proposal, decides it. */
function award(model: Model, trade: ModelTrade, { winner, moderator, share }: Awarding): string {
  if (!trade.hasCase) return "trade.not_found";
  const unfit = shareRefusal(trade, { share, winner });
  if (unfit) return unfit;
  const confirms = trade.needsTwo && trade.proposed?.winner === winner && trade.proposed.share === share;
  if (confirms && trade.proposed?.by === moderator) return "dispute.second_person";
  if (!confirms && trade.takenBy !== moderator) return trade.proposed ? "dispute.other_award" : "dispute.not_taken";
  if (!DISPUTED.includes(trade.status)) return WRONG;
  if (trade.needsTwo && !confirms) {
    Object.assign(trade, { proposed: { by: moderator, winner, share }, status: "dispute_awarded" });
    return "";
  }
  const status = winner === "buyer" ? "dispute_won_buyer" : "dispute_won_seller";
  const refusal = end(model, trade, status, share);
  if (refusal !== "") return refusal;
  Object.assign(trade, { hasCase: false, awardedAt: model.nowMin });
  noteJudge(trade, moderator);
  return "";
}

function act(model: Model, trade: ModelTrade, kind: string, by: Role): string {
  const { nowMin } = model;
  const windowOpen = trade.expiresAt === undefined || nowMin < trade.expiresAt;
  const active = trade.status === "active_funded";
  if (!hasVerb(trade.flow, kind)) return WRONG;
  const ofCard = asCardVerb(kind);
  if (ofCard) return actWithCard(trade, ofCard, { by, nowMin, windowOpen });
  switch (kind) {
    case "fund":
      if (by !== "seller") return NOT_YOURS;
      if (!WAITS_FOR_COINS.includes(trade.status) || !windowOpen) return WRONG;
      return lockAgain(model, trade);
    case "reveal":
      if (by !== "buyer") return NOT_YOURS;
      if (!active) return tooEarly(trade, kind);
      if (!windowOpen || trade.revealed) return WRONG;
      trade.revealed = true;
      return "";
    case "paid":
      if (by !== "buyer") return NOT_YOURS;
      if (!active) return tooEarly(trade, kind);
      if (!windowOpen) return WRONG;
      if (trade.flow === "default" && !trade.revealed) return "trade.details_first";
      if (isProofAwaited(trade)) return "trade.receipt_missing";
      trade.status = "paid";
      trade.paidAt = nowMin;
      trade.everPaid = true;
      trade.expiresAt = undefined;
      return "";
    case "release":
      if (by !== "seller") return NOT_YOURS;
      if (!HELD.includes(trade.status)) return tooEarly(trade, kind);
      return trade.releaseProved ? end(model, trade, "released") : "auth.password_proof";
    case "cancel":
      return cancel(model, trade, by);
    case "extend":
      if (by !== "seller") return NOT_YOURS;
      if (!UNPAID.includes(trade.status)) return tooEarly(trade, kind);
      if (!windowOpen) return WRONG;
      if (trade.extended >= 2) return "trade.no_extension_left";
      trade.extended += 1;
      trade.expiresAt = (trade.expiresAt ?? 0) + 30;
      return "";
    case "dispute":
      if (!mayBeDisputed(trade, windowOpen))
        return trade.flow !== "gcc-auto" && trade.status === "active_funded" ? WRONG : tooEarly(trade, kind);
      if (nowMin < disputeFrom(trade)) return "dispute.too_early";
      Object.assign(trade, { status: "dispute_open", expiresAt: undefined });
      Object.assign(trade, { hasCase: true, takenBy: undefined, proposed: undefined });
      return "";
    default:
      return reopen(model, trade, by);
  }
}

/** A card pays only once its code is given. */
function mayBeDisputed({ flow, status }: ModelTrade, windowOpen: boolean): boolean {
  if (flow === "gcc-auto") return status === "gcc_code_shared";
  return (status === "active_funded" && windowOpen) || status === "paid";
}

/** Buyers give up what is in escrow; sellers only a trade whose buyer was asked, and never came. */
function cancel(model: Model, trade: ModelTrade, by: Role): string {
  if (WAITS_FOR_COINS.includes(trade.status)) {
    Object.assign(trade, { status: `cancelled_${by}`, endedAt: model.nowMin, expiresAt: undefined });
    return "";
  }
  const mayLeave = trade.ownerIs === "buyer" && !trade.ownerCame && model.nowMin >= trade.startedAt + 5;
  const may = by === "buyer" ? HELD.includes(trade.status) : trade.status === "active_funded" && mayLeave;
  if (!may || haltOf(model, "return")) return CANCEL_REFUSED;
  if (trade.everPaid && !trade.cancelProved) return "auth.password_proof";
  return end(model, trade, `cancelled_${by}`);
}

/** The signer writes a proof of what is in escrow: of a release, and of a cancel by the buyer of what was paid once. */
export function proveEnding(
  trade: ModelTrade | undefined,
  { kind, by }: { readonly kind: "cancel" | "release"; readonly by: Role },
): void {
  if (!trade) return;
  const isHeld = HELD.includes(trade.status);
  if (kind === "release" && by === "seller") trade.releaseProved = isHeld;
  if (kind === "cancel" && by === "buyer") trade.cancelProved = trade.everPaid && isHeld;
}

function disputeFrom(trade: ModelTrade): number {
  if (trade.paidAt === undefined) return trade.startedAt + trade.disputeWaitMin;
  const isQuick = trade.paidAt - trade.startedAt <= 5;
  return trade.paidAt + (isQuick ? Math.min(30, trade.disputeWaitMin) : trade.disputeWaitMin);
}

function reopen(model: Model, trade: ModelTrade, by: Role): string {
  if (HELD.includes(trade.status) || WAITS_FOR_COINS.includes(trade.status)) return "trade.not_over";
  if (!OVER.includes(trade.status) || trade.reopened) return WRONG;
  if (model.nowMin > (trade.endedAt ?? trade.startedAt) + 24 * 60) return "trade.reopen_too_late";
  if (by === "buyer") {
    if (trade.reopenAsked) return WRONG;
    trade.reopenAsked = true;
    return "";
  }
  if (!trade.reopenAsked) return "trade.reopen_not_asked";
  const refusal = lockAgain(model, trade);
  if (refusal === "")
    Object.assign(trade, { reopened: true, endedAt: undefined, paidAt: undefined, seenAt: undefined });
  return refusal;
}

/** The coins go into escrow, and the window begins. */
function lockAgain(model: Model, trade: ModelTrade): string {
  const halted = haltOf(model, "lock");
  if (halted) return halted;
  const units = trade.units + trade.fee;
  if ((model.available.get(trade.seller) ?? 0n) < units) return SHORT;
  take(model, { seller: trade.seller, units });
  Object.assign(trade, { status: "active_funded", expiresAt: deadlineOf(model, "funded", trade.windowMin) });
  return "";
}

function end(model: Model, trade: ModelTrade, status: string, share?: bigint): string {
  const give = (user: number, units: bigint) => model.available.set(user, (model.available.get(user) ?? 0n) + units);
  const isRelease = status === "released" || status === "dispute_won_buyer";
  const halted = haltOf(model, isRelease || share !== undefined ? "release" : "return");
  if (halted) return halted;
  if (share !== undefined) {
    const parts = partsOf(trade, share);
    give(trade.buyer, parts.buyer);
    give(trade.seller, parts.seller);
    model.fees += parts.operator;
    trade.share = share;
  } else if (isRelease) {
    give(trade.buyer, trade.units);
    const back = cashbackAt(trade, status);
    give(trade.ownerIs === "seller" ? trade.buyer : trade.seller, back);
    model.fees += trade.fee - back;
  } else give(trade.seller, trade.units + trade.fee);
  Object.assign(trade, { status, endedAt: model.nowMin, expiresAt: undefined });
  endCard(trade);
  return "";
}

/** A seller who took the offer gets nothing where a moderator had to decide for the buyer. */
function cashbackAt({ ownerIs, cashback }: ModelTrade, status: string): bigint {
  return status === "released" || ownerIs === "seller" ? cashback : 0n;
}

function expireOne(model: Model, trade: ModelTrade): void {
  if (trade.expiresAt === undefined || model.nowMin < trade.expiresAt) return;
  if (UNPAID.includes(trade.status)) end(model, trade, "expired");
  else if (WAITS_FOR_COINS.includes(trade.status))
    Object.assign(trade, { status: "cancelled_system", endedAt: model.nowMin, expiresAt: undefined });
}
