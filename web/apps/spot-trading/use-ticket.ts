/** What is typed into the ticket, and what it means at the present book. */
import { useState } from "react";
import type { SpotBalance, SpotMarket } from "#contract/products/spot/spot.ts";
import type { SpotSide, SpotTif, SpotType } from "#contract/products/spot/names.ts";
import { stepsOf, textOfSteps, valueText, valueUnits } from "./steps.ts";
import { beyondPercent, lotsOfShare, walk } from "./ticket/sums.ts";
import type { MarketState } from "./use-market.ts";

export type Unit = "amount" | "value";

export function useTicket(market: SpotMarket, { book, figures }: MarketState, balances: readonly SpotBalance[]) {
  const typed = useTyped(figures?.last ?? figures?.reference ?? "");
  const { side, type, tif, price, afterStop, unit, size, setUnit, setSize, setPercent, setPrice } = typed;
  const spends = side === "buy" ? market.quote : market.base;
  const available = balances.find(({ code }) => code === spends)?.available ?? "0";
  const opposite = side === "buy" ? book.asks : book.bids;
  const best = opposite[0]?.price;
  const isMarket = type === "market";
  const ticks = stepsOf(price, market.priceStep);
  const isSum = isMarket && unit === "value";
  const lots = isSum ? undefined : stepsOf(size, market.amountStep);
  const sum = isSum ? valueUnits(size, market.quote) : undefined;
  const estimate = isMarket ? walk(opposite, market, { lots, value: sum }) : undefined;
  // A limit order that meets the other side trades at once, and pays the fee for that.
  const crosses =
    !isMarket && type === "limit" && tif !== "post_only" && beyondOrAt(price, best, side, market.priceStep);
  const value = estimate ? estimate.value : lots !== undefined && ticks !== undefined ? lots * ticks : 0n;
  // A purchase with two prices holds what the higher one needs.
  const afterStopTicks = type === "oco" ? stepsOf(afterStop, market.priceStep) : undefined;
  return {
    ...typed,
    ...{ spends, available, best, isMarket, estimate, value },
    lots: estimate ? estimate.lots : (lots ?? 0n),
    feeBp: isMarket || crosses || type === "stop_limit" || type === "oco" ? market.takerBp : market.makerBp,
    beyond: isMarket ? 0 : beyondPercent(price, best, side, market.priceStep),
    setSize: (text: string) => {
      setSize(text);
      setPercent(0);
    },
    setUnit: (next: Unit) => {
      setUnit(next);
      setSize("");
      setPercent(0);
    },
    /** One step up or down, by the arrow keys. */
    stepPrice: (steps: bigint) => {
      const next = (ticks ?? 0n) + steps;
      if (next > 0n) setPrice(textOfSteps(next, market.priceStep));
    },
    choosePercent: (next: number) => {
      setPercent(next);
      const units = valueUnits(available, spends) ?? 0n;
      const at = isMarket ? stepsOf(best ?? figures?.reference ?? "", market.priceStep) : (afterStopTicks ?? ticks);
      // A market order may trade at worse prices than the best one, and holds for that.
      const isOfSum = isMarket && side === "buy";
      if (isMarket) setUnit(isOfSum ? "value" : "amount");
      const lotsOf = () => lotsOfShare(market, { side, percent: next, availableUnits: units, ticks: at ?? 0n });
      setSize(
        isOfSum ? valueText((units * BigInt(next)) / 100n, market.quote) : textOfSteps(lotsOf(), market.amountStep),
      );
    },
  };
}
export type Ticket = ReturnType<typeof useTicket>;

function beyondOrAt(price: string, best: string | undefined, side: SpotSide, step: string): boolean {
  const [ticks, other] = [stepsOf(price, step), stepsOf(best ?? "", step)];
  if (ticks === undefined || other === undefined) return false;
  return side === "buy" ? ticks >= other : ticks <= other;
}

/** The fields as they are. */
function useTyped(firstPrice: string) {
  const [side, setSide] = useState<SpotSide>("buy");
  const [type, setType] = useState<SpotType>("limit");
  const [tif, setTif] = useState<SpotTif>("gtc");
  const [price, setPrice] = useState(firstPrice);
  const [stop, setStop] = useState("");
  const [afterStop, setAfterStop] = useState("");
  const [unit, setUnit] = useState<Unit>("amount");
  const [size, setSize] = useState("");
  const [percent, setPercent] = useState(0);
  return {
    ...{ side, setSide, type, setType, tif, setTif, price, setPrice, stop, setStop, afterStop, setAfterStop },
    ...{ unit, setUnit, size, setSize, percent, setPercent },
  };
}
