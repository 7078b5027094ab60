/** The model's feedback: each side of a successful trade rates the other, may change it for thirty days, and answers once. */
import { SUCCESSFUL } from "./market-levels.ts";
import type { Model, ModelTrade, Role } from "./market-types.ts";

const CHANGEABLE_MIN = 30 * 24 * 60;

export function rate(
  model: Model,
  trade: ModelTrade,
  { by, rating }: { readonly by: Role; readonly rating: 1 | -1 },
): string {
  if (!SUCCESSFUL.includes(trade.status)) return "feedback.not_finished";
  if (model.nowMin - (trade.endedAt ?? model.nowMin) > CHANGEABLE_MIN) return "feedback.too_late";
  const receiver = model.people[by === "buyer" ? trade.seller : trade.buyer];
  if (!receiver) throw new Error("a trade of nobody");
  const before = trade.rated[by];
  if (before === 1) receiver.positive -= 1;
  if (before === -1) receiver.negative -= 1;
  if (rating === 1) receiver.positive += 1;
  else receiver.negative += 1;
  trade.rated = { ...trade.rated, [by]: rating };
  return "";
}

/** Every trade of a schedule has a payment method of its own, and so feedback of its own. */
export function reply(trade: ModelTrade, { by }: { readonly by: Role }): string {
  if (trade.rated[by === "buyer" ? "seller" : "buyer"] === 0) return "feedback.nothing_to_reply";
  if (trade.replied[by]) return "feedback.replied";
  trade.replied = { ...trade.replied, [by]: true };
  return "";
}
