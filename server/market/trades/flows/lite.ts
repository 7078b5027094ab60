/**
 * The short flow: the buyer sees how to pay from the start, so that the first thing to do is to pay. Everything else is as
 * in the default one, in which either side may continue until the buyer has paid.
 */
import { disputeAvailableAt, EFFECTS, nextStep, payKey, TRANSITIONS, whenOver, whenUnready } from "./default.ts";
import type { Flow, Transition } from "./flow.ts";

const LITE: readonly Transition[] = [
  ...TRANSITIONS.filter(({ verb }) => verb !== "reveal_details").map(
    (transition): Transition =>
      transition.verb === "mark_paid" ? { ...transition, unless: (at) => whenOver(at) ?? whenUnready(at) } : transition,
  ),
  {
    verb: "fallback",
    by: ["buyer", "seller"],
    from: ["active_funded"],
    to: "active_funded",
    toFlow: "default",
    unless: whenOver,
  },
];

export const liteFlow: Flow = {
  showsDetailsAtOnce: true,
  transitions: LITE,
  effects: EFFECTS,
  nextStep: (facts) => {
    const next = nextStep(facts);
    return next.key === "reveal" ? { ...next, key: payKey(facts) } : next;
  },
  disputeAvailableAt,
};
