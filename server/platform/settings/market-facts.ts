/** What kind of market this is: conditions that routes and pages may depend on. */
import type { Config } from "./config.ts";

export type MarketFacts = {
  /** Made-up traders, play money, free test coins, and emails that every user of this machine may read. */
  readonly isDemo: boolean;
  /** A provider of top-ups: that of the demo, or one that is configured. */
  readonly hasTopUps: boolean;
  /** A provider of purchases and sales by bank transfer and mobile money. */
  readonly hasRamps: boolean;
  /** A provider of gift cards: the issuer of the demo, or one that is configured. */
  readonly hasStore: boolean;
  /** An issuer of virtual cards: that of the demo, or one that is configured. */
  readonly hasCards: boolean;
  /** The issuer of the demo, with its card terminal. */
  readonly hasCardTerminal: boolean;
  /** A Lightning node: that of the development chain, or one that is configured. */
  readonly hasLightning: boolean;
};

export function marketFacts({ config }: { config: Config }): MarketFacts {
  return {
    isDemo: config.demo,
    hasTopUps: config.demo || config.reloadly !== undefined,
    hasRamps: config.demo || config.yellowCard !== undefined || config.daraja !== undefined,
    hasLightning: config.demo || config.lnd !== undefined,
    hasCards: config.demo || config.stripeIssuing !== undefined,
    hasCardTerminal: config.demo && config.stripeIssuing === undefined,
    hasStore: config.demo || config.reloadlyCards !== undefined,
  };
}

/** Those routes and pages that there are in this market; the others do not exist in it. */
export function openIn<R extends { readonly policy: { readonly openWhen?: keyof MarketFacts } }>(
  facts: MarketFacts,
  routes: readonly R[],
): readonly R[] {
  return routes.filter(({ policy: { openWhen } }) => !openWhen || facts[openWhen]);
}
