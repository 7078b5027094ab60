/**
 * What the level of an account, and what blocks its wallet, keep from it, by the names that programs know. Each stands for the
 * one call of ours that says it, and is asked of the table that refuses that call.
 */
import { KYC_ACTIONS, type KycAction, type WalletBlock } from "#contract/wallet-blocks.ts";
import { type Taken, takenBy } from "./blocks.ts";
import { EMAIL_LEVEL } from "./levels.ts";

type Standing = { readonly level: number; readonly blocks: readonly WalletBlock[] };

/** Nothing of this kind takes the sight of a trade away: what is open goes on to its end (decisions/0106). */
const STANDS_FOR: Readonly<Record<KycAction, { readonly taken: Taken; readonly isOffering?: true } | null>> = {
  "create-offer": { taken: "show_offers", isOffering: true },
  "view-trade": null,
  "start-trade-buy": { taken: "start_trade" },
  "start-trade-sell": { taken: "start_trade" },
  // Every block takes it; a new address is given to who lacks proofs, and what is theirs leaves a closed country.
  "use-wallet": { taken: "convert" },
  "activate-offer": { taken: "show_offers", isOffering: true },
};

export function blockedKycActions({ level, blocks }: Standing, creationLevel: number): KycAction[] {
  return KYC_ACTIONS.filter((action) => {
    const act = STANDS_FOR[action];
    if (!act) return false;
    const least = act.isOffering ? Math.max(EMAIL_LEVEL, creationLevel) : EMAIL_LEVEL;
    return level < least || takenBy({ blocks, restrictions: [] }, act.taken) !== undefined;
  });
}
