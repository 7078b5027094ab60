/** Where an order is, as a line of steps, each with who has the money at it. */
import type { RampOrder } from "#contract/products/ramps.ts";
import { useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { check } from "#ui/icons/shapes.ts";

const STEPS = {
  buy: ["buy.price", "buy.payment", "buy.check", "buy.coins"],
  sell: ["sell.price", "sell.reserved", "sell.payout", "sell.arrived"],
} as const;

export function OrderSteps({ order }: { order: RampOrder }) {
  const t = useT();
  const at = placeOf(order);
  const isOver = order.state === "returned";
  return (
    <ol className="grid grid-cols-4 gap-2" aria-label={t("ramps.steps.label")}>
      {STEPS[order.direction].map((step, place) => {
        const isDone = place < at && !isOver;
        const isHere = place === at && !isOver;
        return (
          <li key={step} className="grid content-start gap-1.5" aria-current={isHere ? "step" : undefined}>
            <span
              className={cx("h-1.5 rounded-full", isDone ? "bg-good" : isHere ? "bg-brand" : "bg-sunken")}
              aria-hidden="true"
            />
            <span className={cx("flex items-start gap-1 text-xs", isHere ? "font-semibold" : "text-muted")}>
              {isDone && <Icon shape={check} size={14} />}
              {t(`ramps.steps.${step}`)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The step that is not over yet. */
function placeOf({ direction, state, received }: RampOrder): number {
  if (state === "done") return 4;
  if (direction === "sell") return 2;
  return received ? 2 : 1;
}
