/** /sitemap.xml: the pages that search engines may list, each with its address in every language; /robots.txt names it. */
import type { FastifyInstance } from "fastify";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { LOCALES, type Locale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { listingPath } from "#contract/market/offers/listing-paths.ts";
import { contentPath } from "#contract/site/content.ts";
import { CONTENT } from "./read-all.ts";

const OPEN = { config: { policy: { auth: "public", rateLimit: "read", openEverywhere: true } } } as const;

type Listed = { readonly path: string; readonly updated?: string; readonly languages?: readonly Locale[] };

export function mountSitemap(fastify: FastifyInstance, origin: string): void {
  const text = sitemap(origin);
  fastify.get("/sitemap.xml", OPEN, async (_, reply) =>
    reply.type("application/xml").header("cache-control", "public, max-age=3600").send(text),
  );
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

function sitemap(origin: string): string {
  const entries = listed().flatMap(({ path, updated, languages = LOCALES }) => {
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
  return [
    { path: PATHS.home },
    { path: PATHS.help },
    { path: PATHS.blog },
    { path: PATHS.changelog, languages: ["en"] },
    { path: PATHS.giftCardsLanding },
    ...markets,
    ...texts,
  ];
}
