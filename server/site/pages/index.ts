/** Every page that the server draws. */
import type { PageRoute } from "../../platform/http/pages/page-route.ts";
import { academyPages } from "../academy/index.ts";
import { blogPages, contentPages, eventPages, helpPages } from "../content/index.ts";
import { accountPages } from "./people/account-pages.ts";
import { cardPages } from "./products/card-pages.ts";
import { browsePages } from "./browse-pages.ts";
import { converterPages } from "./products/converter-pages.ts";
import { giftCardPages } from "./products/gift-card-pages.ts";
import { otcPages } from "./products/otc-pages.ts";
import { offerPages } from "./offer-pages.ts";
import { ownPages } from "./people/own-pages.ts";
import { countryPages } from "./country-pages.ts";
import { consolePages } from "./console-pages.ts";
import { peoplePages } from "./people/people-pages.ts";
import { partnerPages } from "./people/partner-pages.ts";
import { rampPages } from "./products/ramp-pages.ts";
import { recoveryPages } from "./people/recovery-pages.ts";
import { paymentsPages } from "./people/payments-page.ts";
import { messagePages } from "./people/message-pages.ts";
import { settingsPages } from "./people/settings-page.ts";
import { supportPages } from "./people/support-pages.ts";
import { topUpPages } from "./products/top-up-pages.ts";
import { statusPages } from "./status-pages.ts";
import { statisticsPages } from "./statistics-pages.ts";
import { storePages } from "./products/store-pages.ts";
import { tradePages } from "./trade-pages.ts";
import { verificationPages } from "./people/verification-pages.ts";
import { landingPages } from "./landing/landing-pages.ts";
import { lightningPages } from "./products/lightning-pages.ts";
import { hedgingPages } from "./products/hedging-pages.ts";
import { silentPoolPages } from "./products/silent-pool-pages.ts";
import { spotPages } from "./products/spot-pages.ts";
import { walletPages } from "./products/wallet-pages.ts";

export { module } from "./module.ts";

export { smallPictures } from "./small-pictures.ts";
export { surround } from "./surround/surround.ts";
/** Pictures and downloads: no pages, no API calls. */
export { mountFiles } from "./mount-files.ts";

export const pages: readonly PageRoute[] = [
  ...browsePages,
  ...converterPages,
  ...countryPages,
  ...contentPages,
  ...landingPages,
  ...statusPages,
  ...statisticsPages,
  ...helpPages,
  ...blogPages,
  ...eventPages,
  ...academyPages,
  ...ownPages,
  ...offerPages,
  ...otcPages,
  ...silentPoolPages,
  ...giftCardPages,
  ...peoplePages,
  ...consolePages,
  ...accountPages,
  ...settingsPages,
  ...messagePages,
  ...partnerPages,
  ...paymentsPages,
  ...tradePages,
  ...verificationPages,
  ...recoveryPages,
  ...supportPages,
  ...walletPages,
  ...cardPages,
  ...topUpPages,
  ...rampPages,
  ...storePages,
  ...spotPages,
  ...hedgingPages,
  ...lightningPages,
];
