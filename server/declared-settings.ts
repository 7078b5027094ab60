/** The settings that the modules declare, with their types. It loads only their `settings.ts`, which load nothing of the server but shapes. */
import { SETTINGS as catalog } from "./reference/catalog/settings.ts";
import { SETTINGS as rates } from "./money/rates/settings.ts";
import { SETTINGS as custody } from "./money/custody/settings.ts";
import { SETTINGS as accounts } from "./people/accounts/settings.ts";
import { SETTINGS as reputation } from "./people/reputation/settings.ts";
import { SETTINGS as auth } from "./people/auth/settings.ts";
import { SETTINGS as emailChange } from "./people/email-change/settings.ts";
import { SETTINGS as bonds } from "./market/bonds/settings.ts";
import { SETTINGS as chat } from "./market/chat/settings.ts";
import { SETTINGS as offers } from "./market/offers/settings.ts";
import { SETTINGS as listing } from "./market/listing/settings.ts";
import { SETTINGS as otc } from "./market/otc/settings.ts";
import { SETTINGS as moderation } from "./market/moderation/settings.ts";
import { SETTINGS as trades } from "./market/trades/settings.ts";
import { SETTINGS as disputes } from "./market/disputes/settings.ts";
import { SETTINGS as spot } from "./products/spot/settings.ts";
import { SETTINGS as wallet } from "./products/wallet/settings.ts";
import { SETTINGS as providers } from "./products/providers/settings.ts";
import { SETTINGS as cards } from "./products/cards/settings.ts";
import { SETTINGS as lightning } from "./products/lightning/settings.ts";
import { SETTINGS as ramps } from "./products/ramps/settings.ts";
import { SETTINGS as store } from "./products/store/settings.ts";
import { SETTINGS as topUps } from "./products/top-ups/settings.ts";
import { SETTINGS as messenger } from "./reach/messenger/settings.ts";
import { SETTINGS as partners } from "./reach/partners/settings.ts";
import { SETTINGS as notifications } from "./reach/notifications/settings.ts";
import { SETTINGS as verification } from "./compliance/verification/settings.ts";
import { SETTINGS as tradingNames } from "./compliance/trading-names/settings.ts";
import { SETTINGS as recovery } from "./compliance/recovery/settings.ts";
import { SETTINGS as ownData } from "./compliance/own-data/settings.ts";
import { SETTINGS as closing } from "./compliance/closing/settings.ts";
import { SETTINGS as retention } from "./compliance/retention/settings.ts";
import { SETTINGS as desk } from "./staff/desk/settings.ts";
import { SETTINGS as exposure } from "./staff/exposure/settings.ts";
import { SETTINGS as support } from "./staff/support/settings.ts";
import { SETTINGS as staff } from "./staff/console/settings.ts";
import { SETTINGS as site } from "./site/content/settings.ts";

export const SETTINGS = {
  ...catalog,
  ...rates,
  ...custody,
  ...accounts,
  ...reputation,
  ...auth,
  ...emailChange,
  ...bonds,
  ...chat,
  ...offers,
  ...listing,
  ...otc,
  ...moderation,
  ...trades,
  ...disputes,
  ...spot,
  ...wallet,
  ...providers,
  ...topUps,
  ...store,
  ...cards,
  ...lightning,
  ...ramps,
  ...notifications,
  ...messenger,
  ...partners,
  ...verification,
  ...tradingNames,
  ...recovery,
  ...ownData,
  ...closing,
  ...retention,
  ...staff,
  ...site,
  ...desk,
  ...exposure,
  ...support,
} as const;
