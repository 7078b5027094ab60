/**
 * The document around a page: head with everything the browser should ask for at once, styles of the first picture
 * inlined, and the kit as data. Nothing comes from another origin; what stands inline is told to the
 * server, which allows just that.
 */
import { renderToStaticMarkup } from "react-dom/server";
import { directionOf, LOCALES, type PageInput, type PageName, type PageOutput } from "#contract/page.ts";
import { localized, splitLocale } from "#contract/paths.ts";
import { BRAND } from "#sdk/brand.ts";
import type { KitData } from "../shell/main.ts";
import { criticalCss } from "./critical-css.ts";
import { FIRST_SCRIPT } from "./first-script.ts";
import { Frame } from "./frame.tsx";
import { drawIslands, type IslandRegistry, IslandRegistryProvider, islandsOf } from "./island.tsx";
import type { Page } from "./page.ts";
import { serverKit } from "./server-kit.ts";
import { textsOf } from "./texts.ts";

/** Texts that nobody needs who is not signed in. */
const OF_SIGNED_IN = new Set(["notices"]);

export function renderDocument<P extends PageName>(input: PageInput, page: Page<P>): Omit<PageOutput, "status"> {
  const kit = serverKit(input);
  const setting = { ...input, t: kit.t };
  const props = input.props as never;
  const registry: IslandRegistry = { placed: [] };
  const places = renderToStaticMarkup(
    <IslandRegistryProvider registry={registry}>
      <Frame kit={kit} banners={input.banners} active={page.active?.(props) ?? null} isWide={page.isWide ?? false}>
        {page.body(props, setting)}
      </Frame>
    </IslandRegistryProvider>,
  );
  const islands = islandsOf(registry);
  const body = drawIslands(places, registry, kit);
  const texts = ["shell", ...new Set(islands.flatMap((island) => island.texts))].filter(
    (namespace) => input.session !== null || !OF_SIGNED_IN.has(namespace),
  );
  const kitData: KitData = {
    locale: input.locale,
    dir: kit.dir,
    theme: input.theme,
    url: input.url,
    isDemo: input.isDemo,
    flags: input.flags,
    madeAtMs: input.nowMs,
    session: input.session,
    liveAfter: input.liveAfter ?? {},
    messages: textsOf(input.locale, texts),
    style: input.assets.css.href,
  };
  const title = page.title(props, setting);
  const styles = criticalCss(input.assets.css, body);
  const importMap = scriptJson({ imports: input.assets.importMap });
  const head = renderHead(input, {
    title: title === BRAND ? title : `${title} · ${BRAND}`,
    description: page.description?.(props, setting) ?? "",
    isPrivate: page.isPrivate === true,
    islands,
    styles,
    importMap,
  });
  const kitScript = `<script type="application/json" id="page-kit">${scriptJson(kitData)}</script>`;
  return {
    html: `<!doctype html><html lang="${input.locale}" dir="${directionOf(input.locale)}" data-theme="${input.theme}"><head>${head}</head><body>${body}${kitScript}`,
    inline: { scripts: [importMap, FIRST_SCRIPT], style: styles },
  };
}

type HeadFacts = {
  title: string;
  description: string;
  isPrivate: boolean;
  islands: { app: string; route: string }[];
  styles: string;
  importMap: string;
};

function renderHead(input: PageInput, facts: HeadFacts): string {
  const { title, description, isPrivate, islands, styles, importMap } = facts;
  const { assets } = input;
  const scripts = new Set([...assets.scripts, ...islands.flatMap(({ app, route }) => assets.apps[app]?.[route] ?? [])]);
  const { rest } = splitLocale(input.url);
  const path = rest.split("?")[0] ?? "/";
  const alternates = LOCALES.map(
    (locale) =>
      `<link rel="alternate" hreflang="${locale}" href="${attribute(input.origin + localized(locale, path))}">`,
  );
  return [
    '<meta charset="utf-8">',
    // Scripts are asked for before all else: their way is the longest. The map has to stand before the first of them.
    `<script type="importmap">${importMap}</script>`,
    ...[...scripts].map((href) => `<link rel="modulepreload" href="${attribute(href)}">`),
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${markup(title)}</title>`,
    description && `<meta name="description" content="${attribute(description)}">`,
    isPrivate && '<meta name="robots" content="noindex">',
    `<meta name="application-hash" content="${attribute(assets.applicationHash)}">`,
    input.errorReporting &&
      `<meta name="error-reporting" content="${attribute(input.errorReporting.path)}" data-key="${attribute(input.errorReporting.key)}">`,
    '<meta name="theme-color" content="#f5f7f5" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0d1412" media="(prefers-color-scheme: dark)">',
    `<link rel="canonical" href="${attribute(input.origin + localized(input.locale, path))}">`,
    ...(isPrivate ? [] : alternates),
    '<link rel="icon" type="image/svg+xml" href="/shell/favicon.svg">',
    `<script>${FIRST_SCRIPT}</script>`,
    `<style>${styles}</style>`,
    `<script type="module" src="${attribute(assets.scripts[0] ?? "")}"></script>`,
  ]
    .filter(Boolean)
    .join("");
}

/** JSON that cannot end its script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function attribute(text: string): string {
  return markup(text).replaceAll('"', "&quot;");
}

function markup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
