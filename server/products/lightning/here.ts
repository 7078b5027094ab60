/** Whether this market has a Lightning node: that of the demo, or one that is configured. */
import type { Config } from "../../platform/settings/config.ts";

let isHere = false;
let host = "";
let origin = "";

/** Of this process. */
export function useLightning({ demo, lnd, publicUrl }: Pick<Config, "demo" | "lnd" | "publicUrl">): void {
  host = publicUrl.host;
  origin = publicUrl.origin;
  isHere = demo || lnd !== undefined;
}

export const hasLightning = (): boolean => isHere;

/** Where wallets ask. */
export const originHere = (): string => origin;

/** Where wallets send to. */
export const addressOf = (username: string): string => `${username}@${host}`;
