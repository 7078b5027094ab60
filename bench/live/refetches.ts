/**
 * How often pages ask the server because of a live message: two people trade with each other, each with dashboard, wallet
 * and a trade open in a Chromium, and what comes by the live channel is held against what the pages ask for then.
 */
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../journeys/browser.ts";
import type { BenchServer, Ground } from "../ground.ts";
import { act, makePairs, type Pair, release, startTrade } from "../pairs.ts";
import type { Row } from "../row.ts";
import { openWire, type Wire } from "../wire.ts";

const TRADES = 25;
/** Messages that were on their way at the end of the last trade have arrived by then. */
const SETTLE_MS = 2500;
const AT_MOST = 0.01;

/** Of one page since it was mounted: messages of the live channel, and its calls. */
type Seen = { messages: number; readonly asked: string[] };

export async function refetches(ground: Ground): Promise<Row[]> {
  const [pair] = await makePairs(ground, 1);
  if (!pair) throw new Error("nobody to trade");
  const server = await ground.server();
  const worker = await ground.worker();
  worker.work();
  const wire = await openWire(server.port);
  const browser = await launchBrowser();
  try {
    const watched = await startTrade(wire, pair);
    const paths = ["/dashboard", "/wallet", `/trade/${watched}`];
    const pages = await Promise.all(
      [pair.buyer, pair.seller].flatMap((session) => paths.map((path) => watch(browser, { server, session, path }))),
    );
    ground.say(`${pages.length} pages of two people, who trade ${TRADES} times`);
    await finish(wire, { server, pair, hash: watched });
    for (let trade = 1; trade < TRADES; trade++)
      await finish(wire, { server, pair, hash: await startTrade(wire, pair) });
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    const messages = pages.reduce((sum, seen) => sum + seen.messages, 0);
    const asked = pages.flatMap((seen) => seen.asked);
    if (messages < TRADES * pages.length) throw new Error(`only ${messages} live messages came`);
    return [
      {
        name: "calls that live messages cause, of six pages of two people",
        measured: `${asked.length} calls after ${messages} messages${asked.length > 0 ? `: ${[...new Set(asked)].join(", ")}` : ""}`,
        limit: "a message each",
        ratio: asked.length / messages,
        target: { atMost: AT_MOST },
      },
    ];
  } finally {
    await browser.close();
    wire.close();
    await worker.stop();
    await server.stop();
  }
}

type Watching = { readonly server: BenchServer; readonly session: string; readonly path: string };

/** A mounted page with all its screens and its live channel; counted from then on. */
async function watch(browser: Browser, { server, session, path }: Watching): Promise<Seen> {
  const context = await browser.newContext({ baseURL: server.url });
  await context.addCookies([{ name: "parley", value: session, url: server.url, httpOnly: true, sameSite: "Lax" }]);
  const page = await context.newPage();
  const seen: Seen = { messages: 0, asked: [] };
  const isEntered = new Promise<void>((enter) =>
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const text = String(payload);
        if (text.startsWith('{"op":"message"')) seen.messages += 1;
        if (text.startsWith('{"op":"subscribed"')) enter();
      }),
    ),
  );
  await page.goto(path, { waitUntil: "load" });
  await isEntered;
  while (!(await page.evaluate(ALL_ENTERED))) await page.waitForTimeout(50);
  await page.waitForLoadState("networkidle");
  seen.messages = 0;
  countCalls(page, seen);
  return seen;
}

function countCalls(page: Page, { asked }: Seen): void {
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // Reports of a page to the server do not count: that a message or a trade was seen.
    if (request.method() === "GET" && pathname.startsWith("/rest/")) asked.push(pathname.replace(/\w{12,}/, ":id"));
  });
}

const ALL_ENTERED = `[...document.querySelectorAll("[data-location]")]
  .every(({ dataset }) => ["mounted", "broken"].includes(dataset.status ?? ""))`;

/** To the end, with a word in the chat and what each says of the other. */
async function finish(wire: Wire, { server, pair, hash }: { server: BenchServer; pair: Pair; hash: string }) {
  const at = (path: string) => `/rest/v1/trade/${hash}/${path}`;
  await act(wire, pair.buyer, at("payment-account"), {});
  await act(wire, pair.buyer, at("messages"), { text: "The money is on its way" });
  await act(wire, pair.buyer, at("paid"), {});
  await release(wire, { origin: server.url, pair, hash });
  for (const session of [pair.buyer, pair.seller])
    await act(wire, session, `/rest/v1/feedback/${hash}/give`, { rating: 1, message: "Fast and friendly" });
}
