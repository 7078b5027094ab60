/** Where a visitor seems to come from, as far as the request says. Never a reason to allow or refuse anything. */
import type { FastifyRequest } from "fastify";
import { GUEST_FIAT_COOKIE } from "#contract/market/offers/listing/fields.ts";
import { CODE_FORM, REFERRAL_COOKIE } from "#contract/reach/partner/names.ts";
import type { Config } from "../../settings/config.ts";
import { countryOf } from "../../words/places.ts";
import { callerIp } from "./caller-ip.ts";
import { makeCookies } from "./cookies.ts";

export type Visitor = {
  /** The currency that a guest chose last in this browser, of the right form; whether there is one of it is open. */
  readonly chosenFiat: string | null;
  /** Of the last link of the partner program that this browser opened. */
  readonly referralCode: string | null;
  /** ISO 3166 alpha-2, the likeliest first: what the proxy says, if it is believed, where the address is, then the regions of the languages. */
  readonly countries: readonly string[];
};

const MOST_LANGUAGES = 10;

export function visitorOf(request: FastifyRequest, { countryHeader, publicUrl }: Config): Visitor {
  const { headers } = request;
  const named = countryHeader ? headers[countryHeader] : undefined;
  const country = /^[A-Za-z]{2}$/.exec(String(named ?? ""))?.[0].toUpperCase();
  const place = countryOf(callerIp(request));
  const cookies = makeCookies(publicUrl);
  const chosen = cookies.read(request, GUEST_FIAT_COOKIE) ?? "";
  const code = cookies.read(request, REFERRAL_COOKIE) ?? "";
  return {
    chosenFiat: /^[A-Z]{3}$/.test(chosen) ? chosen : null,
    referralCode: CODE_FORM.test(code) ? code : null,
    countries: [
      ...new Set([country, place, ...regionsOf(headers["accept-language"] ?? "")].filter((one) => one !== undefined)),
    ],
  };
}

/** "en;q=0.5, pt-BR, fr-CA;q=0.8" names BR, then CA. A language alone names no country. */
export function regionsOf(acceptLanguage: string): string[] {
  const asked = acceptLanguage.slice(0, 500).split(",").slice(0, MOST_LANGUAGES);
  return asked
    .map((part) => {
      const [tag = "", ...rules] = part.split(";").map((text) => text.trim());
      const weight = rules.find((rule) => rule.startsWith("q="))?.slice(2);
      return { region: regionOf(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter((one): one is { region: string; weight: number } => one.region !== undefined && one.weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ region }) => region);
}

function regionOf(tag: string): string | undefined {
  try {
    const { region } = new Intl.Locale(tag);
    return region && /^[A-Z]{2}$/.test(region) ? region : undefined;
  } catch {
    // A star, or no language at all: it names nothing.
    return undefined;
  }
}
