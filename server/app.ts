/** Builds the application from the map in modules.ts. The server and the tests both start here. */
import type { FastifyInstance } from "fastify";
import type { AppPorts } from "./platform/app-ports.ts";
import { type Changes, followChanges } from "./platform/events/changes.ts";
import type { Forgery } from "./platform/http/entry/csrf.ts";
import { type LiveHub, makeLiveHub } from "./platform/http/live/hub.ts";
import { mountRoutes } from "./platform/http/mount.ts";
import { type Metrics, mountObservability } from "./platform/http/observability.ts";
import { mountOpenApi } from "./platform/http/openapi/index.ts";
import type { Route } from "./platform/http/policy.ts";
import { openPages } from "./platform/http/pages/pages.ts";
import { makeServer } from "./platform/http/server.ts";
import type { Config } from "./platform/settings/config.ts";
import { marketFacts, openIn } from "./platform/settings/market-facts.ts";
import { mountExports } from "./reach/exports/index.ts";
import { mountDownload } from "./compliance/own-data/index.ts";
import { mountRecoveryPictures } from "./compliance/recovery/index.ts";
import { fromClosed, type IsFromClosed } from "./platform/http/entry/closed-places.ts";
import { mountFacade, openUserStreams } from "./products/spot/index.ts";
import { mountProviderMessages } from "./products/providers/index.ts";
import { mountAddresses, mountWithdrawals, useLightning, useOutsideWallet } from "./products/lightning/index.ts";
import { cardMessageHeaders, mountCardQuestions, useCardIssuer } from "./products/cards/index.ts";
import { rampMessageHeaders, useRamps } from "./products/ramps/index.ts";
import { storeMessageHeaders, useStore } from "./products/store/index.ts";
import { topUpMessageHeaders, useTopUps } from "./products/top-ups/index.ts";
import { mountReferralLinks, mountSharePicture, usePartnerLinks } from "./reach/partners/index.ts";
import { useTranslator } from "./reach/translations/index.ts";
import { mountKey } from "./reach/webhooks/index.ts";
import { mountPictures, mountWebhook } from "./compliance/verification/index.ts";
import { mountOneClick } from "./reach/notifications/index.ts";
import { contentMenus, mountFeeds, mountSitemap } from "./site/content/index.ts";
import { mountStatistics } from "./site/statistics/index.ts";
import { mountIncidentMail, mountStatus } from "./site/status/index.ts";
import { mountTicketFiles, useZendesk } from "./staff/support/index.ts";
import { mountFiles, pages, smallPictures, surround } from "./site/pages/index.ts";
import { usePlaces } from "./platform/words/places.ts";
import { useWatchList } from "./platform/words/watch-list.ts";
import { useSealingSecret } from "./platform/sealed.ts";
import { GAUGES, LIVE_STATES, moduleOf, ROUTED } from "./collected.ts";
import { isUnsafe } from "#contract/platform/endpoint.ts";
import { ACTIONS } from "#contract/compliance/restriction-names.ts";
import { keepClosedCountries, mayAct, refusalByBlock, standingsOf } from "./people/accounts/index.ts";
import { readKeys } from "./people/api-keys/index.ts";
import { findOpenSessions, keepViewers, knownAccount } from "./people/auth/index.ts";
import { pages as demoPages } from "./demo/index.ts";

/**
 * A restriction takes actions away by name: one that it does not know would always be allowed or never. What changes something
 * for signed-in users names one, or says that no restriction takes it away.
 */
function assertActionsKnown(routes: readonly Route[]): void {
  for (const { endpoint, policy } of routes) {
    const isActing = isUnsafe(endpoint) || policy.guardedGet === true;
    if (isActing && policy.auth === "session" && (policy.action === undefined) === (policy.unrestricted !== true))
      throw new Error(`${endpoint.name} says neither which restriction takes it away nor that none does`);
    if (policy.mayLag && (isActing || policy.roles || policy.action || policy.level || policy.closedToStaff))
      throw new Error(`${endpoint.name} decides something, and may not read what is old`);
    if (policy.roles && policy.action !== "staff")
      throw new Error(`${endpoint.name} is open to staff who are restricted`);
    if (policy.action && !ACTIONS.some((action) => action === policy.action))
      throw new Error(`${endpoint.name} names the action ${policy.action}, which no restriction knows`);
  }
}

