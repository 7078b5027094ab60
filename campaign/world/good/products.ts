/** Right arguments for functions of the products. */
import type { Good, Ground } from "../ground.ts";
import { cardCalls } from "./cards.ts";
import { providerCalls } from "./providers.ts";
import { storeCalls } from "./store.ts";
import { spotCalls } from "./spot.ts";

export function productCalls(ground: Ground): Record<string, Good[]> {
  return { ...spotCalls(ground), ...providerCalls(ground), ...cardCalls(ground), ...storeCalls(ground) };
}
