/** Users as the wire knows them: the signed-in user's whole entity, the summary others see, profile and relations. */
import * as z from "zod/mini";
import { locale as languageTag } from "../reference/catalog.ts";
import { endpoint } from "../platform/endpoint.ts";
import { factorUses } from "./sign-in/factor-uses.ts";
import { LEVEL_NAMES } from "../compliance/level-names.ts";
import { levelCheck } from "../compliance/levels.ts";
import { COMPANY_STATUSES } from "../compliance/verification/names.ts";
import { LINE_TYPES } from "./line-types.ts";
import { chatStanding } from "../reach/messenger/messenger.ts";
import { CHAT_ACCEPTANCES } from "../reach/messenger/names.ts";
import { ASKED_VISIBILITIES, COMPANY_VISIBILITIES, NAME_VISIBILITIES } from "./name-visibility.ts";
import { notificationChoices } from "../reach/notifications.ts";
import { KYC_ACTIONS, WALLET_BLOCKS } from "../products/wallet/blocks.ts";
import {
  count,
  fiatCode,
  instant,
  iso2,
  JUDGED_BY_RULE,
  lineText,
  pageQuery,
  pagination,
  text,
  textLocale,
  username,
} from "../platform/wire.ts";
import { NAME_MAX } from "../platform/lengths.ts";
import { form } from "../platform/errors/shape-faults.ts";
import { TOURS } from "./tours.ts";

const verification = z.strictObject({
  isVerified: z.boolean(),
  isPending: z.boolean(),
  isRejected: z.boolean(),
  /** Staff ask for it anew, or the wallet needs it. */
  isForced: z.boolean(),
  rejectReasons: z.array(z.string()),
  triesLeft: count,
  /** When what is verified ends, or the code that is out; null where nothing does. */
  expiresAt: z.nullable(instant),
});

/** `code` is what its telephone numbers begin with, without the plus, as in the list of countries. */
export const countryRef = z.strictObject({ iso: iso2, code: z.nullable(z.string()), name: z.string() });

export const currentUser = z.strictObject({
  id: z.string(),
  externalId: z.string(),
  username,
  avatarUrl: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  country: countryRef,
  currency: fiatCode,
  locale: z.string(),
  urlLocale: z.string(),
  timezone: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userFullName: z.string(),
  referralCode: z.string(),
  /** Of a company which of its names is shown, once it is approved. */
  fullNameVisibilityType: z.enum([...NAME_VISIBILITIES, ...COMPANY_VISIBILITIES]),
  /** The largest current discount of the fee of any method, in percent of the amount. */
  feeDiscount: z.string(),
  /** Total in the user's currency, as a decimal text. */
  balance: z.string(),
  isLogged: z.boolean(),
  isDemoAccount: z.boolean(),
  isCorporateAccount: z.boolean(),
  /** Of a company; null for a person's account, and before the application is submitted. */
  corporateAccount: z.nullable(z.strictObject({ status: z.enum(COMPANY_STATUSES) })),
  isVendor: z.boolean(),
  isMerchant: z.boolean(),
  isBanned: z.boolean(),
  isSuspended: z.boolean(),
  isOnHold: z.boolean(),
  isFrozen: z.boolean(),
  isRestricted: z.boolean(),
  compromised: z.boolean(),
  restrictions: z.array(
    z.strictObject({
      state: z.string(),
      reasonCode: z.string(),
      caseNumber: z.string(),
      since: instant,
      reviewAt: instant,
    }),
  ),
  completedTrades: count,
  hasOffers: z.boolean(),
  hasActiveTrades: z.boolean(),
  hasActiveBuyOffers: z.boolean(),
  hasActiveSellOffers: z.boolean(),
  isBalanceHidden: z.boolean(),
  completedTourGuides: z.array(z.string()),
  isApiKeyConnected: z.boolean(),
  roles: z.array(z.enum(["admin", "supermoderator", "moderator"])),
  verification: z.strictObject({
    id: verification,
    address: verification,
    phone: verification,
    email: verification,
    fullnameBirthday: verification,
    video: verification,
  }),
  twoFactor: factorUses,
  kycLevelCheck: levelCheck,
  basicVerification: z.enum(["pending", "approved", "rejected"]),
  blockedKycActions: z.array(z.enum(KYC_ACTIONS)),
  walletBlockReasons: z.array(z.enum(WALLET_BLOCKS)),
  /** 1: identity, email, address and phone before anything moves. 2: by level. */
  registrationGroup: z.union([z.literal(1), z.literal(2)]),
  bio: z.string(),
  notifyTradeMessagesInterval: count,
  phoneData: z.strictObject({
    number: z.nullable(z.string()),
    /** The calling code of its country. */
    code: z.nullable(z.string()),
    isAttemptsExceeded: z.boolean(),
    countdown: count,
  }),
  fiatCurrencyCode: fiatCode,
  fiatCurrencyId: count,
  hasActiveMobileApp: z.boolean(),
  acceptChatMessages: z.enum(CHAT_ACCEPTANCES),
  createdAt: instant,
});
export type CurrentUser = z.infer<typeof currentUser>;

