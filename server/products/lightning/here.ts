/** Whether this market has a Lightning node: that of the demo, or one that is configured. */
import type { Config } from "../../platform/settings/config.ts";

let isHere = false;

/** Of this process. */
export function useLightning({ demo, lnd }: Pick<Config, "demo" | "lnd">): void {
  isHere = demo || lnd !== undefined;
}

export const hasLightning = (): boolean => isHere;
