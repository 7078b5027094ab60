/** The model's feedback: each side of a successful trade rates the other, may change it for thirty days, and answers once. */
import { SUCCESSFUL } from "./offers/levels.ts";
import { type Model, type ModelTrade, type Role, ROLES } from "./types.ts";

const CHANGEABLE_MIN = 30 * 24 * 60;

export function rate(
  model: Model,
  trade: ModelTrade,
  { by, rating }: { readonly by: Role; readonly rating: 1 | -1 },
): string {
  if (!SUCCESSFUL.includes(trade.status)) return "feedback.not_finished";
  if (model.nowMin - (trade.endedAt ?? model.nowMin) > CHANGEABLE_MIN) return "feedback.too_late";
  const receiver = model.people[trade[counterpart(by)]];
  if (!receiver) throw new Error("a trade of nobody");
  const before = trade.rated[by] || takenFromAnother(model, trade, by);
  if (before === 1) receiver.positive -= 1;
  if (before === -1) receiver.negative -= 1;
  if (rating === 1) receiver.positive += 1;
  else receiver.negative += 1;
  trade.rated = { ...trade.rated, [by]: rating };
  return "";
}

const counterpart = (role: Role): Role => (role === "buyer" ? "seller" : "buyer");

/**
 * There is one rating of a user by another for a payment method: given in another trade of theirs it moves there, and its answer is gone.
 * Ordinary offers of a schedule have a method each, special ones need not.
 */
function takenFromAnother(model: Model, trade: ModelTrade, by: Role): 0 | 1 | -1 {
  const methodOf = ({ offer }: ModelTrade) => model.offers[offer]?.method;
  for (const other of model.trades) {
    if (other === trade || methodOf(other) !== methodOf(trade)) continue;
    for (const role of ROLES) {
      const rating = other.rated[role];
      const isSame = other[role] === trade[by] && other[counterpart(role)] === trade[counterpart(by)];
      if (!isSame || rating === 0) continue;
      other.rated = { ...other.rated, [role]: 0 };
      other.replied = { ...other.replied, [counterpart(role)]: false };
      return rating;
    }
  }
  return 0;
}

export function reply(trade: ModelTrade, { by }: { readonly by: Role }): string {
  if (trade.rated[counterpart(by)] === 0) return "feedback.nothing_to_reply";
  if (trade.replied[by]) return "feedback.replied";
  trade.replied = { ...trade.replied, [by]: true };
  return "";
}