const namedCountry = z.nullable(z.strictObject({ iso: iso2, localizedName: z.string(), name: z.string() }));

const BADGES = ["no_badge", "vendor", "power_trader", "expert_trader", "operator", "ceo", "ambassador"] as const;
export const userBadge = z.enum(BADGES);

/** The public view of a user. */
export const userSummary = z.strictObject({
  username,
  avatarUrl: z.string(),
  /** As the user shows it to this viewer. A verified company shows its legal name, another company none; for signed-in viewers only. */
  fullName: z.nullable(z.string()),
  /** null: a person's account. */
  company: z.nullable(z.strictObject({ isVerified: z.boolean() })),
  country: namedCountry,
  /** By the address of the last sign-in, and of most of the last ninety days; null before one that is of a country. */
  ipLocation: namedCountry,
  detectedLocation: z.nullable(z.strictObject({ iso: iso2, name: z.string() })),
  tradedWithYou: z.nullable(count),
  lastSeen: z.strictObject({
    text: z.string(),
    level: z.enum(["success", "warning", "default"]),
    at: instant,
    isOnline: z.boolean(),
  }),
  /** The type of line and the country of the number; both for signed-in viewers only. */
  phone: z.strictObject({ active: z.boolean(), type: z.nullable(z.enum(LINE_TYPES)), info: z.nullable(z.string()) }),
  feedback: z.strictObject({ negative: count, positive: count }),
  verification: z.strictObject({ id: z.boolean(), email: z.boolean() }),
  registered: z.strictObject({ year: count, month: count, day: count }),
  totalPartners: count,
  totalTrades: count,
  successfulTrades: count,
  monthTrades: count,
  monthSuccessPercent: z.nullable(count),
  releaseMedianSec: z.nullable(count),
  paymentMedianSec: z.nullable(count),
  btcTraded: z.string(),
  trustedCount: count,
  blockedCount: count,
  userBlocksUsersCount: count,
  badge: userBadge,
  /** Sells often enough, whatever badge is shown. */
  isVendor: z.boolean(),
  /** A vendor that is an approved company. */
  isMerchant: z.boolean(),
  isDemo: z.boolean(),
  bio: z.string(),
});
export type UserSummary = z.infer<typeof userSummary>;

export const getCurrentUser = endpoint({
  name: "getCurrentUser",
  method: "GET",
  path: "/rest/v1/users/current_user",
  summary: "The signed-in user",
  reply: currentUser,
});

export const saveSettings = endpoint({
  name: "saveSettings",
  method: "POST",
  path: "/rest/v1/users/settings",
  summary: "Change settings; a field that is absent stays as it is",
  body: z.strictObject({
    bio: z.optional(text({ max: JUDGED_BY_RULE })),
    /** Minutes, as text or as the number that the answer has. */
    notify_trade_messages_interval: z.optional(z.union([text({ max: JUDGED_BY_RULE }), z.int()])),
    locale: z.optional(languageTag),
    currency_code: z.optional(fiatCode),
    timezone: z.optional(text({ min: 1, max: 64 })),
    full_name_visibility: z.optional(z.enum(ASKED_VISIBILITIES)),
    is_balance_hidden: z.optional(z.boolean()),
    notifications: z.optional(notificationChoices),
    /** One line; empty for none. */
    mail_phrase: z.optional(text({ max: 40 }).check(z.regex(/^[^\r\n{}]*$/, form("phrase")))),
  }),
  reply: currentUser,
  refusals: [
    "bio_max",
    "bio_contact_error",
    "bio_limit",
    "notification_digits_error",
    "notification_error",
    "account.settings_invalid",
    "notification.always_on",
  ],
});

export const setUsername = endpoint({
  name: "setUsername",
  method: "POST",
  path: "/rest/v1/users/set-username",
  summary: "Choose another username, once",
  body: z.strictObject({ username: text({ min: 1, max: JUDGED_BY_RULE }) }),
  reply: z.strictObject({ username }),
  refusals: ["auth.username_taken", "auth.username_form", "auth.username_reserved", "auth.username_final"],
});

