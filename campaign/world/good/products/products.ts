/** Right arguments for functions of the products. */
import type { Good, Ground } from "../../ground.ts";
import { cardCalls } from "./cards.ts";
import { lightningCalls } from "./lightning.ts";
import { exposureCalls } from "./exposure.ts";
import { hedgingCalls } from "./hedging.ts";
import { providerCalls } from "./providers.ts";
import { rampCalls } from "./ramps.ts";
import { spotCalls } from "./spot.ts";
import { storeCalls } from "./store.ts";

export function productCalls(ground: Ground): Record<string, Good[]> {
  return {
    ...spotCalls(ground),
    ...providerCalls(ground),
    ...cardCalls(ground),
    ...hedgingCalls(ground),
    ...exposureCalls(ground),
    ...lightningCalls(ground),
    ...rampCalls(ground),
    ...storeCalls(ground),
  };
}
