/** The addresses of pages by name, for links on both sides. The default locale has no prefix. */
import type { CryptoCode } from "../money/money.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "./locales.ts";

export type Side = "buy" | "sell";

export const ANY_METHOD = "with-any-payment-method";

/** Every named page, with what its address needs. */
export const PATHS = {
  home: () => "/",
  about: () => "/about",
  termsOfService: () => "/terms-of-service",
  privacyPolicy: () => "/privacy-policy",
  fees: () => "/fees",
  disputeRules: () => "/dispute-rules",
  register: () => "/register",
  login: () => "/login",
  forgotPassword: () => "/forgot-password",
  resetPassword: () => "/reset-password",
  recoverAccount: () => "/recover-account",
  confirmEmail: () => "/verify-email",
  offersSearch: ({ side, crypto, method = ANY_METHOD }: { side: Side; crypto: CryptoCode; method?: string }) =>
    `/trading/${side}-${crypto.toLowerCase()}/${method}`,
  /** Offers that gift cards pay; without a coin in the address it is bitcoin. */
  giftCardOffers: ({ side, crypto, method = ANY_METHOD }: { side: Side; crypto: CryptoCode; method?: string }) =>
    `/${side}-giftcard${crypto === "BTC" ? "" : `-for-${crypto.toLowerCase()}`}/${method}`,
  viewOffer: ({ hash }: { hash: string }) => `/offer/${hash}`,
  createOffer: () => "/offer-manager/edit",
  /** A new offer that begins as a copy of one's own. */
  copyOffer: ({ hash }: { hash: string }) => `/offer-manager/create/${hash}`,
  /** An offer for the other side of a trade alone. */
  specialOffer: ({ chat, partner }: { chat: string; partner: string }) =>
    `/offer-manager/special?chat_id=${chat}&partner_id=${partner}`,
  editOffer: ({ hash }: { hash: string }) => `/offer-manager/edit/${hash}`,
  editLiteOffer: ({ hash }: { hash: string }) => `/offer-manager/lite/edit/${hash}`,
  /** The full manager, also of a lite offer. */
  editOfferFully: ({ hash }: { hash: string }) => `/offer-manager/edit/${hash}?skipLite=true`,
  viewTrade: ({ hash }: { hash: string }) => `/trade/${hash}`,
  dispute: ({ hash }: { hash: string }) => `/trade/${hash}/dispute`,
  receipt: ({ invoiceUUID }: { invoiceUUID: string }) => `/trade/receipt/${invoiceUUID}`,
  user: ({ username }: { username: string }) => `/user/${username}`,
  wallet: () => "/wallet",
  walletReceive: ({ crypto }: { crypto: CryptoCode }) => `/wallet/receive/${crypto.toLowerCase()}`,
  walletSend: ({ crypto }: { crypto: CryptoCode }) => `/wallet/send/${crypto.toLowerCase()}`,
  convert: () => "/wallet/convert",
  userDashboard: () => "/dashboard",
  myOffers: () => "/dashboard/my-offers",
  tradeHistory: () => "/dashboard/trades",
  favorites: () => "/dashboard/favorites",
  giftCards: () => "/dashboard/gift-cards",
  accountSettings: () => "/account/settings",
  kycVerification: () => "/account/verification",
  /** One of its cards. */
  kycVerificationOf: ({ kind }: { kind: "id" | "address" | "video" }) => `/account/verification#${kind}`,
  accountPhone: () => "/account/settings#phone",
  accountLevel: () => "/account/level",
  traderProgram: () => "/account/trader-program",
  accountCompany: () => "/account/company",
  accountKeys: () => "/account/api-keys",
  accountWebhooks: () => "/account/webhooks",
  webhookManual: () => "/account/webhooks#how-to",
  accountPayments: () => "/account/payment-accounts",
  accountSignIns: () => "/account/sign-ins",
  accountRestrictions: () => "/account/restrictions",
  staffDisputes: () => "/staff/disputes",
  staffRestrictions: () => "/staff/restrictions",
  staffOffers: () => "/staff/offers",
  staffVerifications: () => "/staff/verifications",
  staffRecoveries: () => "/staff/recoveries",
  staffDesk: () => "/staff/desk",
  staffSettings: () => "/staff/settings",
  staffFlags: () => "/staff/flags",
  staffLedger: () => "/staff/ledger",
  staffErrors: () => "/staff/errors",
  staffSendOuts: () => "/staff/send-outs",
  staffAudit: () => "/staff/audit",
  staffAnnouncements: () => "/staff/announcements",
  demoInbox: () => "/demo/inbox",
  demoCodes: () => "/demo/authenticator",
} as const;

export type PathKey = keyof typeof PATHS;
export type PathInput<K extends PathKey> = Parameters<(typeof PATHS)[K]>[0];

/** The address of a named page in one language. */
export function pathOf<K extends PathKey>(locale: Locale, key: K, input: PathInput<K>): string {
  const path = (PATHS[key] as (input: PathInput<K>) => string)(input);
  return localized(locale, path);
}

/** The same path in a language: "/about" is "/es/about" in Spanish. */
export function localized(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
}

/** Splits a path into its language and the rest: "/ar/about" is Arabic and "/about". The rest begins with one slash. */
export function splitLocale(path: string): { locale: Locale; rest: string } {
  const [, first = ""] = path.split("/", 2);
  const locale = LOCALES.find((one) => one === first && one !== DEFAULT_LOCALE);
  const rest = locale ? path.slice(first.length + 1) || "/" : path;
  // The path after a language may look like a host: "/ar//host" is not "//host" in another language.
  return { locale: locale ?? DEFAULT_LOCALE, rest: rest.replace(/^[/\\\s]+/, "/") };
}
