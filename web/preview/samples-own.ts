/** Sample props of what is one's own: offers, the form, settings, and the local inbox. */
import type { MyOffer } from "#contract/market/offers/my-offer.ts";
import type { DemoCodesPageProps, InboxPageProps } from "#contract/demo/pages.ts";
import type { MyOffersPageProps, OfferFormPageProps } from "#contract/market/offers/my-offers-page.ts";
import type { SettingsPageProps } from "#contract/people/pages.ts";

function myOffer(place: number): MyOffer {
  const isFixed = place === 1;
  return {
    idHashed: `samplemine00${place}`,
    type: "sell",
    offerFee: "1",
    manualEscrowFee: place === 0 ? { base: "1", least: "0.5", chosen: null } : null,
    cryptoCurrencyCode: "BTC",
    fiatCurrencyCode: "USD",
    paymentMethod: {
      id: place + 1,
      slug: "paypal",
      name: { localized: "PayPal", original: "PayPal" },
      group: "online-transfers",
      groupId: 2,
      icon: null,
      color: null,
    },
    flowType: "default",
    category: null,
    isEnabled: place === 0,
    isActive: place < 2,
    hold: isFixed ? "low_balance" : place === 2 ? "moderation" : null,
    rejection:
      place === 2
        ? {
            state: "rejected",
            reason: "The terms ask for a payment outside of escrow.",
            at: "2026-11-20T10:00:00.000Z",
            appeal: null,
            answer: null,
          }
        : null,
    promotedUntil: null,
    featuredUntil: null,
    cashback: null,
    special: null,
    hasGiftCards: false,
    depositInfo: { isBondInsufficient: false },
    bankAccounts: [],
    messages: [],
    termUntilOnlineMessage: null,
    penalty: null,
    isFixedPrice: isFixed,
    margin: "2.5",
    fiatPricePerCrypto: "93515.42",
    amountType: isFixed ? "predefined" : "min_max",
    rangeMin: "50",
    rangeMax: "1200",
    predefinedAmounts: isFixed ? ["50", "100", "250"] : [],
    fiatLimitMin: "50",
    fiatLimitMax: "800",
    offerCap: null,
    tags: [],
    paymentWindowMinutes: 30,
  };
}

export const sampleMyOffers: MyOffersPageProps = {
  offers: [0, 1, 2].map(myOffer),
  counts: { sell: 3, buy: 0 },
  on: 3,
  tab: "sell",
  messages: [{ name: "too_many" }],
  promote: { total: 3, available: 2 },
  action: null,
  depositData: {
    activities: {
      makeDeposit: { isEnabled: true, options: [{ currencyCode: "USDT", missingAmount: "50.05" }] },
      makeWithdraw: { isEnabled: false, options: [{ currencyCode: "BTC", missingAmount: "0.00054" }] },
    },
    bond: {
      behaviour: "good",
      neededUsd: "100",
      heldUsd: "50",
      isInTrade: false,
      lockedUntil: "2026-11-27T10:00:00.000Z",
    },
  },
};

export const sampleOfferForm: OfferFormPageProps = {
  hash: null,
  isLite: false,
  window: { least: 15, most: 43_200 },
  timezone: "Africa/Nairobi",
  knowsAnonymizers: false,
  special: null,
  needsIdentity: false,
  draft: {
    offer_type: "sell",
    crypto_currency_code: "BTC",
    fiat_currency_code: "USD",
    payment_method: "paypal",
    margin: "2.5",
    amount_type: "min_max",
    range_min: "50",
    range_max: "1200",
    payment_window: 30,
    offer_terms: "Only from your own account.",
    trade_details: "",
    tags: ["no-third-parties"],
  },
  methods: [
    {
      slug: "bank-transfer",
      name: "Bank Transfer",
      group: "bank-transfers",
      windowMinutes: 180,
      sharesAccounts: false,
      hasBins: false,
      place: null,
      metal: null,
      regions: null,
    },
    {
      slug: "paypal",
      name: "PayPal",
      group: "online-transfers",
      windowMinutes: 30,
      sharesAccounts: false,
      hasBins: false,
      place: null,
      metal: null,
      regions: null,
    },
  ],
  currencies: [
    { code: "EUR", name: "Euro" },
    { code: "USD", name: "US Dollar" },
  ],
  countries: [
    { iso: "DE", name: "Germany" },
    { iso: "KE", name: "Kenya" },
  ],
  tags: [
    { slug: "no-third-parties", groups: null },
    { slug: "balance-only", groups: ["online-transfers"] },
  ],
  available: { BTC: "0.0123", ETH: "0", USDT: "0" },
};

