/** Which issuer of cards this market has: that of the demo, Stripe Issuing, or none. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Config } from "../../platform/settings/config.ts";
import type { MessageHeaders } from "../providers/index.ts";
import { houseDesk, houseIssuer } from "./house-issuer/house-issuer.ts";
import type { CardIssuer, DeskPorts, IssuerDesk } from "./issuer-port.ts";
import { openStripeDesk } from "./stripe-issuing/desk.ts";
import { STRIPE_HEADERS, STRIPE_ISSUING, stripeIssuer } from "./stripe-issuing/stripe-issuer.ts";

type Has = Pick<Config, "demo" | "stripeIssuing">;

let current: CardIssuer | undefined;

/** Of this process. */
export function useCardIssuer({ demo, stripeIssuing }: Has): void {
  if (stripeIssuing) current = stripeIssuer(stripeIssuing);
  else current = demo ? houseIssuer : undefined;
}

export const hasCardIssuer = (): boolean => current !== undefined;

/** Refuses request.not_found where there are no cards. */
export function currentIssuer(): CardIssuer {
  if (current === undefined) throw new Refusal("request.not_found");
  return current;
}

/** For a worker, which has the issuer's secrets. */
export function openIssuerDesk(ports: DeskPorts): IssuerDesk | undefined {
  const { demo, stripeIssuing } = ports.config;
  if (stripeIssuing) return openStripeDesk(ports, stripeIssuing);
  return demo ? houseDesk(ports) : undefined;
}

/** The headers by which callbacks are signed, of the issuer that is configured. */
export const cardMessageHeaders = ({ stripeIssuing }: Has): MessageHeaders =>
  stripeIssuing ? { [STRIPE_ISSUING]: STRIPE_HEADERS } : {};
