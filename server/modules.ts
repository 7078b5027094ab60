/**
 * THE MAP: every module, in the order of imports. A module imports only modules before it, and only their
 * front doors; tidy.test.ts reads this order. What a module brings is declared in its own module.ts.
 */
import type { Module } from "./platform/app-ports.ts";
import { module as platform } from "./platform/module.ts";
import { module as settings } from "./reference/settings/index.ts";
import { module as flags } from "./reference/flags/index.ts";
import { module as catalog } from "./reference/catalog/index.ts";
import { module as rates } from "./money/rates/index.ts";
import { module as ledger } from "./money/ledger/index.ts";
import { module as custody } from "./money/custody/index.ts";
import { module as accounts } from "./people/accounts/index.ts";
import { module as policies } from "./people/policies/index.ts";
import { module as audit } from "./people/audit/index.ts";
import { module as reputation } from "./people/reputation/index.ts";
import { module as auth } from "./people/auth/index.ts";
import { module as apiKeys } from "./people/api-keys/index.ts";
import { module as phones } from "./people/phones/index.ts";
import { module as emailChange } from "./people/email-change/index.ts";
import { module as socialAccounts } from "./people/social-accounts/index.ts";
import { module as contacts } from "./people/contacts/index.ts";
import { module as paymentAccounts } from "./market/payment-accounts/index.ts";
import { module as bonds } from "./market/bonds/index.ts";
import { module as chat } from "./market/chat/index.ts";
import { module as giftCards } from "./market/gift-cards/index.ts";
import { module as offers } from "./market/offers/index.ts";
import { module as trades } from "./market/trades/index.ts";
import { module as listing } from "./market/listing/index.ts";
import { module as otc } from "./market/otc/index.ts";
import { module as savedSearches } from "./market/saved-searches/index.ts";
import { module as moderation } from "./market/moderation/index.ts";
import { module as myOffers } from "./market/my-offers/index.ts";
import { module as attachments } from "./market/attachments/index.ts";
import { module as disputes } from "./market/disputes/index.ts";
import { module as feedback } from "./market/feedback/index.ts";
import { module as wallet } from "./products/wallet/index.ts";
import { module as providers } from "./products/providers/index.ts";
import { module as cards } from "./products/cards/index.ts";
import { module as ramps } from "./products/ramps/index.ts";
import { module as topUps } from "./products/top-ups/index.ts";
import { module as hedging } from "./products/hedging/index.ts";
import { module as lightning } from "./products/lightning/index.ts";
import { module as store } from "./products/store/index.ts";
import { module as spot } from "./products/spot/index.ts";
import { module as restrictions } from "./compliance/restrictions/index.ts";
import { module as verification } from "./compliance/verification/index.ts";
import { module as tradingNames } from "./compliance/trading-names/index.ts";
import { module as recovery } from "./compliance/recovery/index.ts";
import { module as levels } from "./compliance/levels/index.ts";
import { module as ownData } from "./compliance/own-data/index.ts";
import { module as closing } from "./compliance/closing/index.ts";
import { module as retention } from "./compliance/retention/index.ts";
import { module as notifications } from "./reach/notifications/index.ts";
import { module as webhooks } from "./reach/webhooks/index.ts";
import { module as messenger } from "./reach/messenger/index.ts";
import { module as partners } from "./reach/partners/index.ts";
import { module as exports } from "./reach/exports/index.ts";
import { module as translations } from "./reach/translations/index.ts";
import { module as auditLog } from "./staff/audit/index.ts";
import { module as desk } from "./staff/desk/index.ts";
import { module as exposure } from "./staff/exposure/index.ts";
import { module as support } from "./staff/support/index.ts";
import { module as staff } from "./staff/console/index.ts";
import { module as profiles } from "./site/profiles/index.ts";
import { module as content } from "./site/content/index.ts";
import { module as academy } from "./site/academy/index.ts";
import { module as status } from "./site/status/index.ts";
import { module as statistics } from "./site/statistics/index.ts";
import { module as pages } from "./site/pages/index.ts";
import { module as demo } from "./demo/index.ts";

export const MODULES: readonly Module[] = [
  platform,
  settings,
  flags,
  catalog,
  rates,
  ledger,
  custody,
  accounts,
  policies,
  audit,
  reputation,
  auth,
  apiKeys,
  phones,
  emailChange,
  socialAccounts,
  contacts,
  paymentAccounts,
  bonds,
  chat,
  giftCards,
  offers,
  trades,
  listing,
  otc,
  savedSearches,
  moderation,
  myOffers,
  attachments,
  disputes,
  feedback,
  wallet,
  providers,
  topUps,
  cards,
  hedging,
  ramps,
  lightning,
  store,
  spot,
  restrictions,
  verification,
  tradingNames,
  recovery,
  levels,
  ownData,
  closing,
  retention,
  notifications,
  webhooks,
  messenger,
  partners,
  exports,
  translations,
  auditLog,
  desk,
  exposure,
  support,
  staff,
  profiles,
  content,
  academy,
  status,
  statistics,
  pages,
  demo,
];
