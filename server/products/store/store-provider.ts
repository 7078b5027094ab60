/** Which provider of gift cards this market has: the issuer of the demo's own, or Reloadly. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Config } from "../../platform/settings/config.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { MessageHeaders } from "../providers/index.ts";
import { HOUSE_MARKET, openHouseMarket } from "./house-market/house-market.ts";
import type { StoreProvider } from "./provider.ts";
import { openReloadlyCards, RELOADLY_CARDS, RELOADLY_CARDS_HEADERS } from "./reloadly-cards.ts";

type Chosen = Pick<Config, "demo" | "reloadlyCards">;

/** Of this process: the web knows the name alone. */
let current: string | undefined;

export function useStore(config: Chosen): void {
  current = nameOf(config);
}

export const hasStore = (): boolean => current !== undefined;

/** Refuses request.not_found where nothing is sold. */
export function currentStoreProvider(): string {
  if (current === undefined) throw new Refusal("request.not_found");
  return current;
}

function nameOf({ demo, reloadlyCards }: Chosen): string | undefined {
  if (reloadlyCards) return RELOADLY_CARDS;
  return demo ? HOUSE_MARKET : undefined;
}

export const isSimulated = (provider: string): boolean => provider === HOUSE_MARKET;

/** Of the provider that this market has. */
export const isStoreSimulated = (): boolean => isSimulated(currentStoreProvider());

/** For a worker, which has the provider's secret. */
export function openStoreProvider({ db, config }: Pick<AppPorts, "db" | "config">): StoreProvider | undefined {
  const name = nameOf(config);
  if (name === HOUSE_MARKET) return openHouseMarket(db);
  const { reloadlyCards } = config;
  return reloadlyCards?.secret ? openReloadlyCards({ ...reloadlyCards, secret: reloadlyCards.secret }) : undefined;
}

/** The headers by which callbacks are signed, of the provider that is configured. */
export function storeMessageHeaders(config: Chosen): MessageHeaders {
  return nameOf(config) === RELOADLY_CARDS ? { [RELOADLY_CARDS]: RELOADLY_CARDS_HEADERS } : {};
}
