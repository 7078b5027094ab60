/**
 * Stripe Issuing for the processes that answer users. Stripe has the numbers: our page gets a key for one card and one browser, with a key of the
 * market's that can do nothing else, and Stripe's script shows the number in a frame of Stripe's.
 */
import { createHash } from "node:crypto";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { openStripeIssuing } from "../../../platform/outside/providers/stripe-issuing.ts";
import type { StripeIssuingKey } from "../../../platform/settings/provider-settings.ts";
import type { CardIssuer } from "../issuer-port.ts";

export const STRIPE_ISSUING = "stripe_issuing";
export const STRIPE_HEADERS = ["stripe-signature"] as const;

/** For so long a page shows a number. */
const SHOWN_SEC = 60;

export function stripeIssuer({ publishableKey, showKey, api }: StripeIssuingKey): CardIssuer {
  return {
    name: STRIPE_ISSUING,
    isSimulated: false,
    begin: (hash) => ({
      last4: null,
      numberSealed: null,
      numberIndex: createHash("sha256").update(hash).digest(),
    }),
    numbers: {
      are: "at_issuer",
      publishableKey,
      async keyFor(issuerCard, nonce) {
        if (showKey === undefined) throw new Refusal("virtual_card.issuer_away");
        const key = await openStripeIssuing({ key: showKey, api }).makeKey(issuerCard, nonce);
        return { issuerCard, key, seconds: SHOWN_SEC };
      },
    },
  };
}
