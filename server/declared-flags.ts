/** The feature flags that the modules declare: one that the contract names and no module declares is an error here. */
import type { FlagName } from "#contract/reference/flag-names.ts";
import { FLAGS as giftCards } from "./market/gift-cards/flags.ts";
import { FLAGS as offers } from "./market/offers/flags.ts";
import { FLAGS as listing } from "./market/listing/flags.ts";
import { FLAGS as disputes } from "./market/disputes/flags.ts";
import { FLAGS as cards } from "./products/cards/flags.ts";
import { FLAGS as lightning } from "./products/lightning/flags.ts";
import { FLAGS as ramps } from "./products/ramps/flags.ts";
import { FLAGS as store } from "./products/store/flags.ts";
import { FLAGS as topUps } from "./products/top-ups/flags.ts";
import { FLAGS as partners } from "./reach/partners/flags.ts";
import { FLAGS as translations } from "./reach/translations/flags.ts";
import { FLAGS as verification } from "./compliance/verification/flags.ts";

export const FLAGS = {
  ...giftCards,
  ...offers,
  ...listing,
  ...disputes,
  ...verification,
  ...partners,
  ...topUps,
  ...store,
  ...cards,
  ...lightning,
  ...ramps,
  ...translations,
} as const satisfies Record<FlagName, number>;
