/**
 * The notifications that the modules declare, in the order of the settings screen. The types hold them to the events: one of an
 * account that no module declares is an error here, by its name.
 */
import type { AccountChange } from "#contract/platform/events.ts";
import type { AccountKind } from "./platform/notification-kinds.ts";
import { NOTIFICATIONS as attachments } from "./market/attachments/notifications.ts";
import { NOTIFICATIONS as bonds } from "./market/bonds/notifications.ts";
import { NOTIFICATIONS as disputes } from "./market/disputes/notifications.ts";
import { NOTIFICATIONS as giftCards } from "./market/gift-cards/notifications.ts";
import { NOTIFICATIONS as savedSearches } from "./market/saved-searches/notifications.ts";
import { NOTIFICATIONS as otc } from "./market/otc/notifications.ts";
import { NOTIFICATIONS as moderation } from "./market/moderation/notifications.ts";
import { NOTIFICATIONS as paymentAccounts } from "./market/payment-accounts/notifications.ts";
import { NOTIFICATIONS as trades } from "./market/trades/notifications.ts";
import { NOTIFICATIONS as custody } from "./money/custody/notifications.ts";
import { NOTIFICATIONS as cards } from "./products/cards/notifications.ts";
import { NOTIFICATIONS as hedging } from "./products/hedging/notifications.ts";
import { NOTIFICATIONS as ramps } from "./products/ramps/notifications.ts";
import { NOTIFICATIONS as providers } from "./products/providers/notifications.ts";
import { NOTIFICATIONS as topUps } from "./products/top-ups/notifications.ts";
import { NOTIFICATIONS as store } from "./products/store/notifications.ts";
import { NOTIFICATIONS as closing } from "./compliance/closing/notifications.ts";
import { NOTIFICATIONS as notifications } from "./reach/notifications/notifications.ts";
import { NOTIFICATIONS as ownData } from "./compliance/own-data/notifications.ts";
import { NOTIFICATIONS as profiles } from "./site/profiles/notifications.ts";
import { NOTIFICATIONS as recovery } from "./compliance/recovery/notifications.ts";
import { NOTIFICATIONS as restrictions } from "./compliance/restrictions/notifications.ts";
import { NOTIFICATIONS as staff } from "./staff/console/notifications.ts";
import { NOTIFICATIONS as exposure } from "./staff/exposure/notifications.ts";
import { NOTIFICATIONS as desk } from "./staff/desk/notifications.ts";
import { NOTIFICATIONS as support } from "./staff/support/notifications.ts";
import { NOTIFICATIONS as tradingNames } from "./compliance/trading-names/notifications.ts";
import { NOTIFICATIONS as verification } from "./compliance/verification/notifications.ts";
import { NOTIFICATIONS as accounts } from "./people/accounts/notifications.ts";
import { NOTIFICATIONS as apiKeys } from "./people/api-keys/notifications.ts";
import { NOTIFICATIONS as partners } from "./reach/partners/notifications.ts";
import { NOTIFICATIONS as webhooks } from "./reach/webhooks/notifications.ts";
import { NOTIFICATIONS as auth } from "./people/auth/notifications.ts";
import { NOTIFICATIONS as emailChange } from "./people/email-change/notifications.ts";
import { NOTIFICATIONS as phones } from "./people/phones/notifications.ts";
import { NOTIFICATIONS as reputation } from "./people/reputation/notifications.ts";
import { NOTIFICATIONS as socialAccounts } from "./people/social-accounts/notifications.ts";

export const TRADE_NOTIFICATIONS = {
  ...trades.trade,
  ...giftCards.trade,
  ...attachments.trade,
  ...disputes.trade,
} as const;

export const WALLET_NOTIFICATIONS = {
  ...custody.wallet,
  ...bonds.wallet,
  ...providers.wallet,
  ...topUps.wallet,
  ...hedging.wallet,
  ...ramps.wallet,
  ...store.wallet,
  ...staff.wallet,
} as const;

export const ACCOUNT_NOTIFICATIONS = {
  ...accounts.account,
  ...verification.account,
  ...tradingNames.account,
  ...auth.account,
  ...recovery.account,
  ...notifications.account,
  ...phones.account,
  ...restrictions.account,
  ...desk.account,
  ...support.account,
  ...closing.account,
  ...emailChange.account,
  ...apiKeys.account,
  ...webhooks.account,
  ...cards.account,
  ...partners.account,
  ...paymentAccounts.account,
  ...socialAccounts.account,
  ...profiles.account,
  ...reputation.account,
  ...moderation.account,
  ...savedSearches.account,
  ...otc.account,
  ...disputes.account,
  ...exposure.account,
  ...ownData.account,
} as const satisfies Record<AccountChange, AccountKind>;
