/** The signed-in user's whole entity, put together from every module that knows something of them. */
import { avatarUrl } from "#contract/people/avatar.ts";
import type { CurrentUser } from "#contract/people/accounts.ts";
import { decimal, decimalText, fixedText, plus, times } from "#contract/platform/decimal.ts";
import { CRYPTO, CRYPTO_CODES, displayFromUnits } from "#contract/money/money.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { countryByIso, countryName, getFiat } from "../../reference/catalog/index.ts";
import { balancesOf } from "../../money/ledger/index.ts";
import { ratesOf } from "../../money/rates/index.ts";
import {
  findUserById,
  openPersonal,
  type Restriction,
  rolesOf,
  standingRestrictions,
  type UserRow,
} from "../../people/accounts/index.ts";
import { hasKeys } from "../../people/api-keys/index.ts";
import { isMerchant } from "../../people/reputation/index.ts";
import { bestDiscountBp } from "../../market/offers/index.ts";
import { viewPhone } from "../../people/phones/index.ts";
import { countDevices } from "../../reach/notifications/index.ts";
import { viewCorporate } from "../../compliance/verification/index.ts";
import { activityOf } from "./rows.ts";
import { verificationFacts } from "./verification-facts.ts";

/** Throws for a user that does not exist: the session was checked before. */
export async function viewCurrentUser(tx: ReadTx, viewer: Pick<Viewer, "userId" | "blocks">): Promise<CurrentUser> {
  const { userId } = viewer;
  const user = await findUserById(tx, userId);
  if (!user) throw new Error(`user ${userId} is gone`);
  const personal = openPersonal(user);
  const restrictions = await standingRestrictions(tx, userId);
  const activity = await activityOf(tx, userId);
  const corporate = await viewCorporate(tx, userId);
  const phone = await viewPhone(tx, { userId, externalId: user.external_id });
  return {
    id: user.external_id,
    externalId: user.external_id,
    username: user.username,
    avatarUrl: avatarUrl(user.username, user.avatar),
    email: personal.email,
    phone: phone.state === "confirmed" ? phone.number : null,
    ...placeOf(user),
    firstName: personal.firstName,
    lastName: personal.lastName,
    userFullName: `${personal.firstName} ${personal.lastName}`,
    referralCode: user.referral_code,
    fullNameVisibilityType: shownByOf(user),
    feeDiscount: decimalText({ units: BigInt(await bestDiscountBp(tx, userId)), digits: 2 }),
    balance: await totalInFiat(tx, user),
    isLogged: true,
    isDemoAccount: user.is_demo,
    isCorporateAccount: corporate.isCorporateAccount,
    corporateAccount: corporate.status && { status: corporate.status },
    registrationGroup: user.registration_group,
    isVendor: activity.is_vendor,
    isMerchant: isMerchant({ isVendor: activity.is_vendor, isApproved: activity.is_approved }),
    ...restrictionFacts(restrictions),
    completedTrades: activity.completed,
    hasOffers: activity.has_offers,
    hasActiveTrades: activity.has_active,
    hasActiveBuyOffers: activity.has_buy,
    hasActiveSellOffers: activity.has_sell,
    isBalanceHidden: user.is_balance_hidden,
    completedTourGuides: user.tours_completed,
    isApiKeyConnected: await hasKeys(tx, userId),
    roles: await rolesOf(tx, userId),
    ...(await verificationFacts(tx, { user, phone, viewer })),
    bio: user.bio,
    notifyTradeMessagesInterval: user.notify_interval_min,
    // A browser in which they are signed in takes the notifications of the app: there is no other app.
    hasActiveMobileApp: (await countDevices(tx, userId)) > 0,
    acceptChatMessages: activity.accepts,
    createdAt: user.created_at.toISOString(),
  };
}

/** A company is shown by one of its own names, whatever its person chose. */
function shownByOf(user: UserRow): CurrentUser["fullNameVisibilityType"] {
  if (user.corporate_since === null) return user.full_name_visibility;
  return user.shows_business_name ? "business_name" : "legal_entity_name";
}

function placeOf(user: UserRow) {
  const country = countryByIso(user.country_iso);
  const fiat = getFiat(user.currency_code);
  return {
    country: {
      iso: user.country_iso,
      code: country?.dialCode ?? null,
      name: countryName(user.country_iso, user.locale),
    },
    currency: fiat.code,
    fiatCurrencyCode: fiat.code,
    fiatCurrencyId: fiat.id,
    locale: user.locale,
    urlLocale: user.locale === "en" ? "" : user.locale,
    timezone: user.timezone,
  };
}

function restrictionFacts(restrictions: readonly Restriction[]) {
  const has = (state: string) => restrictions.some((restriction) => restriction.state === state);
  return {
    isBanned: has("banned"),
    isSuspended: has("suspended"),
    isOnHold: has("on_hold") || has("compliance_hold"),
    isFrozen: has("frozen"),
    isRestricted: has("restricted"),
    compromised: has("compromised"),
    restrictions: restrictions.map((restriction) => ({
      state: restriction.state,
      reasonCode: restriction.reason_code,
      caseNumber: restriction.case_number,
      since: restriction.since.toISOString(),
      reviewAt: restriction.review_at.toISOString(),
    })),
  };
}

async function totalInFiat(tx: ReadTx, user: UserRow): Promise<string> {
  const balances = await balancesOf(tx, user.id);
  const rates = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: [user.currency_code] });
  const { digits } = getFiat(user.currency_code);
  const total = CRYPTO_CODES.reduce((sum, code) => {
    const rate = rates.get(`${code}/${user.currency_code}`);
    const { availableUnits, heldUnits, bondUnits } = balances[code];
    const held = decimal(displayFromUnits(availableUnits + heldUnits + bondUnits, CRYPTO[code].digits));
    return rate ? plus(sum, times(held, rate.rate)) : sum;
  }, decimal("0"));
  return fixedText(decimal(decimalText(total)), Math.max(2, digits), "down");
}
