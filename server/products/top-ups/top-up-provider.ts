/** Which provider of top-ups this market has: a company of the demo's own, or Reloadly. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Config } from "../../platform/settings/config.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { type MessageHeaders, RELOADLY_HEADERS } from "../providers/index.ts";
import type { TopUpProvider } from "./provider.ts";
import { HOUSE_TELCO, openHouseTelco } from "./house-telco/house-telco.ts";
import { openReloadly, RELOADLY } from "./reloadly.ts";

/** Of this process: the web knows the name alone. */
let current: string | undefined;

export function useTopUps(config: Pick<Config, "demo" | "reloadly">): void {
  current = topUpProviderName(config);
}

export const hasTopUps = (): boolean => current !== undefined;

/** Refuses request.not_found where there are no top-ups. */
export function currentTopUpProvider(): string {
  if (current === undefined) throw new Refusal("request.not_found");
  return current;
}

/** Undefined where there are no top-ups. */
export function topUpProviderName({ demo, reloadly }: Pick<Config, "demo" | "reloadly">): string | undefined {
  if (reloadly) return RELOADLY;
  return demo ? HOUSE_TELCO : undefined;
}

export const isSimulated = (provider: string): boolean => provider === HOUSE_TELCO;

/** For a worker, which has the provider's secret. */
export function openTopUpProvider({ db, config }: Pick<AppPorts, "db" | "config">): TopUpProvider | undefined {
  const name = topUpProviderName(config);
  if (name === HOUSE_TELCO) return openHouseTelco(db);
  const { reloadly } = config;
  return reloadly?.secret ? openReloadly({ ...reloadly, secret: reloadly.secret }) : undefined;
}

/** The headers by which callbacks are signed, of the provider that is configured. */
export function topUpMessageHeaders(config: Pick<Config, "demo" | "reloadly">): MessageHeaders {
  return topUpProviderName(config) === RELOADLY ? { [RELOADLY]: RELOADLY_HEADERS } : {};
}
