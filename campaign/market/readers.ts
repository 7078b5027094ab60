/**
 * Readers of the market: what a process has kept of a page is what it draws now, for visitors and for
 * users, at whatever step; and what it has kept of a call is what it reads now. The clock does not move while they
 * read, so nothing is older in one of two looks.
 */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { ANY_METHOD } from "#contract/market/offers/listing/paths.ts";
import { readPlainPage } from "../../server/testing/plain-web.ts";
import { count, type Run } from "./asking.ts";
import type { Caller } from "./calls.ts";
import { isUnseen } from "./offers/special.ts";

/** A change is known to every process a tenth of a second after its commit, and on a busy machine somewhat later. */
const KNOWN_WITHIN_MS = 3000;
const PATIENCE_MS = 60_000;
const PLACES = [
  "/",
  `/trading/buy-btc/${ANY_METHOD}?currencyCode=USD`,
  `/trading/sell-btc/${ANY_METHOD}?currencyCode=USD`,
];

/** Calls of clients without an account. */
const CALLS = [
  "/rest/v1/offers?type=sell&currency=USD",
  "/rest/v1/offers?type=buy&sort=crypto_usd_price_asc",
  "/rest/v1/offers?type=sell&currency=USD&fiat-min=100",
];

/** Some pages as one reader, who may be nobody and then makes some calls too, in both processes. Returns the look after whatever happens meanwhile. */
export async function readPages(run: Run): Promise<() => Promise<void>> {
  const { place, random } = run;
  const { servers } = place.market;
  const paths = [...PLACES, ...place.offers.map((hash) => `/offer/${hash}`)];
  const calls = [...CALLS, ...place.offers.map((hash) => `/rest/v1/offers/${hash}`)];
  const first = random.below(paths.length);
  const someOf = (all: readonly string[]) => [0, 1, 2].map((step) => all[(first + step) % all.length] ?? "/");
  const reader = [undefined, undefined, ...place.people][random.below(place.people.length + 2)];
  const read = reader ? someOf(paths) : [...someOf(paths), ...someOf(calls)];
  for (const path of read) {
    const hidden = isHidden(run, path, reader);
    if (hidden !== undefined) count(run, hidden ? "no page of a special offer" : "a page of a special offer");
  }
  count(run, reader ? "a page read by a person" : "pages and calls read by nobody");
  const readings = () =>
    servers.urls.flatMap((url) =>
      read.map((path): Reading => ({ url, path, reader, isHidden: isHidden(run, path, reader) })),
    );
  await Promise.all(readings().map(look));
  const isRewritten = random.below(2) === 0;
  return async () => {
    if (isRewritten) await rewriteTerms(run);
    await tellOfBalances(run);
    await Promise.all(readings().map(assertKeptIsDrawn));
  };
}

/** To all but two a special offer does not exist, and what was kept of it for these is for nobody else. */
function isHidden({ place, model }: Run, path: string, reader: Caller | undefined): boolean | undefined {
  const offer = model.offers[place.offers.findIndex((hash) => path.endsWith(`/${hash}`))];
  if (!offer?.special) return undefined;
  return isUnseen(offer, reader && place.people.indexOf(reader));
}

/** Owners say something else in their offers, which changes nothing for trades. */
async function rewriteTerms({ place, random }: Run): Promise<void> {
  const { db } = place.market;
  await db.tx((tx) => tx.rows`update offers set terms = ${random.hash()} where hash = any(${place.offers})`);
}

/** As a job does every three seconds: a maximum that the owner's balance cuts has changed with it. */
async function tellOfBalances({ place }: Run): Promise<void> {
  const owners = place.people.map(({ id }) => id);
  await place.market.worker.tx((tx) => tx.rows`select note_owners(${owners}::bigint[])`);
}

type Reading = {
  readonly url: string;
  readonly path: string;
  readonly reader: Caller | undefined;
  /** Of a special offer only. */
  readonly isHidden: boolean | undefined;
};

let asked = 0;

async function assertKeptIsDrawn(reading: Reading): Promise<void> {
  const until = performance.now() + KNOWN_WITHIN_MS;
  for (;;) {
    const kept = await look(reading);
    asked += 1;
    const drawn = await look({ ...reading, path: `${reading.path}${askedFirst(reading.path, asked)}` });
    try {
      assert.deepEqual(kept, drawn, `${reading.path} of ${reading.url} for ${reading.reader?.id ?? "nobody"}`);
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(50);
    }
  }
}

/** An address that nobody asked for before is drawn and read now. Of an offer the amount in it changes what `withoutOfAmount` leaves out. */
function askedFirst(path: string, number: number): string {
  if (!path.startsWith("/rest/")) return `${path.includes("?") ? "&" : "?"}asked=${number}`;
  return path.includes("?") ? `&searchId=asked-${number}` : `?fiat-min=${number}`;
}

/** The limits of an amount, which two calls about one offer name differently. */
function withoutOfAmount(path: string, answer: { data?: Record<string, unknown> }): unknown {
  if (!/^\/rest\/v1\/offers\/\w/.test(path) || !answer.data) return answer;
  const { startRefusals: _refusals, flags: _flags, ...data } = answer.data;
  return { ...answer, data };
}

async function look({ url, path, reader, isHidden: isNotFound }: Reading): Promise<unknown> {
  const response = await fetch(url + path, {
    headers: { accept: "text/html", ...(reader ? { cookie: `parley=${reader.token}` } : {}) },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const body = await response.text();
  if (isNotFound !== undefined) assert.equal(response.status, isNotFound ? 404 : 200, `a special offer at ${path}`);
  // An offer that was deleted has no page any more; every other address is one.
  if (response.status === 404 && path.includes("/offer")) return { status: 404 };
  assert.equal(response.status, 200, path);
  if (path.startsWith("/rest/")) return withoutOfAmount(path, JSON.parse(body, withoutAges));
  const { page, props, banners, flags, session } = readPlainPage(body);
  // The counters of the first page may be ten seconds old.
  if (page === "home") delete props.counts;
  return JSON.parse(JSON.stringify({ status: 200, props, banners, flags, session }, withoutAges));
}

/**
 * The time when a user was seen last may be as old on a page as it is kept, which the market's clock does not measure; and by which address it
 * was asked for comes back.
 */
const withoutAges = (name: string, value: unknown) => (name === "lastSeen" || name === "searchId" ? undefined : value);