export const giveName = endpoint({
  name: "giveName",
  method: "POST",
  path: "/rest/v1/user-verification/fullname-birthday",
  summary:
    "Give the name, birth date and country of the account, as documents have them; later only a name that staff found to differ is corrected",
  body: z.strictObject({
    first_name: lineText({ min: 1, max: NAME_MAX }),
    last_name: lineText({ min: 1, max: NAME_MAX }),
    birth_date: z.iso.date(),
    /** Counts the first time. */
    country_iso: z.optional(iso2),
    full_name_visibility: z.optional(z.enum(NAME_VISIBILITIES)),
  }),
  reply: z.strictObject({ level: z.enum(LEVEL_NAMES) }),
  refusals: ["account.named_before", "auth.too_young", "account.country_unknown", "account.country_closed"],
});

export const completeTour = endpoint({
  name: "completeTour",
  method: "POST",
  path: "/rest/v1/users/tour/completed",
  summary: "Mark a tour as completed: pages leave it out, in every browser",
  body: z.strictObject({ tourName: z.enum(TOURS) }),
  reply: z.strictObject({ completedTourGuides: z.array(z.string()) }),
});

export const processAvatar = endpoint({
  name: "processAvatar",
  method: "POST",
  path: "/rest/v1/users/process-avatar",
  summary: "Set the profile picture: a square of the caller's own upload, re-encoded",
  body: z.strictObject({ fileUrl: z.string().check(z.regex(/^\/uploads\/[A-Za-z0-9]{1,40}$/, form("upload"))) }),
  reply: z.strictObject({ url: z.string() }),
  refusals: ["upload.not_found", "upload.not_accepted", "upload.broken_image", "upload.too_heavy", "upload.busy"],
});

export const removeAvatar = endpoint({
  name: "removeAvatar",
  method: "DELETE",
  path: "/rest/v1/users/avatar",
  summary: "Take one's picture away; the face is drawn of the name again",
  reply: z.strictObject({ url: z.string() }),
});

export const removeAvatarByStaff = endpoint({
  name: "removeAvatarByStaff",
  method: "POST",
  path: "/rest/v1/users/:username/remove-avatar",
  summary: "Staff take a picture away that breaks the rules",
  params: z.strictObject({ username }),
  body: z.strictObject({ reason: text({ min: 3, max: 300 }) }),
  reply: z.strictObject({ url: z.string() }),
  refusals: ["account.not_found", "account.no_avatar", "auth.forbidden"],
});

export const userProfile = z.strictObject({
  ...userSummary.shape,
  /** Currency code → volume as a decimal text. */
  tradeVolume: z.record(z.string(), z.string()),
  relation: z.strictObject({ isTrusted: z.boolean(), isBlocked: z.boolean() }),
  isSelf: z.boolean(),
  /** null: for a visitor, or on the own profile. */
  chat: z.nullable(chatStanding),
});
export type UserProfile = z.infer<typeof userProfile>;

export const getUser = endpoint({
  name: "getUser",
  method: "GET",
  path: "/rest/v1/users/:username",
  summary: "A user's public profile",
  params: z.strictObject({ username }),
  /** Without it the reader's own language, and English for visitors. */
  query: z.strictObject({ locale: z.optional(textLocale) }),
  reply: userProfile,
  refusals: ["account.not_found"],
});

export const getExternalId = endpoint({
  name: "getExternalId",
  method: "GET",
  path: "/rest/v1/users/:username/external-id",
  summary: "The id that outside services know a user by",
  params: z.strictObject({ username }),
  reply: z.strictObject({ externalId: z.string() }),
  top: ["externalId"],
});

export const changeRelation = endpoint({
  name: "changeRelation",
  method: "POST",
  path: "/rest/v1/users/:username/relations",
  summary: "Trust or block a user, or take that back",
  params: z.strictObject({ username }),
  body: z.strictObject({ action: z.enum(["blocked", "unblocked", "trusted", "untrusted"]) }),
  reply: z.strictObject({ isTrusted: z.boolean(), isBlocked: z.boolean() }),
  refusals: ["account.self_relation", "account.not_found"],
});

const contact = z.strictObject({
  user: userSummary,
  isBlocked: z.boolean(),
  isTrusted: z.boolean(),
  tradesWithYou: count,
});

function contactList(name: string, list: string, summary: string) {
  return endpoint({
    name,
    method: "GET",
    path: `/rest/v1/users/me/contacts/${list}`,
    summary,
    query: z.strictObject({ page: pageQuery }),
    reply: z.array(contact),
    meta: pagination,
  });
}

export const listRecentPartners = contactList("listRecentPartners", "recent-trades", "Whom you traded with lately");
export const listTrusted = contactList("listTrusted", "trusted-list", "Whom you trust");
export const listBlocked = contactList("listBlocked", "blocked-list", "Whom you have blocked");
