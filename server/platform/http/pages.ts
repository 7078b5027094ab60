/** Pages drawn on the server: a path, what it shows, and the document around it, in every language. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Banner,
  type Flags,
  LOCALES,
  type Locale,
  type PageAssets,
  type PageInput,
  type PageName,
  type RenderPage,
  type SessionUser,
  visitTail,
} from "#contract/page.ts";
import type { PageProps } from "#contract/page-props.ts";
import { ownPath } from "#contract/own-path.ts";
import { localized, splitLocale } from "#contract/paths.ts";
import { Refusal } from "#contract/refusals.ts";
import type { AppPorts } from "../app-ports.ts";
import { type MarketFacts, marketFacts } from "../market-facts.ts";
import type { Changes } from "../changes.ts";
import type { ReadTx } from "../db.ts";
import { type Keeping, type Kept, keepUntilTold, type Made } from "../kept.ts";
import { lastSeqOf } from "../live.ts";
import { type Cookies, makeCookies } from "./cookies.ts";
import type { Forgery } from "./csrf.ts";
import { bodyOfKept, bodyOfOne, type PageStart } from "./page-body.ts";
import type { Policy, Viewer } from "./policy.ts";
import { limitOf } from "./rates.ts";
import { policyAllowing, redirect } from "./server.ts";
import { type Visitor, visitorOf } from "./visitor.ts";

export type PageContext = {
  readonly tx: ReadTx;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly viewer: Viewer | undefined;
  readonly visitor: Visitor;
  readonly locale: Locale;
} & MarketFacts;

/**
 * What a page shows, or where the browser goes instead: a path of ours, without language. With `keeping`, visitors without
 * an account may be shown it again until one of its topics changes.
 */
export type Shown =
  | { [P in PageName]: { readonly page: P; readonly props: PageProps[P]; readonly keeping?: Keeping } }[PageName]
  | { readonly redirectTo: string };

export type PageRoute = {
  /** Without language: /offer/:hash */
  readonly path: string;
  readonly policy: Policy;
  readonly load: (context: PageContext) => Promise<Shown>;
};

/** What every page has around it, from the rooms above the platform. */
export type Surround = (
  context: Omit<PageContext, "params" | "query" | "visitor">,
) => Promise<{ session: SessionUser | null; banners: readonly Banner[]; flags: Flags }>;

export type Pages = {
  mount(fastify: FastifyInstance, routes: readonly PageRoute[]): Promise<void>;
  errorPage(request: FastifyRequest, reply: FastifyReply, status: number): Promise<string | undefined>;
};

type Options = AppPorts & {
  readonly changes: Changes;
  readonly forgery: () => Forgery;
  readonly surround: Surround;
  readonly distDir: string;
  /** Puts small pictures into a document. */
  readonly withPictures: (html: string) => string;
};

/** Loads the renderer that the web's build wrote. */
export async function openPages(options: Options): Promise<Pages> {
  const { distDir, config, db } = options;
  const cookies = makeCookies(config.publicUrl);
  const { renderPage } = (await import(pathToFileURL(join(distDir, "server/entry-server.js")).href)) as {
    renderPage: RenderPage;
  };
  const assets = JSON.parse(readFileSync(join(distDir, "assets.json"), "utf8")) as PageAssets;

  const surroundOf = (request: FastifyRequest): Promise<Around> =>
    db.read((tx) =>
      options.surround({ tx, viewer: request.viewer, locale: localeOf(request), ...marketFacts(options) }),
    );
  const secure = config.publicUrl.protocol === "https:";
  const draw: Drawer = (request, { shown, around, liveAfter = {} }) => {
    const locale = localeOf(request);
    const { keeping: _, ...named } = shown;
    const input = {
      ...named,
      ...around,
      locale,
      ...appearance(request),
      // Links to the same page in other languages are made of it.
      url: ownPath(request.url) ?? "/",
      origin: config.publicUrl.origin,
      isDemo: config.demo,
      ...(config.errorReporting
        ? { errorReporting: { path: config.errorReporting, key: config.errorReportingKey ?? "" } }
        : {}),
      nowMs: db.marketNow().getTime(),
      liveAfter,
      assets,
    } as PageInput;
    const { status, html, inline } = renderPage(input);
    return { status, start: { text: options.withPictures(html) }, policy: policyAllowing(inline, secure) };
  };
  const appearance: Appearance = (request) => ({
    theme: THEMES.find((theme) => theme === cookies.read(request, "site_theme")) ?? "system",
    isTourFolded: cookies.read(request, "tour") === "folded",
  });
  const endOf: EndOf = (request, reply) => {
    const forgery = options.forgery();
    const seed = request.sessionToken ?? seedOf(request, reply, { cookies, forgery });
    return visitTail({ csrfToken: forgery.tokenOf(seed), nowMs: db.marketNow().getTime() });
  };
  const { changes } = options;
  const kept = keepUntilTold<Drawing>(changes, { isFresh: () => changes.isFresh() });
  const mounting = { options, draw, surroundOf, appearance, endOf, kept };

  return {
    async mount(fastify, routes) {
      await serveFolders(fastify, distDir);
      for (const route of routes) {
        for (const locale of LOCALES) mountPage(fastify, { route, locale, ...mounting });
      }
    },
    async errorPage(request, reply, status) {
      const page = status >= 500 ? "error-500" : ERROR_PAGES[status];
      if (!page) return undefined;
      // Without its database a page still says what is wrong.
      const around = await surroundOf(request).catch(() => NOTHING_AROUND);
      const { start, policy } = draw(request, { shown: { page, props: { requestId: request.id } }, around });
      reply.header("content-security-policy", policy);
      return start.text + endOf(request, reply);
    },
  };
}

