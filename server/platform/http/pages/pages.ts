/** Server-rendered pages: path, data and document, in every language. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  LOCALES,
  type Locale,
  type PageAssets,
  type PageInput,
  type PageOutput,
  type RenderPage,
  type PagePart,
  visitTail,
} from "#contract/platform/page.ts";
import { reportError } from "#contract/platform/errors/error-reports.ts";
import { ownPath } from "#contract/platform/own-path.ts";
import { localized, splitLocale } from "#contract/platform/localized.ts";
import type { PageName } from "#contract/pages.ts";
import type { MenuLinks } from "#contract/site/content.ts";
import type { AppPorts } from "../../app-ports.ts";
import { marketFacts } from "../../settings/market-facts.ts";
import type { Changes } from "../../events/changes.ts";
import { type Kept, keepUntilChanged, type Made } from "../../events/kept.ts";
import type { ReadTx } from "../../postgres/db.ts";
import { readsAfter } from "../entry/last-write.ts";
import { type Cookies, makeCookies } from "../entry/cookies.ts";
import type { Forgery } from "../entry/csrf.ts";
import { bodyOfKept, bodyOfOne, packStart, textOf } from "./page-body.ts";
import type { Viewer } from "../policy.ts";
import { limitOf } from "../entry/rate-limits.ts";
import { serveFolders } from "../serve-folders.ts";
import { policyAllowing, policyWith, redirect } from "../server.ts";
import { keepSharedPages, type SharedPages } from "./shared-pages.ts";
import type { PageContext, PageRoute, Shown, Site, Surround } from "./page-route.ts";
import type { Person } from "./page-route.ts";
import { visitorOf } from "../entry/visitor.ts";

export type Pages = {
  mount(fastify: FastifyInstance, routes: readonly PageRoute[]): Promise<void>;
  errorPage(request: FastifyRequest, reply: FastifyReply, status: number): Promise<string | undefined>;
};

type Options = AppPorts & {
  readonly changes: Changes;
  readonly forgery: () => Forgery;
  readonly surround: Surround;
  /** The pages of text that the footer lists, and the articles about a page. */
  readonly menus: (locale: Locale, page: PageName, route: string) => MenuLinks;
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

  const { changes } = options;
  const surroundOf = surrounding(options);
  const withPictures = rememberedPictures(options);
  const policyOf = rememberedPolicies(config.publicUrl.protocol === "https:");
  const draw: Drawer = (request, { shown, around, liveAfter = {}, sharedAtMs }) => {
    const locale = localeOf(request);
    const { keeping: _, ...named } = shown;
    const input = {
      ...named,
      ...around,
      locale,
      menus: options.menus(locale, shown.page, splitLocale(request.routeOptions.url ?? "/").rest),
      ...appearance(request),
      // Links to the same page in other languages are made of it.
      url: ownPath(request.url) ?? "/",
      origin: config.publicUrl.origin,
      isDemo: config.demo,
      errorReporting: { path: config.errorReporting ?? reportError.path, key: config.errorReportingKey ?? "" },
      supportEmail: config.supportEmail,
      nowMs: sharedAtMs ?? db.marketNow().getTime(),
      liveAfter,
      isShared: sharedAtMs !== undefined,
      assets,
    } as PageInput;
    const { status, parts, inline } = renderPage(input);
    return { status, parts: parts.map(withPictures), policy: policyOf(inline) };
  };
  const appearance: Appearance = (request) => {
    const chosen = (name: string) => (isRead(request) ? cookies.read(request, name) : undefined);
    return {
      theme: THEMES.find((theme) => theme === chosen("site_theme")) ?? "system",
      isTourDismissed: chosen("tour") === "dismissed",
    };
  };
  const endOf: EndOf = (request, reply) => {
    const forgery = options.forgery();
    const seed = request.sessionToken ?? seedOf(request, reply, { cookies, forgery });
    return visitTail({ csrfToken: forgery.tokenOf(seed), nowMs: db.marketNow().getTime() });
  };
  const kept = keepUntilChanged<Drawing>(changes, { isFresh: () => changes.isFresh(), mostBytes: MOST_KEPT_BYTES });
  const shared = keepSharedPages(db, changes);
  const mounting = { options, cookies, draw, surroundOf, appearance, endOf, kept, shared };

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
      const { around } = await surroundOf(request).catch(() => NOTHING_AROUND);
      const { parts, policy } = draw(request, { shown: { page, props: { requestId: request.id } }, around });
      reply.header("content-security-policy", policy);
      return textOf(parts) + (isRead(request) ? endOf(request, reply) : endOfUnread(db.marketNow()));
    },
  };
}

