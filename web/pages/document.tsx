/**
 * The document around a page: head with everything the browser should ask for at once, styles of the first picture
 * inlined, and the kit as data. Nothing comes from another origin; inline content is reported to the
 * server, which allows just that. It comes in parts: those that many see alike are kept with the page's props.
 */
import { renderToStaticMarkup } from "react-dom/server";
import {
  directionOf,
  type Locale,
  LOCALES,
  type PageInput,
  type PageOutput,
  type PagePart,
  type PageSurroundings,
} from "#contract/platform/page.ts";
import type { PageName } from "#contract/pages.ts";
import { localized, splitLocale } from "#contract/platform/localized.ts";
import { BRAND } from "#contract/platform/brand.ts";
import type { KitData } from "../shell/main.ts";
import { classesIn, criticalCss } from "./critical-css.ts";
import { FIRST_SCRIPT } from "./first-script.ts";
import { Frame } from "./frame.tsx";
import {
  drawHead,
  drawIslands,
  type IslandRegistry,
  IslandRegistryProvider,
  islandsOf,
  propsOfHead,
} from "./island.tsx";
import { type NotedSession, noteReads } from "./note-reads.ts";
import type { NavKey } from "#sdk/screen.ts";
import type { Page } from "./page.ts";
import { serverKit } from "./server-kit.ts";
import { textsOf } from "./texts.ts";

/** Texts that only signed-in users need. */
const OF_SIGNED_IN = new Set(["notices", "notifications.title"]);

export function renderDocument<P extends PageName>(input: PageInput, page: Page<P>): Omit<PageOutput, "status"> {
  const drawing = drawingFor(input, page);
  const session = scriptJson(input.session);
  const head = headFor(drawing, input, session);
  const { start, inline } = startOf(drawing, head, input);
  const own = `"session":${session},"liveAfter":${scriptJson(input.liveAfter ?? {})}}</script>`;
  return { parts: [start, head.part, drawing.end, { text: own }], inline };
}

/** The head's screen, and the classes it names. */
type Head = { readonly part: PagePart; readonly classes: ReadonlySet<string>; readonly named: string };

/** By everything that it is made of: a reader who comes back to an address has the same head while nothing of theirs changes. */
const heads = new Map<string, Head>();
const MOST_HEADS = 2000;

function headFor({ registry }: Drawing, input: PageInput, session: string): Head {
  const { locale, theme, url, isDemo, flags, nowMs, isShared = false } = input;
  const props = propsOfHead(registry);
  const key = JSON.stringify([locale, theme, url, isDemo, flags, nowMs, props, session]);
  const known = isShared ? heads.get(key) : undefined;
  if (known) return known;
  const text = drawHead(registry, serverKit(input));
  const classes = classesIn(text);
  const head = { part: { text, isKept: isShared }, classes, named: [...classes].join(" ") };
  if (!isShared) return head;
  if (heads.size >= MOST_HEADS) heads.clear();
  heads.set(key, head);
  return head;
}

type Inline = PageOutput["inline"];
type Start = { readonly start: PagePart; readonly inline: Inline };

/** A page without its head's screen: the same for all to whom it may be shown. */
type Drawing = {
  readonly registry: IslandRegistry;
  readonly noted: NotedSession;
  /** The body up to the head's screen. */
  readonly before: string;
  /** From there on, and the kit up to what is the reader's own. */
  readonly end: PagePart;
  /** Of the document's head. */
  readonly facts: Omit<HeadFacts, "styles">;
  readonly classes: ReadonlySet<string>;
  /** By the classes of the head's screen: the styles of both are in one sheet. */
  readonly starts: Map<string, Start>;
};

/** By the props, and by everything else that it is made of but the session. */
const drawings = new WeakMap<object, Map<string, Drawing[]>>();
/** So many ways are kept in which readers differ. */
const MOST_ALIKE = 20;

function drawingFor<P extends PageName>(input: PageInput, page: Page<P>): Drawing {
  if (!input.isShared) return draw(input, page);
  const { locale, theme, url, isDemo, isTourDismissed, flags, banners, links, nowMs } = input;
  const byRest = drawings.get(input.props) ?? new Map<string, Drawing[]>();
  drawings.set(input.props, byRest);
  const key = JSON.stringify([locale, theme, url, isDemo, isTourDismissed, flags, banners, links, nowMs]);
  const known = byRest.get(key)?.find(({ noted }) => noted.isSameFor(input.session));
  if (known) return known;
  const drawing = draw(input, page);
  if (byRest.size > MOST_ALIKE) byRest.clear();
  byRest.set(key, [drawing, ...(byRest.get(key) ?? [])].slice(0, MOST_ALIKE));
  return drawing;
}

function draw<P extends PageName>(given: PageInput, page: Page<P>): Drawing {
  const noted = noteReads(given.session);
  const input = { ...given, session: noted.session };
  const kit = serverKit(input);
  const setting = { ...input, t: kit.t };
  const props = input.props as never;
  const registry: IslandRegistry = { placed: [] };
  const places = renderToStaticMarkup(
    <IslandRegistryProvider registry={registry}>
      <Frame kit={kit} banners={input.banners} menus={input.menus} links={input.links} active={activeOf(page, props)}>
        {page.body(props, setting)}
      </Frame>
    </IslandRegistryProvider>,
  );
  const islands = islandsOf(registry);
  const [before, after] = drawIslands(places, registry, kit);
  const title = typeof page.title === "string" ? kit.t(page.title as "pages.home.title") : page.title(props, setting);
  return {
    registry,
    noted,
    before,
    end: { text: after + kitStart(input, islands), isKept: given.isShared === true },
    facts: {
      title: title === BRAND ? title : `${title} · ${BRAND}`,
      description: page.description?.(props, setting) ?? "",
      isPrivate: (typeof page.isPublic === "function" ? page.isPublic(props) : page.isPublic) !== true,
      languages: page.languages?.(props) ?? LOCALES,
      islands,
      importMap: scriptJson({ imports: input.assets.importMap }),
    },
    classes: classesIn(before + after),
    starts: new Map(),
  };
}

