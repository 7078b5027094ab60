/** Which issuer of cards this market has: that of the demo, or none. */
import type { Config } from "../../platform/settings/config.ts";

let isHere = false;

/** Of this process. */
export function useCardIssuer({ demo }: Pick<Config, "demo">): void {
  isHere = demo;
}

export const hasCardIssuer = (): boolean => isHere;
