/** Calls of the products: the spot markets, top-ups, gift cards, virtual cards, hedging, Lightning, purchases and sales. */
import type { World } from "../../open-world.ts";
import { cardAsks } from "./cards.ts";
import { lightningAsks } from "./lightning.ts";
import { hedgingAsks } from "./hedging.ts";
import { rampAsks } from "./ramps.ts";
import { spotAsks } from "./spot.ts";
import { storeAsks } from "./store.ts";
import { topUpAsks } from "./top-up.ts";

export function productAsks(world: Pick<World, "app" | "tokens">) {
  return {
    ...spotAsks(world.app),
    ...topUpAsks(world),
    ...storeAsks(world),
    ...cardAsks(world),
    ...hedgingAsks(world.app),
    ...lightningAsks(world.app),
    ...rampAsks(world),
  };
}
