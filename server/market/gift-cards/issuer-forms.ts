/** How issuers write the codes of their cards: the checker that needs nobody else. It refuses nothing; it says what fits and what does not. */
import type { CardChecker } from "../../platform/outside/providers/card-checker.ts";

type Issuer = { readonly fits: (code: string) => boolean; readonly page: string | null };

const written = (pattern: RegExp) => (code: string) => pattern.test(code);

/** Numbers of cards (ISO/IEC 7812) with the check digit of Luhn, alone or followed by expiry (MMYY) and security code. */
function numbered(pattern: RegExp, digits: number) {
  const rest = digits === 15 ? 8 : 7;
  return (code: string) => {
    const number = code.slice(0, digits);
    const after = code.slice(digits);
    return pattern.test(number) && (after === "" || isAfterNumber(after, rest)) && hasCheckDigit(number);
  };
}

const isAfterNumber = (text: string, length: number): boolean =>
  text.length === length && /^(0[1-9]|1[0-2])\d+$/.test(text);

function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const VISA = numbered(/^4\d{15}$/, 16);
const MASTERCARD = numbered(/^(5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/, 16);
const AMEX = numbered(/^3[47]\d{13}$/, 15);
const visaOrMastercard = (code: string) => VISA(code) || MASTERCARD(code);

/** By payment method. Codes of other issuers have unknown forms, and are not checked. */
const ISSUERS: Readonly<Record<string, Issuer>> = {
  "amazon-gift-card": { fits: written(/^[A-Z0-9]{14,15}$/), page: "https://www.amazon.com/gc/balance" },
  "itunes-gift-card": { fits: written(/^X[A-Z0-9]{15}$/), page: null },
  "google-play-gift-card": { fits: written(/^([A-Z0-9]{16}|[A-Z0-9]{20})$/), page: "https://play.google.com/redeem" },
  "steam-wallet-gift-card": {
    fits: written(/^[A-Z0-9]{15}$/),
    page: "https://store.steampowered.com/account/redeemwalletcode",
  },
  "xbox-gift-card": { fits: written(/^[A-Z0-9]{25}$/), page: "https://redeem.microsoft.com" },
  "playstation-network-gift-card": { fits: written(/^[A-Z0-9]{12}$/), page: null },
  "nintendo-eshop-gift-card": { fits: written(/^[A-Z0-9]{16}$/), page: "https://ec.nintendo.com/redeem" },
  paysafecard: { fits: written(/^\d{16}$/), page: null },
  "visa-gift-card": { fits: VISA, page: null },
  "target-visa-gift-card": { fits: VISA, page: null },
  "walmart-visa-gift-card": { fits: VISA, page: null },
  "mastercard-gift-card": { fits: MASTERCARD, page: null },
  "onevanilla-visamastercard-gift-card": { fits: visaOrMastercard, page: "https://www.onevanilla.com" },
  "vanilla-gift-card": { fits: visaOrMastercard, page: null },
  "american-express-gift-card": { fits: AMEX, page: null },
};

export const issuerForms: CardChecker = {
  knows: (slug) => Object.hasOwn(ISSUERS, slug),
  pageOf: (slug) => ISSUERS[slug]?.page ?? null,
  check: ({ slug, code }) => Promise.resolve({ form: ISSUERS[slug]?.fits(code) === true ? "fits" : "differs" }),
};
