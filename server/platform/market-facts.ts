/** What kind of market this is: conditions that routes and pages may depend on. */
import type { Config } from "./config.ts";

export type MarketFacts = {
  /** Made-up traders, play money, and a test coin for whoever asks. */
  readonly isDemo: boolean;
  /** Everybody at this machine may read the mails that the local inbox kept. */
  readonly isInboxOpen: boolean;
};

export function marketFacts({ config, keepsMails }: { config: Config; keepsMails?: boolean }): MarketFacts {
  return { isDemo: config.demo, isInboxOpen: config.demo || (keepsMails ?? config.smtpUrl === undefined) };
}
