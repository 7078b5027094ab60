/** Every page that the server draws. */
import type { PageRoute } from "../../platform/http/pages/page-route.ts";
import { academyPages } from "../academy/index.ts";
import { blogPages, contentPages, eventPages, helpPages } from "../content/index.ts";
import { accountPages } from "./account-pages.ts";
import { cardPages } from "./card-pages.ts";
import { browsePages } from "./browse-pages.ts";
import { converterPages } from "./converter-pages.ts";
import { giftCardPages } from "./gift-card-pages.ts";
import { otcPages } from "./otc-pages.ts";
import { offerPages } from "./offer-pages.ts";
import { ownPages } from "./own-pages.ts";
import { countryPages } from "./country-pages.ts";
import { consolePages } from "./console-pages.ts";
import { peoplePages } from "./people-pages.ts";
import { partnerPages } from "./partner-pages.ts";
import { rampPages } from "./ramp-pages.ts";
import { recoveryPages } from "./recovery-pages.ts";
import { paymentsPages } from "./payments-page.ts";
import { messagePages } from "./message-pages.ts";
import { settingsPages } from "./settings-page.ts";
import { supportPages } from "./support-pages.ts";
import { topUpPages } from "./top-up-pages.ts";
import { statusPages } from "./status-pages.ts";
import { statisticsPages } from "./statistics-pages.ts";
import { storePages } from "./store-pages.ts";
import { tradePages } from "./trade-pages.ts";
import { verificationPages } from "./verification-pages.ts";
import { lightningPages } from "./lightning-pages.ts";
import { hedgingPages } from "./hedging-pages.ts";
import { silentPoolPages } from "./silent-pool-pages.ts";
import { spotPages } from "./spot-pages.ts";
import { walletPages } from "./wallet-pages.ts";

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