/** Four thousand pages, for which each process draws none of them again until it changes. */
const MOST_KEPT_BYTES = 64 * 1024 * 1024;

/** Whether its cookies were read: those of an address that cannot be read are not. */
const isRead = (request: FastifyRequest): boolean => (request.cookies as unknown) !== undefined;
const endOfUnread = (now: Date) => visitTail({ csrfToken: "", nowMs: now.getTime() });

/** What is kept of a page keeps its pictures. */
function rememberedPictures(options: Options): (part: PagePart) => PagePart {
  const pictured = new WeakMap<PagePart, PagePart>();
  return (part) => {
    const known = pictured.get(part) ?? { ...part, text: options.withPictures(part.text) };
    pictured.set(part, known);
    return known;
  };
}

/** What is kept of a page has its hashes kept. */
function rememberedPolicies(secure: boolean): (inline: PageOutput["inline"]) => string {
  const policies = new WeakMap<PageOutput["inline"], string>();
  return (inline) => {
    const known = policies.get(inline) ?? policyAllowing(inline, secure);
    policies.set(inline, known);
    return known;
  };
}

/** The frame around a page: the site's part is cached, the reader's part is read each time. */
function surrounding(options: Options): SurroundOf {
  const { db, changes, surround } = options;
  const sites = keepUntilChanged<Site>(changes, { isFresh: () => changes.isFresh() });
  const site = () =>
    sites.get("", async () => {
      const { site: value, keeping } = await db.read((tx) => surround.site(tx));
      return { value, bytes: 1, keeping };
    });
  return async (request) => {
    const { viewer } = request;
    const [of, person] = await Promise.all([site(), viewer && db.read((tx) => surround.person(tx, viewer))]);
    const banners = surround.banners(of, {
      ...{ viewer, person, locale: localeOf(request), now: db.marketNow() },
      ...marketFacts(options),
    });
    return {
      person,
      around: {
        session: person?.session ?? null,
        banners,
        flags: surround.flags(of, { viewer, person }),
        links: of.links,
      },
    };
  };
}

/** What a reader may have chosen; without a choice their device decides. */
const THEMES = ["dark", "light"] as const;

/** Other refusals have no page: a browser that only follows links does not meet them. */
const ERROR_PAGES: Readonly<Record<number, "error-403" | "error-404" | "error-ip-blocked">> = {
  403: "error-403",
  404: "error-404",
  451: "error-ip-blocked",
};

type Around = Pick<PageInput, "session" | "banners" | "flags" | "links">;
type SurroundOf = (
  request: FastifyRequest,
) => Promise<{ readonly person?: Person | undefined; readonly around: Around }>;
const NOTHING_AROUND: Awaited<ReturnType<SurroundOf>> = {
  around: { session: null, banners: [], flags: {}, links: { social: [], founder: [] } },
};

type ToDraw = {
  readonly shown: Exclude<Shown, { redirectTo: string }>;
  readonly around: Around;
  readonly liveAfter?: Readonly<Record<string, string>>;
  /** When it was read, where others are shown the same. */
  readonly sharedAtMs?: number;
};
type DrawnPage = { readonly status: number; readonly parts: readonly PagePart[]; readonly policy: string };
type KeptPage = Omit<DrawnPage, "parts"> & { readonly start: Buffer };
type Redirected = { readonly redirectTo: string };
type Drawing = KeptPage | Redirected;
type Drawer = (request: FastifyRequest, what: ToDraw) => DrawnPage;
type Appearance = (request: FastifyRequest) => Pick<PageInput, "theme" | "isTourDismissed">;
type EndOf = (request: FastifyRequest, reply: FastifyReply) => string;
type Mounting = {
  readonly route: PageRoute;
  readonly locale: Locale;
  readonly options: Options;
  readonly cookies: Cookies;
  readonly draw: Drawer;
  readonly surroundOf: SurroundOf;
  readonly appearance: Appearance;
  readonly endOf: EndOf;
  readonly kept: Kept<Drawing>;
  readonly shared: SharedPages;
};

