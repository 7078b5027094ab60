/** The pages of text as routes, and their places in the menus. The files are read once, when the process starts. */
import { join } from "node:path";
import type { Locale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { Refusal } from "#contract/platform/refusals.ts";
import {
  type ContentProps,
  contentPath,
  type Menu,
  type MenuLinks,
  type ShownProduct,
} from "#contract/site/content.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import { AGED_MS } from "../../market/listing/index.ts";
import { hasCardIssuer } from "../../products/cards/index.ts";
import { linksIn, renderMarkdown } from "./markdown.ts";
import { fillIn, fillTitle, readsTables } from "./placeholders.ts";
import { type ContentPage, readContent } from "./read-content.ts";

const FOLDER = join(import.meta.dirname, "../../../content");

export const CONTENT: readonly ContentPage[] = readContent(FOLDER);

const KEYS: ReadonlySet<string> = new Set(CONTENT.map(({ key }) => key));

export const contentPages: readonly PageRoute[] = CONTENT.map((page) => ({
  path: contentPath(page.key),
  policy: { auth: "public", rateLimit: "read", ...(page.everywhere ? { openEverywhere: true } : {}) },
  load: (context) => loadContent(page, context),
}));

const isHere: Readonly<Record<ShownProduct, (context: PageContext) => boolean>> = {
  cards: () => hasCardIssuer(),
  ramps: ({ hasRamps }) => hasRamps,
  store: ({ hasStore }) => hasStore,
};

/** Of each file the HTML that was made last, with its Markdown: a figure in it may have changed since. */
const rendered = new Map<string, { readonly source: string; readonly html: string }>();

/** Refuses request.not_found for a version that never was. */
async function loadContent({ key, editions, product }: ContentPage, context: PageContext): Promise<Shown> {
  const { tx, locale, query } = context;
  const [current] = editions;
  const isNumbered = current.version !== undefined && query.version !== undefined;
  const edition = isNumbered ? editions.find(({ version }) => String(version) === query.version) : current;
  if (!edition) throw new Refusal("request.not_found");
  const text = edition.texts[locale];
  const sources = [text.title, text.description, text.body];
  const [title = "", description = "", body = ""] = await fillIn(tx, sources, { locale, version: edition.version });
  const props: ContentProps = {
    title,
    description,
    actions:
      product && !isHere[product](context) ? null : text.actions.flatMap((one) => linksIn(one, { locale, keys: KEYS })),
    html: htmlOf(`${key} ${edition.version} ${locale}`, body, locale),
    version: versionOf(edition, locale),
    otherVersions: editions.filter((one) => one !== edition).flatMap((one) => versionOf(one, locale) ?? []),
  };
  const keeping = { topics: [], forMs: AGED_MS };
  return { page: "content", props, ...(sources.some(readsTables) ? {} : { keeping }) };
}

function htmlOf(file: string, source: string, locale: Locale): string {
  const known = rendered.get(file);
  if (known?.source === source) return known.html;
  const html = renderMarkdown(source, { locale, keys: KEYS });
  rendered.set(file, { source, html });
  return html;
}

function versionOf({ version, texts }: ContentPage["editions"][number], locale: Locale): ContentProps["version"] {
  return version === undefined ? null : { version, since: texts[locale].updated };
}

/** The pages of text that the footer lists. */
export function contentMenus(locale: Locale): MenuLinks {
  const listed = CONTENT.toSorted((one, two) => (one.order ?? 0) - (two.order ?? 0));
  const linksOf = (menu: Menu) =>
    listed
      .filter((page) => page.menu === menu)
      .map(({ key, editions: [{ texts }] }) => ({
        title: fillTitle(texts[locale].title),
        href: localized(locale, contentPath(key)),
      }));
  return { company: linksOf("company"), legal: linksOf("legal") };
}
