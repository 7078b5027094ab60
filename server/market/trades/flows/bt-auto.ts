/**
 * A bank transfer without a word between both sides: the seller's account is in the trade from the start, the buyer pays to it and
 * hands in a proof before they say so. Nobody negotiates: the conversation opens with a dispute. Either side may go on in the default
 * flow until the buyer has paid.
 */
import { disputeAvailableAt, EFFECTS, whenOver } from "./default.ts";
import type { Flow } from "./flow.ts";
import { liteFlow } from "./lite.ts";

export const btAutoFlow: Flow = {
  showsDetailsAtOnce: true,
  talksInDisputesOnly: true,
  alwaysRequires: ["payment_proof"],
  transitions: [
    ...liteFlow.transitions,
    {
      verb: "fallback",
      by: ["buyer", "seller"],
      from: ["active_funded"],
      to: "active_funded",
      toFlow: "default",
      unless: whenOver,
    },
  ],
  effects: EFFECTS,
  nextStep: liteFlow.nextStep,
  disputeAvailableAt,
};
