/** Calls of the products: the spot markets, top-ups, virtual cards and gift cards. */
import type { World } from "../open-world.ts";
import { cardAsks } from "./cards.ts";
import { spotAsks } from "./spot.ts";
import { storeAsks } from "./store.ts";
import { topUpAsks } from "./top-up.ts";

export function productAsks(world: Pick<World, "app" | "tokens">) {
  return { ...spotAsks(world.app), ...topUpAsks(world), ...storeAsks(world), ...cardAsks(world) };
}
