/** An order as it changes: asked for until it has ended, more seldom after a while. */
import { useEffect, useState } from "react";
import type { RampOrder } from "#contract/products/ramps/ramps.ts";
import { usePage } from "#sdk/page-kit.ts";

const SOON_MS = 1200;
const LATER_MS = 10_000;
/** Then it is asked for more seldom. */
const SOON_TIMES = 40;

export function useRampOrder(first: RampOrder) {
  const page = usePage();
  const [order, setOrder] = useState(first);
  const [round, setRound] = useState(0);
  const isOver = order.endedAt !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs from the first view, or from an act, to the end of the order.
  useEffect(() => {
    if (isOver) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let times = 0;
    const ask = async () => {
      const { getRampOrder } = await import("#contract/products/ramps/ramps.ts");
      const found = await page.call(getRampOrder, { params: { id: first.id } }).catch(() => undefined);
      if (found) setOrder(found.data);
      if (found?.data.endedAt) return;
      timer = setTimeout(() => void ask(), times++ < SOON_TIMES ? SOON_MS : LATER_MS);
    };
    timer = setTimeout(() => void ask(), SOON_MS / 2);
    return () => clearTimeout(timer);
  }, [isOver, round]);
  return {
    order,
    /** After an act: what it answered, and soon what comes of it. */
    show(next: RampOrder) {
      setOrder(next);
      setRound(round + 1);
    },
  };
}
