// Guards: a page behind a connection that drops, doubles and reorders frames has the server's book within two seconds, and most
// messages of a market say only what changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket as Socket } from "ws";
import { cancelAllSpotOrders, getSpotBook, placeSpotOrder } from "#contract/products/spot/spot.ts";
import { spotChannel } from "#contract/products/spot/names.ts";
import { createLive } from "#sdk/live/live.ts";
import { seededRandom } from "../../../server/platform/ids.ts";
import { testApp } from "../../../server/testing/index.ts";
import { aSpotTrader, matchSpot, openSpotMarkets } from "../../../server/testing/market/spot.ts";
import { stateAfter } from "./market-state.ts";

const app = await testApp();
const CHANNEL = spotChannel("BTC-USDT");

/** The socket of a page; each frame of the channel arrives never, late, twice, or as it should. */
function browserBehind(origin: string, random: () => number) {
  const seen = { frames: 0, changes: 0, mode: "bad" as "bad" | "deaf" | "good" | "over" };
  class BadSocket {
    static OPEN = 1;
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    onclose?: (event: { code: number }) => void;
    readonly #socket: Socket;
    constructor() {
      this.#socket = new Socket(`${origin.replace("http", "ws")}/live`, { origin: app.config.publicUrl.origin });
      this.#socket.on("open", () => this.onopen?.());
      this.#socket.on("close", (code) => seen.mode !== "over" && this.onclose?.({ code }));
      this.#socket.on("message", (data) => this.#deliver(String(data)));
    }
    get readyState() {
      return this.#socket.readyState;
    }
    send(text: string) {
      this.#socket.send(text);
    }
    close() {
      this.#socket.close();
    }
    #deliver(data: string) {
      seen.frames += 1;
      if (data.includes('"spot.change"')) seen.changes += 1;
      const fate = !data.includes('"message"') || seen.mode === "good" ? 9 : seen.mode === "deaf" ? 0 : random();
      if (fate < 2) return;
      if (fate < 4) setTimeout(() => this.onmessage?.({ data }), 120);
      else this.onmessage?.({ data });
      if (fate === 4) this.onmessage?.({ data });
    }
  }
  const at = new URL(origin);
  Object.assign(globalThis, {
    WebSocket: BadSocket,
    location: { protocol: at.protocol, host: at.host },
    addEventListener: () => undefined,
    dispatchEvent: () => true,
  });
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  return seen;
}

test("whatever a connection does to its frames, the book of a page is the server's within two seconds", async () => {
  await openSpotMarkets(app);
  const [maker, taker] = [await aSpotTrader(app), await aSpotTrader(app)];
  const origin = await app.app.fastify.listen({ port: 0, host: "127.0.0.1" });
  const bytes = seededRandom("spot-channel");
  const random = () => (bytes.bytes(1)[0] ?? 0) % 10;
  const seen = browserBehind(origin, random);
  const live = createLive({
    call: async () => Promise.reject(new Error("no token is needed")),
    report() {},
    after: {},
  });
  const bookNow = async () => (await app.client().call(getSpotBook, { params: { market: "BTC-USDT" } })).data;
  const first = await bookNow();
  let state: Exclude<ReturnType<typeof stateAfter>, "wrong"> = { book: first, figures: null, trades: [], candle: null };
  live.subscribe(CHANNEL, (event) => {
    const next = stateAfter(state, event);
    if (next === "wrong") live.askAnew(CHANNEL);
    else state = next;
  });

  const isRight = async () => {
    const server = await bookNow();
    const end = performance.now() + 2000;
    while (state.book.seq !== server.seq && performance.now() < end) await pause(20);
    assert.deepEqual(state.book, server);
  };

  for (let round = 0; round < 60; round++) {
    const isTaker = random() < 3;
    const { client } = isTaker ? taker : maker;
    const side = random() < 5 ? "buy" : "sell";
    const away = (isTaker ? -1 : 1) * (1 + random()) * (side === "buy" ? -1 : 1);
    const body = { market: "BTC-USDT", side, type: "limit", price: String(100_000 + away), amount: "0.001" } as const;
    if (random() === 0) await client.call(cancelAllSpotOrders, { body: {} });
    else assert.equal((await client.call(placeSpotOrder, { body })).code, "");
    await matchSpot(app);
    await pause(30);
  }
  await pause(110);
  await matchSpot(app);
  await isRight();
  assert.ok(seen.changes > 15, `${seen.changes} of ${seen.frames} frames were changes`);

  const buy = async (price: string) => {
    const body = { market: "BTC-USDT", side: "buy", type: "limit", price, amount: "0.001" } as const;
    assert.equal((await maker.client.call(placeSpotOrder, { body })).code, "");
    await pause(110);
    await matchSpot(app);
  };
  // The last message of all is the lost one.
  seen.mode = "deaf";
  await buy("99000");
  await pause(200);
  seen.mode = "good";
  await isRight();
  // A book that is wrong is seen by its checksum.
  state = { ...state, book: { ...state.book, bids: [] } };
  await buy("99100");
  await isRight();
  seen.mode = "over";
});
