/**
 * An element that an embedded application draws: on the server at once, in the browser by mounting on it. Its location
 * says which screen, with what. Islands are drawn one by one after the page around them, each as a root of its own,
 * because that is how the browser takes them over.
 */
import { createContext, type ReactNode, useContext } from "react";
import { renderToString } from "react-dom/server";
import { ScreenRoot } from "#sdk/embedded-app.tsx";
import type { PageKit } from "#sdk/page-kit.ts";
import { screenOf } from "./screens.ts";

type IslandProps = {
  app: string;
  route: string;
  props: object;
  /** Drawn in the browser only: for screens that are nothing without a person and need no first picture. */
  isLate?: boolean;
  className?: string;
};

/** The islands of one page, by their numbers. */
type Placed = {
  readonly app: string;
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
export function Island({ app, route, props, isLate = false, className }: IslandProps) {
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
  const { Screen } = screenOf(app, route);
  return renderToString(<ScreenRoot Screen={Screen} props={props as Record<string, unknown>} kit={kit} />, {
    identifierPrefix,
  });
}

/** Which screens a page has, so that the document can ask for their files and texts. */
export function islandsOf({ placed }: IslandRegistry): { app: string; route: string; texts: readonly string[] }[] {
  return placed.map(({ app, route }) => ({ app, route, texts: screenOf(app, route).texts }));
}

/** JSON as an attribute between single quotes: it is full of double ones, which would each take six characters. */
function singleQuoted(json: string): string {
  return json.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("'", "&#x27;");
}
