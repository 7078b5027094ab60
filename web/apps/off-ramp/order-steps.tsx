/** Where an order is, as a line of steps, each with who has the money at it. */
import type { RampOrder } from "#contract/products/ramps/ramps.ts";
import { useT } from "#sdk/page-kit.ts";
import { Stepper } from "#ui/forms/stepper.tsx";

const STEPS = {
  buy: ["buy.price", "buy.payment", "buy.check", "buy.coins"],
  sell: ["sell.price", "sell.reserved", "sell.payout", "sell.arrived"],
} as const;

export function OrderSteps({ order }: { order: RampOrder }) {
  const t = useT();
  const at = placeOf(order);
  const isOver = order.state === "returned";
  return (
    <Stepper
      label={t("ramps.steps.label")}
      current={isOver ? -1 : at}
      steps={STEPS[order.direction].map((step) => t(`ramps.steps.${step}`))}
    />
  );
}

/** The step that is not over yet. */
function placeOf({ direction, state, received }: RampOrder): number {
  if (state === "done") return 4;
  if (direction === "sell") return 2;
  return received ? 2 : 1;
}
