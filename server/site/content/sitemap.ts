/** /sitemap.xml: the pages that search engines may list, each with its address in every language; /robots.txt names it. */
import type { FastifyInstance } from "fastify";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { LOCALES, type Locale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { listingPath } from "#contract/market/offers/listing/paths.ts";
import { contentPath } from "#contract/site/content.ts";
import { TOLD_COUNTRIES } from "#contract/site/country-pages.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { sellersByFiat } from "../../market/listing/index.ts";
import { openCountries } from "../open-countries.ts";
import { hasLightning } from "../../products/lightning/index.ts";
import { CONTENT } from "./read-all.ts";

const OPEN = { config: { policy: { auth: "public", rateLimit: "read", openEverywhere: true } } } as const;

/** Without those that depend on what this market has. */
const ALWAYS = [
  PATHS.home,
  PATHS.otcDeskLanding,
  PATHS.silentPool,
  PATHS.help,
  PATHS.blog,
  PATHS.academy,
  PATHS.events,
  PATHS.giftCardsLanding,
  PATHS.countriesLanding,
  PATHS.currencies,
  PATHS.partnerProgramLanding,
  PATHS.ambassadorProgramLanding,
  PATHS.statusPage,
  PATHS.statistics,
];

type Listed = { readonly path: string; readonly updated?: string; readonly languages?: readonly Locale[] };

export function mountSitemap(fastify: FastifyInstance, { config, db }: Pick<AppPorts, "config" | "db">): void {
  const { origin } = config.publicUrl;
  fastify.get("/sitemap.xml", OPEN, async (_, reply) => {
    const countries = await db.read(listedCountries);
    const text = sitemap(origin, [...listed(), ...countries]);
    return reply.type("application/xml").header("cache-control", "public, max-age=3600").send(text);
  });
  const robots = `User-agent: *
Disallow: /rest/
Disallow: /dashboard
Disallow: /account
Disallow: /staff
Sitemap: ${origin}/sitemap.xml
`;
  fastify.get("/robots.txt", OPEN, async (_, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", "public, max-age=3600").send(robots),
  );
}

function sitemap(origin: string, pages: readonly Listed[]): string {
  const entries = pages.flatMap(({ path, updated, languages = LOCALES }) => {
    const alternates = languages
      .map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${origin}${localized(locale, path)}"/>`)
      .join("");
    const changed = updated ? `<lastmod>${updated}</lastmod>` : "";
    return languages.map(
      (locale) => `<url><loc>${origin}${localized(locale, path)}</loc>${changed}${alternates}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
}

function listed(): Listed[] {
  const markets = CRYPTO_CODES.flatMap((crypto) =>
    (["buy", "sell"] as const).map((side) => ({ path: listingPath({ side, crypto }) })),
  );
  const texts = CONTENT.map(
    ({
      key,
      editions: [
        {
          texts: { en },
          languages,
        },
      ],
    }) => ({ path: contentPath(key), updated: en.updated, languages }),
  );
  const lightning = hasLightning() ? [{ path: PATHS.lightningLanding }] : [];
  const changes = { path: PATHS.changelog, languages: ["en"] } as const;
  return [...ALWAYS.map((path) => ({ path })), changes, ...lightning, ...markets, ...texts];
}

/** Those with offers, or with a text of their own: the pages of the others say that there is nothing. */
async function listedCountries(tx: ReadTx): Promise<Listed[]> {
  const [countries, sellers] = await Promise.all([openCountries(tx), sellersByFiat(tx, "BTC")]);
  return countries
    .filter(({ iso, currency }) => TOLD_COUNTRIES.some((one) => one === iso) || sellers.has(currency ?? ""))
    .map(({ slug }) => ({ path: PATHS.countryLanding.replace(":country", slug) }));
}
