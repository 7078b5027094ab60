/** Which provider of ramps this market has: the demo's own bank, Yellow Card, or M-Pesa by Daraja. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Config } from "../../platform/settings/config.ts";
import type { MessageHeaders } from "../providers/index.ts";
import { DARAJA, DARAJA_HEADERS, openDaraja } from "./daraja.ts";
import { HOUSE_BANK, openHouseBank } from "./house-bank/house-bank.ts";
import type { RampProvider } from "./provider.ts";
import { openYellowCard, YELLOW_CARD, YELLOW_CARD_HEADERS } from "./yellow-card.ts";

type Has = Pick<Config, "demo" | "yellowCard" | "daraja">;

/** Of this process: the web knows the name alone. */
let current: string | undefined;

export function useRamps(config: Has): void {
  current = rampProviderName(config);
}

export const hasRamps = (): boolean => current !== undefined;

/** Refuses request.not_found where there are no ramps. */
export function currentRampProvider(): string {
  if (current === undefined) throw new Refusal("request.not_found");
  return current;
}

/** Undefined where there are no ramps. */
function rampProviderName({ demo, yellowCard, daraja }: Has): string | undefined {
  if (yellowCard) return YELLOW_CARD;
  if (daraja) return DARAJA;
  return demo ? HOUSE_BANK : undefined;
}

export const isSimulated = (provider: string): boolean => provider === HOUSE_BANK;

/** For a worker, which has the provider's secret. */
export function openRampProvider({ db, config }: Pick<AppPorts, "db" | "config">): RampProvider | undefined {
  const name = rampProviderName(config);
  if (name === HOUSE_BANK) return openHouseBank(db);
  const { yellowCard, daraja, publicUrl } = config;
  if (name === YELLOW_CARD)
    return yellowCard?.secret ? openYellowCard({ ...yellowCard, secret: yellowCard.secret }) : undefined;
  const { secret, passkey, shortcode } = daraja ?? {};
  if (!daraja || !secret || !passkey || !shortcode) return undefined;
  return openDaraja(db, { ...daraja, secret, passkey, shortcode, origin: publicUrl.origin });
}

/** The headers by which callbacks are signed, of the provider that is configured. */
export function rampMessageHeaders(config: Has): MessageHeaders {
  const name = rampProviderName(config);
  if (name === DARAJA) return { [DARAJA]: DARAJA_HEADERS };
  return name === YELLOW_CARD ? { [YELLOW_CARD]: YELLOW_CARD_HEADERS } : {};
}