/** What the modules have of the configuration for the whole process. */
function useSettingsOf(config: Config): void {
  useSealingSecret(config.secret, config.sealing);
  usePlaces(config);
  useWatchList(config.watchList);
  useZendesk(config.zendesk);
  usePartnerLinks(config.publicUrl.origin);
  useTopUps(config);
  useStore(config);
  useCardIssuer(config);
  useRamps(config);
  useLightning(config);
  useTranslator(config);
}

/** Of all products with providers. */
const messageHeadersOf = (config: Config) => ({
  ...topUpMessageHeaders(config),
  ...storeMessageHeaders(config),
  ...rampMessageHeaders(config),
  ...cardMessageHeaders(config),
});

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("asked before it was made");
  return value;
}

export type App = {
  readonly fastify: FastifyInstance;
  readonly forgery: Forgery;
  readonly metrics: Metrics;
  readonly hub: LiveHub;
  readonly routes: readonly Route[];
  /** What is kept in this process is dropped by these. */
  readonly changes: Changes;
  close(): Promise<void>;
};

/** What is no call of the API: files, pictures, links that are signed, what providers send, and the facade for programs. */
async function mountOthers(
  fastify: FastifyInstance,
  ports: AppPorts & { readonly isFromClosed: IsFromClosed },
): Promise<void> {
  await mountFiles(fastify, ports);
  mountSitemap(fastify, ports);
  mountStatus(fastify, ports);
  mountStatistics(fastify, ports);
  mountFeeds(fastify, ports.config.publicUrl.origin);
  mountDownload(fastify, ports);
  mountExports(fastify, ports);
  mountPictures(fastify, ports);
  mountRecoveryPictures(fastify, ports);
  await mountWebhook(fastify, ports);
  await mountProviderMessages(fastify, ports, messageHeadersOf(ports.config));
  await mountCardQuestions(fastify, ports);
  await mountFacade(fastify, ports);
  await mountOneClick(fastify, ports);
  await mountIncidentMail(fastify, ports);
  mountKey(fastify);
  mountSharePicture(fastify, ports);
  mountTicketFiles(fastify, ports);
  mountAddresses(fastify, ports);
  mountWithdrawals(fastify, ports);
}

export async function makeApp(ports: AppPorts): Promise<App> {
  const { config, db, log, verifier } = ports;
  useSettingsOf(config);
  useOutsideWallet(ports.outsideLightning);
  const changes = followChanges({ db, log });
  const hub = await makeLiveHub({ db, log, secret: config.secret, findOpenSessions, states: LIVE_STATES });
  const facts = marketFacts(ports);
  const routes = openIn(facts, ROUTED);
  assertActionsKnown(routes);
  let forgery: Forgery | undefined;
  const drawn = ports.distDir
    ? await openPages({
        ...ports,
        changes,
        distDir: ports.distDir,
        surround,
        menus: contentMenus,
        withPictures: smallPictures(),
        forgery: () => must(forgery),
      })
    : undefined;
  const closedCountries = keepClosedCountries(db, changes);
  const streams = openUserStreams(ports);
  const server = await makeServer({
    ...ports,
    viewers: keepViewers(db, changes),
    keys: readKeys(db),
    judging: { mayAct, refusalByBlock },
    closedCountries,
    hub,
    sockets: streams.routes,
    knownAccount: (asked) => knownAccount(db, asked),
    ...(drawn ? { errorPage: drawn.errorPage } : {}),
  });
  forgery = server.forgery;
  mountReferralLinks(server.fastify, ports);
  const metrics = mountObservability(server.fastify, { db, hub, gauges: GAUGES });
  mountOpenApi(server.fastify, routes, { serverUrl: config.publicUrl.origin, moduleOf });
  mountRoutes(server, {
    db,
    verifier,
    files: ports.files,
    live: hub,
    changes,
    standings: { of: standingsOf, mayAct, refusalByBlock },
    routes,
  });
  await mountOthers(server.fastify, { ...ports, isFromClosed: fromClosed(config, closedCountries) });
  await drawn?.mount(server.fastify, openIn(facts, [...pages, ...demoPages]));
  return {
    fastify: server.fastify,
    forgery: server.forgery,
    metrics,
    hub,
    routes,
    changes,
    async close() {
      await hub.stop();
      await streams.stop();
      await server.fastify.close();
      await changes.stop();
    },
  };
}
