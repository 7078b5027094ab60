/** The level that making offers needs: two, and one while the demo market runs. Set once when the app is built. */
import { Refusal } from "#contract/refusals.ts";

let level = 2;

export function useDemoOfferLevel(isDemo: boolean): void {
  level = isDemo ? 1 : 2;
}

/** Refuses offer.level. */
export function refuseBelowCreationLevel(viewerLevel: number): void {
  if (viewerLevel < level) throw new Refusal("offer.level", { level });
}
