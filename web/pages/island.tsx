/**
 * An element that an embedded application draws: on the server at once, in the browser by mounting on it. Its location
 * says which screen, with what. Islands are drawn one by one after the page around them, each as a root of its own,
 * because that is how the browser takes them over.
 */
import type { ComponentProps } from "react";
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

/** Stands in the page's markup until drawIslands() fills it. */
export function Island<A extends AppName, R extends keyof Screens<A> & string>({
  app,
  route,
  props,
  isLate = false,
  className,
}: IslandProps<A, R>) {
  return (
    <div
      className={className}
      data-app={app}
      data-location={JSON.stringify({ route, props })}
      data-island={isLate ? undefined : "due"}
    />
  );
}

const DUE = /<div((?: class="[^"]*")?) data-app="([\w-]+)" data-location="([^"]*)" data-island="due"><\/div>/g;
const ANY = /data-app="([\w-]+)" data-location="([^"]*)"/g;

/** Fills the places of a page's markup with their screens; tells apart what each app drew, for its styles. */
export function drawIslands(markup: string, kit: PageKit): { body: string; drawnBy: Map<string, string> } {
  let count = 0;
  const drawnBy = new Map<string, string>();
  const body = markup.replace(DUE, (_, className: string, app: string, location: string) => {
    const { route, props } = JSON.parse(unescaped(location)) as { route: string; props: Record<string, unknown> };
    const Screen = APPS[app as AppName]?.drawn[route];
    if (!Screen) throw new Error(`the app ${app} has no screen for ${route}`);
    count += 1;
    const prefix = `i${count}`;
    const inner = renderToString(<ScreenRoot Screen={Screen} props={props} kit={kit} />, { identifierPrefix: prefix });
    drawnBy.set(app, (drawnBy.get(app) ?? "") + inner);
    return `<div${className} data-app="${app}" data-location='${singleQuoted(location)}' data-prefix="${prefix}" data-rendered="true">${inner}</div>`;
  });
  return { body, drawnBy };
}

/** Which screens a page's markup has, so that the document can ask for their files and texts. */
export function islandsIn(markup: string): { app: AppName; route: string; texts: string[] }[] {
  return [...markup.matchAll(ANY)].map(([, app = "", location = ""]) => {
    const { route } = JSON.parse(unescaped(location)) as { route: string };
    return { app: app as AppName, route, texts: APPS[app as AppName]?.texts[route] ?? [] };
  });
}

async function loadAll(screens: Record<string, () => Promise<unknown>>) {
  const entries = Object.entries(screens).map(async ([route, load]) => [route, await load()] as const);
  // biome-ignore lint/suspicious/noExplicitAny: each screen has props of its own; Island checks them.
  return Object.fromEntries(await Promise.all(entries)) as Record<string, React.ComponentType<any>>;
}

/** The same attribute between single quotes: JSON is full of double ones, which would each take six characters. */
function singleQuoted(attribute: string): string {
  return attribute.replaceAll("&quot;", '"').replaceAll("'", "&#x27;");
}

/** What React's server renderer writes in attributes, read back. */
function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