function activeOf<P extends PageName>({ active }: Page<P>, props: never): NavKey | null {
  return (typeof active === "function" ? active(props) : active) ?? null;
}

type Islands = ReturnType<typeof islandsOf>;

/** The kit, but for what is the reader's own, which follows. */
function kitStart(input: PageSurroundings, islands: Islands): string {
  const texts = ["shell", ...new Set(islands.flatMap((island) => island.texts))].filter(
    (namespace) => input.session !== null || !OF_SIGNED_IN.has(namespace),
  );
  const kitData: Omit<KitData, "session" | "liveAfter"> = {
    locale: input.locale,
    dir: directionOf(input.locale),
    theme: input.theme,
    url: input.url,
    isDemo: input.isDemo,
    flags: input.flags,
    madeAtMs: input.nowMs,
    messages: textsOf(input.locale, texts),
    style: input.assets.css.href,
  };
  return `<script type="application/json" id="page-kit">${scriptJson(kitData).slice(0, -1)},`;
}

function startOf(drawing: Drawing, head: Head, input: PageInput): Start {
  const known = drawing.starts.get(head.named);
  if (known) return known;
  const fonts = input.assets.fonts[input.locale];
  const styles = criticalCss(input.assets.css, new Set([...drawing.classes, ...head.classes]), fonts);
  const html = renderHead(input, { ...drawing.facts, styles });
  const start = {
    text: `<!doctype html><html lang="${input.locale}" dir="${directionOf(input.locale)}" data-theme="${input.theme}"><head>${html}</head><body>${drawing.before}`,
    isKept: input.isShared === true,
  };
  const made = { start, inline: { scripts: [drawing.facts.importMap, FIRST_SCRIPT], style: styles } };
  if (drawing.starts.size >= MOST_ALIKE) drawing.starts.clear();
  drawing.starts.set(head.named, made);
  return made;
}

type HeadFacts = {
  title: string;
  description: string;
  isPrivate: boolean;
  languages: readonly Locale[];
  islands: { app: string; route: string }[];
  styles: string;
  importMap: string;
};
function renderHead(input: PageInput, facts: HeadFacts): string {
  const { title, description, isPrivate, languages, islands, styles, importMap } = facts;
  const { assets } = input;
  const scripts = new Set([...assets.scripts, ...islands.flatMap(({ app, route }) => assets.apps[app]?.[route] ?? [])]);
  const { rest } = splitLocale(input.url);
  const path = rest.split("?")[0] ?? "/";
  const alternates = languages.map(
    (locale) =>
      `<link rel="alternate" hreflang="${locale}" href="${attribute(input.origin + localized(locale, path))}">`,
  );
  return [
    '<meta charset="utf-8">',
    // Scripts are asked for before all else: their way is the longest. The map must come before the first of them.
    `<script type="importmap">${importMap}</script>`,
    ...[...scripts].map((href) => `<link rel="modulepreload" href="${attribute(href)}">`),
    ...assets.fonts[input.locale].map(
      (href) => `<link rel="letters" href="${attribute(href)}" as="font" type="font/woff2" crossorigin>`,
    ),
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${markup(title)}</title>`,
    description && `<meta name="description" content="${attribute(description)}">`,
    isPrivate && '<meta name="robots" content="noindex">',
    `<meta name="application-hash" content="${attribute(assets.applicationHash)}">`,
    input.supportEmail && `<meta name="support" content="${attribute(input.supportEmail)}">`,
    input.errorReporting &&
      `<meta name="error-reporting" content="${attribute(input.errorReporting.path)}" data-key="${attribute(input.errorReporting.key)}">`,
    '<meta name="theme-color" content="#f5f7f5" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0d1412" media="(prefers-color-scheme: dark)">',
    `<link rel="canonical" href="${attribute(input.origin + localized(languages.includes(input.locale) ? input.locale : "en", path))}">`,
    ...(isPrivate ? [] : [...alternates, ...socialTags(input, { title, description, path })]),
    '<link rel="icon" type="image/svg+xml" href="/shell/favicon.svg">',
    '<link rel="apple-touch-icon" href="/shell/icons/touch.png">',
    '<link rel="manifest" href="/shell/app.webmanifest">',
    `<style>${styles}</style>`,
    `<script>${FIRST_SCRIPT}</script>`,
    `<script type="module" src="${attribute(assets.scripts[0] ?? "")}"></script>`,
  ]
    .filter(Boolean)
    .join("");
}

/** What a messenger or a social network shows of a link to a public page. */
function socialTags(
  { locale, origin }: PageInput,
  { title, description, path }: Pick<HeadFacts, "title" | "description"> & { readonly path: string },
): string[] {
  const tags = {
    "og:type": "website",
    "og:site_name": BRAND,
    "og:title": title,
    "og:description": description,
    "og:url": origin + localized(locale, path),
    "og:locale": locale,
    "og:image": `${origin}/shell/icons/card.png`,
    "og:image:width": "1200",
    "og:image:height": "630",
  };
  const open = Object.entries(tags).filter(([, content]) => content !== "");
  return [
    ...open.map(([name, content]) => `<meta property="${name}" content="${attribute(content)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
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
