/**
 * An element that an embedded application draws: on the server at once, in the browser by mounting on it. Its location
 * says which screen, with what. Islands are drawn one by one after the page around them, each as a root of its own,
 * because that is how the browser takes them over.
 */
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { renderToString } from "react-dom/server";
import { ScreenRoot } from "#sdk/embedded-app.tsx";
import type { PageKit } from "#sdk/page-kit.ts";
import layoutApp from "../apps/layout/app.json";
import { screens as layout } from "../apps/layout/screens.ts";
import marketplaceApp from "../apps/marketplace/app.json";
import { screens as marketplace } from "../apps/marketplace/screens.ts";

const APPS = {
  layout: { screens: layout, texts: layoutApp.texts as Record<string, string[]>, drawn: await loadAll(layout) },
  marketplace: {
    screens: marketplace,
    texts: marketplaceApp.texts as Record<string, string[]>,
    drawn: await loadAll(marketplace),
  },
};

type Apps = typeof APPS;
export type AppName = keyof Apps;
type Screens<A extends AppName> = Apps[A]["screens"];
type ScreenProps<A extends AppName, R extends keyof Screens<A>> = Screens<A>[R] extends () => Promise<infer Screen>
  ? // biome-ignore lint/suspicious/noExplicitAny: any component will do; its props are what is asked for.
    Screen extends React.JSXElementConstructor<any>
    ? ComponentProps<Screen>
    : never
  : never;

type IslandProps<A extends AppName, R extends keyof Screens<A> & string> = {
  app: A;
  route: R;
  props: ScreenProps<A, R>;
  /** Drawn in the browser only: for screens that are nothing without a person and need no first picture. */
  isLate?: boolean;
  className?: string;
};

/** The islands of one page, by their numbers. */
type Placed = {
  readonly app: AppName;
  readonly route: string;
  readonly props: object;
  readonly isLate: boolean;
  readonly className: string | undefined;
};

/** Islands of the page that is rendered now; each page has its own. */
export type IslandRegistry = { readonly placed: Placed[] };
const Registry = createContext<IslandRegistry | null>(null);

export function IslandRegistryProvider({ registry, children }: { registry: IslandRegistry; children: ReactNode }) {
  return <Registry value={registry}>{children}</Registry>;
}

/** Registers its screen, and leaves a numbered place in the page's markup that drawIslands() fills. */
export function Island<A extends AppName, R extends keyof Screens<A> & string>({
  app,
  route,
  props,
  isLate = false,
  className,
}: IslandProps<A, R>) {
  const registry = useContext(Registry);
  if (!registry) throw new Error("an island is outside of a page");
  const number = registry.placed.push({ app, route, props, isLate, className });
  return <div data-place={number} />;
}

const PLACE = /<div data-place="(\d+)"><\/div>/g;

/**
 * Fills the places of a page's markup with their screens, except the head's, which depends on the reader. Returns the markup
 * before and after the head.
 */
export function drawIslands(markup: string, { placed }: IslandRegistry, kit: PageKit): [before: string, after: string] {
  const body = markup.replace(PLACE, (place, number: string) => {
    const island = placed[Number(number) - 1];
    if (!island) throw new Error(`the page has no island ${number}`);
    if (isHead(island)) return place;
    if (island.isLate) return `${openingOf(island)}></div>`;
    const prefix = `i${number}`;
    const inner = drawScreen(island, prefix, kit);
    return `${openingOf(island)} data-prefix="${prefix}" data-rendered="true">${inner}</div>`;
  });
  const head = placed.find(isHead);
  if (!head) return [body, ""];
  const prefix = prefixOfHead({ placed });
  const [before = "", after = ""] = body.split(`<div data-place="${placed.indexOf(head) + 1}"></div>`);
  const opening = `${openingOf(head)} data-prefix="${prefix}" data-rendered="true">`;
  return [before + opening, `</div>${after}`];
}

/** The head's screen by itself; "" where a page has none. */
export function drawHead({ placed }: IslandRegistry, kit: PageKit): string {
  const head = placed.find(isHead);
  return head ? drawScreen(head, prefixOfHead({ placed }), kit) : "";
}

export function propsOfHead({ placed }: IslandRegistry): object | undefined {
  return placed.find(isHead)?.props;
}

const isHead = ({ app, route }: Placed) => app === "layout" && route === "header";
const prefixOfHead = ({ placed }: IslandRegistry) => `i${placed.findIndex(isHead) + 1}`;

function openingOf({ app, route, props, className }: Placed): string {
  const location = singleQuoted(JSON.stringify({ route, props }));
  return `<div${className ? ` class="${className}"` : ""} data-app="${app}" data-location='${location}'`;
}

function drawScreen({ app, route, props }: Placed, identifierPrefix: string, kit: PageKit): string {
  const Screen = APPS[app].drawn[route];
  if (!Screen) throw new Error(`the app ${app} has no screen for ${route}`);
  return renderToString(<ScreenRoot Screen={Screen} props={props as Record<string, unknown>} kit={kit} />, {
    identifierPrefix,
  });
}

/** Which screens a page has, so that the document can ask for their files and texts. */
export function islandsOf({ placed }: IslandRegistry): { app: AppName; route: string; texts: string[] }[] {
  return placed.map(({ app, route }) => ({ app, route, texts: APPS[app].texts[route] ?? [] }));
}

/** JSON as an attribute between single quotes: it is full of double ones, which would each take six characters. */
function singleQuoted(json: string): string {
  return json.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("'", "&#x27;");
}

async function loadAll(screens: Record<string, () => Promise<unknown>>) {
  const entries = Object.entries(screens).map(async ([route, load]) => [route, await load()] as const);
  // biome-ignore lint/suspicious/noExplicitAny: each screen has props of its own; Island checks them.
  return Object.fromEntries(await Promise.all(entries)) as Record<string, React.ComponentType<any>>;
}