const NOBODY = { people: [], total: 0 };

function sampleActivity(at: string): SettingsPageProps["activity"] {
  return {
    lines: [
      {
        id: "3",
        kind: "wrong_password",
        detail: "",
        at,
        times: 3,
        device: "Chrome on Windows",
        ip: "10.9.8.7",
        place: "Netherlands",
      },
      {
        id: "2",
        kind: "factor_added",
        detail: "passkey",
        at,
        times: 1,
        device: "Chrome on Linux",
        ip: "127.0.0.1",
        place: "Netherlands",
      },
      {
        id: "1",
        kind: "signed_in",
        detail: "",
        at,
        times: 1,
        device: "Chrome on Linux",
        ip: "127.0.0.1",
        place: "Netherlands",
      },
    ],
    next: null,
  };
}

const NO_PHONE: SettingsPageProps["phone"] = {
  isOffered: true,
  state: "unset",
  number: null,
  code: null,
  channel: null,
  delivery: null,
  errorCode: null,
  noTexts: false,
  triesLeft: 0,
  codeExpiresAt: null,
  isAttemptsExceeded: false,
  countdown: 0,
};

export function sampleSettings(nowMs: number): SettingsPageProps {
  const at = new Date(nowMs).toISOString();
  return {
    username: "amara_k",
    renamesLeft: 1,
    email: "amara@example.org",
    isEmailConfirmed: true,
    fullName: "Amara Kimani",
    bio: "Weekday evenings, always from my own account.",
    currency: "USD",
    timezone: "Africa/Nairobi",
    nameVisibility: "first_name_initial",
    currencies: sampleOfferForm.currencies,
    sessions: [
      {
        id: "samplesession1",
        device: "Chrome on Linux",
        ip: "127.0.0.1",
        place: "Netherlands",
        createdAt: at,
        seenAt: at,
        isCurrent: true,
      },
      {
        id: "samplesession2",
        device: "Safari on iPhone",
        ip: "10.0.0.7",
        place: "Netherlands",
        createdAt: at,
        seenAt: at,
        isCurrent: false,
      },
    ],
    activity: sampleActivity(at),
    phone: NO_PHONE,
    acceptsChat: "everyone",
    closesAt: null,
    social: { accounts: [], providers: [] },
    dataExport: { asked: null },
    mostBio: 180,
    holdHours: { newPassword: 24, newFactor: 24, lostFactor: 72 },
    trusted: { people: [{ username: "kwame_o", avatarUrl: "/avatars/kwame_o.svg" }], total: 1 },
    blocked: NOBODY,
  };
}

export function sampleDemoCodes(nowMs: number): DemoCodesPageProps {
  const nextAt = new Date(nowMs + 12_000).toISOString();
  return {
    codes: [
      { username: "mara", role: "moderator", code: "354300", nextCode: "118274", nextAt },
      { username: "ada", role: "admin", code: "902155", nextCode: "660391", nextAt },
    ],
  };
}

export function sampleInbox(nowMs: number): InboxPageProps {
  const at = new Date(nowMs).toISOString();
  const text = "Hello Amara,\n\nyour code is 354300. It is valid for 10 minutes.\n";
  return {
    mails: [{ channel: "email", id: "1", to: "amara@example.org", subject: "354300 is your Parley code", text, at }],
    to: "",
    addresses: ["amara@example.org"],
  };
}