function mountPage(fastify: FastifyInstance, mounting: Mounting): void {
  const { route, locale, endOf } = mounting;
  const outside = route.outside?.(marketFacts(mounting.options));
  // What watches a site asks for the head alone.
  const config = { exposeHeadRoute: true, config: { policy: route.policy, rateLimit: limitOf(route.policy) } as never };
  fastify.get(localized(locale, route.path), config, async (request, reply) => {
    // A signed-in user has a page of their own.
    const page = request.viewer
      ? await drawOwn(request, request.viewer, mounting)
      : await visitorsPage(request, mounting);
    if ("redirectTo" in page) return redirect(reply, localized(locale, page.redirectTo), 303);
    const ending = { end: endOf(request, reply), accepts: String(request.headers["accept-encoding"] ?? "") };
    const { bytes, encoding } = "start" in page ? bodyOfKept(page.start, ending) : bodyOfOne(page.parts, ending);
    reply
      .code(page.status)
      .type("text/html; charset=utf-8")
      .header("content-security-policy", outside ? policyWith(page.policy, outside) : page.policy)
      .header("cache-control", "no-store")
      .header("vary", "cookie, accept-encoding, accept-language");
    if (encoding) reply.header("content-encoding", encoding);
    return reply.send(bytes);
  });
}

type DrawnFor = Pick<Mounting, "route" | "locale" | "options" | "draw" | "surroundOf">;

function contextOf(request: FastifyRequest, { locale, options }: DrawnFor): Omit<PageContext, "tx"> {
  return {
    params: request.params as Record<string, string>,
    query: plainQuery(request.query as Record<string, unknown>),
    viewer: request.viewer,
    // A signed-in user has a stored country and currency.
    visitor: request.viewer
      ? { chosenFiat: null, referralCode: null, countries: [] }
      : visitorOf(request, options.config),
    locale,
    ...marketFacts(options),
  };
}

/** An address that is so long is asked for once. */
const LONGEST_KEPT_URL = 400;

async function visitorsPage(request: FastifyRequest, mounting: Mounting): Promise<Drawing> {
  const context = contextOf(request, mounting);
  const drawing = () => drawForVisitors(request, context, mounting);
  if (request.url.length > LONGEST_KEPT_URL) return (await drawing()).value;
  const { theme, isTourDismissed } = mounting.appearance(request);
  const { chosenFiat, countries } = context.visitor;
  const referralCode = mounting.route.isByReferral ? context.visitor.referralCode : null;
  const key = [request.url, theme, isTourDismissed, chosenFiat, referralCode, ...countries].join("\n");
  return mounting.kept.get(key, drawing);
}

/** Beside its packed text: its address, its policy and what keeps it. */
const BYTES_OF_AN_ENTRY = 4000;

/** A page with its weight. */
async function drawForVisitors(
  request: FastifyRequest,
  context: Omit<PageContext, "tx">,
  { route, options, draw, surroundOf }: DrawnFor,
): Promise<Made<Drawing>> {
  const shown = await options.db.read((tx) => route.load({ ...context, tx }));
  if ("redirectTo" in shown) return { value: shown, bytes: 0, keeping: undefined };
  const { around } = await surroundOf(request);
  const { parts, ...page } = draw(request, { shown, around });
  const start = packStart(textOf(parts));
  return { value: { ...page, start }, bytes: start.length + BYTES_OF_AN_ENTRY, keeping: shown.keeping };
}

async function drawOwn(
  request: FastifyRequest,
  viewer: Viewer,
  { shared, ...mounting }: Mounting,
): Promise<DrawnPage | Redirected> {
  const { route, options, cookies, draw, surroundOf } = mounting;
  const context = { ...contextOf(request, mounting), viewer };
  // Read before the facts: a change during that read is then delivered twice rather than never.
  const { person, around } = await surroundOf(request);
  const liveAfter = person && { user: person.lastSeq };
  const mayBeShared = person && route.shared && request.url.length <= LONGEST_KEPT_URL;
  const found =
    mayBeShared && route.shared
      ? await shared.find({ key: request.url, page: route.shared, person, context })
      : undefined;
  const load = (tx: ReadTx) => route.load({ ...context, tx });
  const { db } = options;
  const after = route.policy.mayLag && readsAfter(request, cookies);
  const read = () => (typeof after === "bigint" ? db.readLagging(after, load) : db.read(load));
  const shown = found?.shown ?? (await read());
  if ("redirectTo" in shown) return shown;
  return draw(request, {
    shown,
    around,
    ...(liveAfter ? { liveAfter } : {}),
    ...(found ? { sharedAtMs: found.madeAtMs } : {}),
  });
}

function localeOf(request: FastifyRequest): Locale {
  return splitLocale(request.url.split("?")[0] ?? "/").locale;
}

/** One value per name; our own requests never repeat a name. */
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
