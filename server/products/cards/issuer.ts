/** Which issuer of cards this market has: that of the demo, or none. */
import { Refusal } from "#contract/platform/refusals.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Config } from "../../platform/settings/config.ts";
import { houseDesk, houseIssuer } from "./house-issuer/house-issuer.ts";
import type { CardIssuer, IssuerDesk } from "./issuer-port.ts";

let current: CardIssuer | undefined;

/** Of this process. */
export function useCardIssuer(config: Pick<Config, "demo">): void {
  current = config.demo ? houseIssuer : undefined;
}

export const hasCardIssuer = (): boolean => current !== undefined;

/** Refuses request.not_found where there are no cards. */
export function currentIssuer(): CardIssuer {
  if (current === undefined) throw new Refusal("request.not_found");
  return current;
}

export function openIssuerDesk({ config }: Pick<AppPorts, "config">): IssuerDesk | undefined {
  return config.demo ? houseDesk : undefined;
}
