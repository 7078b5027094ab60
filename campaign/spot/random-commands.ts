/** Commands of a busy market: mostly orders near each other, cancels and amendments of recent ones; now and then all of somebody. */
import type { Command, NewOrder } from "../../server/products/spot/engine/commands.ts";

/** A small generator of numbers, because a million commands need many of them. */
function numbersFrom(seed: number): (most: number) => number {
  let state = seed >>> 0;
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

const TIFS = ["gtc", "gtc", "gtc", "ioc", "fok", "post_only"] as const;

export function* randomCommands(seed: number, count: number): Generator<Command> {
  const pick = numbersFrom(seed);
  let newest = 0;
  for (let at = 0; at < count; at++) {
    const kind = pick(100);
    if (kind < 62) yield { kind: "place", order: orderOf(pick, ++newest) };
    else if (kind < 88) yield { kind: "cancel", orderId: newest - pick(60) };
    else if (kind < 95) yield { kind: "amend", orderId: newest - pick(60), lots: 1 + pick(30) };
    else if (kind < 97) yield { kind: "reference", ticks: 970 + pick(61) };
    else if (kind < 99) yield { kind: "cancel_all", group: 1 + pick(12) };
    else yield { kind: "state", status: pick(4) ? "trading" : "cancel_only" };
  }
}

function orderOf(pick: (most: number) => number, id: number): NewOrder {
  const side: NewOrder["side"] = pick(2) ? "buy" : "sell";
  const priceTicks = 900 + pick(200);
  const order = { ...{ id, group: 1 + pick(12), side, priceTicks, lots: 1 + pick(40) }, ...PLAIN } as const;
  const kind = pick(20);
  if (kind < 2) return { ...order, type: "market", tif: "ioc" };
  if (kind < 3) {
    const quoteLimit = 500 + pick(40_000);
    return { ...order, type: "market", tif: "ioc", lots: quoteLimit, quoteLimit };
  }
  if (kind < 5) return { ...order, type: "stop_limit", tif: "gtc", stopTicks: 900 + pick(200) };
  if (kind < 8) {
    const away = side === "sell" ? -1 : 1;
    const [stopTicks, ocoTicks] = [priceTicks + away * (1 + pick(40)), priceTicks + away * (1 + pick(40))];
    return { ...order, type: "oco", tif: "gtc", stopTicks, ocoTicks };
  }
  return { ...order, type: "limit", tif: TIFS[pick(TIFS.length)] ?? "gtc" };
}

const PLAIN = { stopTicks: null, ocoTicks: null, quoteLimit: null } as const;
