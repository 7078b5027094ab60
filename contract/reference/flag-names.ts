/** Feature flags of what is built: each reaches a page or a rule. Others that the specification names come with their feature. */
export const FLAG_NAMES = [
  "isOfferCapFeatureEnabled",
  "isNewbieOffersEnabled",
  "isNewbieOffersCheckedByDefault",
  "isFeeDiscountEnabled",
  "isDisputeAppealEnabled",
  "isGCCSellSectionFlowEnabled",
  "isCorporateAccountEnabled",
  "isBasicVerificationEnabled",
  "isPriceBasedStablecoinsSort",
  "isPartnerProgramEnabled",
  "isMultiTierPartnerProgramEnabled",
  "isRewardsBlockOnTopOnDashboard",
  "isMobileTopUpEnabled",
  "isVirtualCardEnabled",
  "isOnRampEnabled",
  "isOfframpEnabled",
  "isGiftCardStoreEnabled",
  "isGiftCardStoreLocal",
  "isLightningEnabled",
  "isContentTransfer3rdPartyAutoTranslationEnabled",
] as const;
export type FlagName = (typeof FLAG_NAMES)[number];
export type FlagValues = { readonly [N in FlagName]: boolean };

/** The value for one user. */
export const FLAG_STATES = ["on", "off", "default"] as const;
