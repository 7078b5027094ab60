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
import { Frame } from "./frame.tsx";
import { drawIslands, type IslandRegistry, IslandRegistryProvider, islandsOf } from "./island.tsx";
import type { Page } from "./page.ts";
import { serverKit } from "./server-kit.ts";
import { textsOf } from "./texts.ts";

/** Texts that nobody needs who is not signed in. */
const OF_SIGNED_IN = new Set(["notices"]);

/** Before the first picture: the chosen appearance, for readers whose choice the cookie does not say. */
const THEME_SCRIPT =
  'try{var t=localStorage.getItem("site_theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}';

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
  const { body, drawnBy } = drawIslands(places, registry, kit);
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
    shellStyle: input.assets.shell.css.href,
  };
  const title = page.title(props, setting);
  const styles = inlineStyles(input, places, drawnBy);
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
    inline: { scripts: [THEME_SCRIPT, importMap], style: styles },
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
  const apps = [...new Set(islands.map((island) => island.app))].flatMap((name) => assets.apps[name] ?? []);
  const modules = [
    ...assets.vendor,
    assets.shell.js,
    ...assets.shell.preload,
    ...apps.flatMap((app) => [app.js, ...app.preload]),
    ...islands.flatMap(({ app, route }) => assets.apps[app]?.routes[route] ?? []),
  ];
  const { rest } = splitLocale(input.url);
  const path = rest.split("?")[0] ?? "/";
  const alternates = LOCALES.map(
    (locale) =>
      `<link rel="alternate" hreflang="${locale}" href="${attribute(input.origin + localized(locale, path))}">`,
  );
  const versions = Object.fromEntries(
    apps.map(({ name, version, js, css, preload, routes }) => {
      const here = islands.flatMap(({ app, route }) => (app === name ? [[route, routes[route] ?? []]] : []));
      return [name, { [version]: { js, css, preload, routes: Object.fromEntries(here) } }];
    }),
  );
  return [
    '<meta charset="utf-8">',
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
    `<script>${THEME_SCRIPT}</script>`,
    `<style>${styles}</style>`,
    `<script type="importmap">${importMap}</script>`,
    ...[...new Set(modules)].map((href) => `<link rel="modulepreload" href="${attribute(href)}">`),
    // The screens wait for all styles, which take effect together; the picture does not, it has its own.
    ...[assets.shell.css.href, ...apps.flatMap(({ css }) => css)].map(
      (href) => `<link rel="preload" as="style" href="${attribute(href)}" fetchpriority="low">`,
    ),
    `<script type="application/json" id="page-apps">${scriptJson(versions)}</script>`,
    `<script type="module" src="${attribute(assets.shell.js)}"></script>`,
  ]
    .filter(Boolean)
    .join("");
}

/** The shell's styles for what the page drew itself, and each app's for what that app drew. */
function inlineStyles({ assets }: PageInput, places: string, drawnBy: Map<string, string>): string {
  const said = new Set<string>();
  const shell = criticalCss(assets.shell.css, places, said);
  const own = [...drawnBy].map(([name, markup]) =>
    (assets.apps[name]?.styles ?? []).map((style) => criticalCss(style, markup, said)).join(""),
  );
  return shell + own.join("");
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
