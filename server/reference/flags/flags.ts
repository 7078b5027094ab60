/** Feature flags: what is switched on in this market. Products that are not built yet are off. */
import type { ReadTx } from "../../platform/db.ts";
import { readSettings } from "../settings/index.ts";

export const FLAGS = {
  isGCCSellSectionFlowEnabled: false,
  isOfferCapFeatureEnabled: true,
  isBasicVerificationEnabled: false,
  isFeeDiscountEnabled: false,
  isDisputeAppealEnabled: false,
  isMobileTopUpEnabled: false,
  isOnRampEnabled: false,
  isVirtualCardEnabled: false,
  isRewardsBlockOnTopOnDashboard: false,
  isNewbieOffersEnabled: true,
  isNewbieOffersCheckedByDefault: false,
  isPriceBasedStablecoinsSort: true,
  isContentTransfer3rdPartyAutoTranslationEnabled: false,
  isOfframpEnabled: false,
} as const;

export type FlagName = keyof typeof FLAGS;

export function isFlagName(name: string): name is FlagName {
  return Object.hasOwn(FLAGS, name);
}

/** Every flag as it stands now. */
export async function flagsNow(tx: ReadTx): Promise<Record<FlagName, boolean>> {
  const settings = await readSettings(tx, ["flags.on", "flags.off"]);
  const flags: Record<FlagName, boolean> = { ...FLAGS };
  for (const name of settings["flags.on"]) if (isFlagName(name)) flags[name] = true;
  for (const name of settings["flags.off"]) if (isFlagName(name)) flags[name] = false;
  return flags;
}
