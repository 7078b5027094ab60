/**
 * What the level of an account, wallet blocks and staff prevent, by the action names of the API. Each action has one call of
 * ours, and is looked up in the table that refuses that call.
 */
import { KYC_ACTIONS, type KycAction, type WalletBlock } from "#contract/products/wallet/blocks.ts";
import { type Taken, takenBy } from "./blocks.ts";
import { EMAIL_LEVEL } from "./levels.ts";

type Standing = {
  readonly level: number;
  readonly blocks: readonly WalletBlock[];
  /** By staff (decisions/compliance/restrictions.md). */
  readonly areTradesClosed: boolean;
};

const STANDS_FOR: Readonly<
  Record<Exclude<KycAction, "view-trade">, { readonly taken: Taken; readonly isOffering?: true }>
> = {
  "create-offer": { taken: "show_offers", isOffering: true },
  "start-trade-buy": { taken: "start_trade" },
  "start-trade-sell": { taken: "start_trade" },
  // Every block takes it; a new address is given to who lacks proofs, and what is theirs leaves a closed country.
  "use-wallet": { taken: "convert" },
  "activate-offer": { taken: "show_offers", isOffering: true },
};

export function blockedKycActions({ level, blocks, areTradesClosed }: Standing, creationLevel: number): KycAction[] {
  return KYC_ACTIONS.filter((action) => {
    // No level and no block takes it: what is open goes on to its end (decisions/compliance/verification-and-levels.md).
    if (action === "view-trade") return areTradesClosed;
    const act = STANDS_FOR[action];
    const least = act.isOffering ? Math.max(EMAIL_LEVEL, creationLevel) : EMAIL_LEVEL;
    return level < least || takenBy({ blocks, restrictions: [] }, act.taken) !== undefined;
  });
}