/** What a reader may have chosen; without a choice their device decides. */
const THEMES = ["dark", "light"] as const;

/** Other refusals have no page: a browser that only follows links does not meet them. */
const ERROR_PAGES: Readonly<Record<number, "error-403" | "error-404">> = { 403: "error-403", 404: "error-404" };

type Around = Awaited<ReturnType<Surround>>;
const NOTHING_AROUND: Around = { session: null, banners: [], flags: {} };

type ToDraw = {
  readonly shown: Exclude<Shown, { redirectTo: string }>;
  readonly around: Around;
  readonly liveAfter?: Readonly<Record<string, string>>;
};
type DrawnPage = { readonly status: number; readonly start: PageStart; readonly policy: string };
type Drawing = DrawnPage | { readonly redirectTo: string };
type Drawer = (request: FastifyRequest, what: ToDraw) => DrawnPage;
type Appearance = (request: FastifyRequest) => Pick<PageInput, "theme" | "isTourFolded">;
type EndOf = (request: FastifyRequest, reply: FastifyReply) => string;
type Mounting = {
  readonly route: PageRoute;
  readonly locale: Locale;
  readonly options: Options;
  readonly draw: Drawer;
  readonly surroundOf: (request: FastifyRequest) => Promise<Around>;
  readonly appearance: Appearance;
  readonly endOf: EndOf;
  readonly kept: Kept<Drawing>;
};

function mountPage(fastify: FastifyInstance, mounting: Mounting): void {
  const { route, locale, options, appearance, endOf, kept } = mounting;
  const config = { config: { policy: route.policy, rateLimit: limitOf(route.policy) } as never };
  fastify.get(localized(locale, route.path), config, async (request, reply) => {
    const visitor = visitorOf(request, options.config);
    const drawing = () => drawPage(request, visitor, mounting);
    // Who is signed in has a page of their own; so has an address that nobody asks for twice.
    const mayBeKept = !request.viewer && request.url.length <= LONGEST_KEPT_URL;
    const { theme, isTourFolded } = appearance(request);
    const key = [request.url, theme, isTourFolded, visitor.chosenFiat, ...visitor.countries].join("\n");
    const page = mayBeKept ? await kept.get(key, drawing) : (await drawing()).value;
    if ("redirectTo" in page) return redirect(reply, localized(locale, page.redirectTo), 303);
    const ending = { end: endOf(request, reply), accepts: String(request.headers["accept-encoding"] ?? "") };
    const { bytes, encoding } = mayBeKept ? bodyOfKept(page.start, ending) : bodyOfOne(page.start, ending);
    reply
      .code(page.status)
      .type("text/html; charset=utf-8")
      .header("content-security-policy", page.policy)
      .header("cache-control", "no-store")
      .header("vary", "cookie, accept-encoding, accept-language");
    if (encoding) reply.header("content-encoding", encoding);
    return reply.send(bytes);
  });
}

const LONGEST_KEPT_URL = 400;

/** Its weight while it is kept: the text, and what it is packed to. */
async function drawPage(
  request: FastifyRequest,
  visitor: Visitor,
  { route, locale, options, draw, surroundOf }: Mounting,
): Promise<Made<Drawing>> {
  const { shown, liveAfter } = await options.db.read(async (tx) => ({
    // Before the facts: what happens while they are read is then told twice rather than never.
    liveAfter: await liveAfterOf(tx, request.viewer),
    shown: await route.load({
      tx,
      params: request.params as Record<string, string>,
      query: plainQuery(request.query as Record<string, unknown>),
      viewer: request.viewer,
      visitor,
      locale,
      ...marketFacts(options),
    }),
  }));
  if ("redirectTo" in shown) return { value: shown, bytes: 0, keeping: undefined };
  const page = draw(request, { shown, around: await surroundOf(request), liveAfter });
  return { value: page, bytes: page.start.text.length * 1.5, keeping: shown.keeping };
}

async function liveAfterOf(tx: ReadTx, viewer: Viewer | undefined): Promise<Record<string, string>> {
  if (!viewer) return {};
  return { user: String(await lastSeqOf(tx, `user:${viewer.externalId}`)) };
}

function localeOf(request: FastifyRequest): Locale {
  return splitLocale(request.url.split("?")[0] ?? "/").locale;
}

/** One value a name; a name that stands twice is no question we ask. */
function plainQuery(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1].length <= 900,
    ),
  );
}

/** Before sign-in the anti-forgery token hangs on a random cookie. */
function seedOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, forgery }: { cookies: Cookies; forgery: Forgery },
): string {
  const seed = cookies.read(request, "parley_seed");
  if (seed && /^[A-Za-z0-9_-]{43}$/.test(seed)) return seed;
  const made = forgery.newSeed();
  cookies.write(reply, "parley_seed", made);
  return made;
}

const HASHED = /-[A-Za-z0-9_-]{8}\.(?:js|css|svg)(?:\.br)?$/;

/** The built files, with their compressed twins; names with a hash never change. */
async function serveFolders(fastify: FastifyInstance, distDir: string): Promise<void> {
  for (const [index, folder] of ["shell", "vendor", "apps"].entries()) {
    await fastify.register(fastifyStatic, {
      root: join(distDir, folder),
      prefix: `/${folder}/`,
      decorateReply: index === 0,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders(reply, path) {
        if (/\.svg(?:\.br)?$/.test(path)) reply.header("content-type", "image/svg+xml; charset=utf-8");
        reply.header("cache-control", HASHED.test(path) ? "public, max-age=31536000, immutable" : "public, max-age=60");
      },
    });
  }
}

/** For loaders: a page that only signed-in people see sends others to sign in. */
export function needViewer(viewer: Viewer | undefined): Viewer {
  if (!viewer) throw new Refusal("auth.required");
  return viewer;
}
