import type { FlagName } from "#contract/reference/flag-names.ts";
import type { DeclaredRows } from "../../../platform/postgres/database-rows.ts";

/** Of how many people in a hundred each flag is at first. */
const INITIAL: Readonly<Record<FlagName, number>> = {
  isOfferCapFeatureEnabled: 100,
  isNewbieOffersEnabled: 100,
  isNewbieOffersCheckedByDefault: 0,
  isFeeDiscountEnabled: 100,
  isDisputeAppealEnabled: 100,
  isGCCSellSectionFlowEnabled: 100,
  isCorporateAccountEnabled: 100,
  isBasicVerificationEnabled: 100,
  isPriceBasedStablecoinsSort: 0,
};

export const ROWS: readonly DeclaredRows[] = [
  {
    table: "feature_flags",
    key: ["name"],
    kept: ["percent"],
    rows: Object.entries(INITIAL).map(([name, initial]) => ({ name, percent: initial, initial })),
  },
];
