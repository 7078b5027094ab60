// Guards: at a tick the server sends the current prices to all readers, guests too: one announcement, no row, no replay.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { reAuthPush } from "#contract/platform/live-tokens.ts";
import { ratesChannel } from "#contract/platform/live-channels.ts";
import { type CryptoFiatRate, listCryptoFiatRates } from "#contract/money/rates.ts";
import { anOffer, aPerson, testApp } from "../../testing/index.ts";
import { playRecordedRates } from "./play-recorded-rates.ts";

const world = await testApp();
const { db, owner, moveClock } = world;
await db.tx(playRecordedRates);
const address = await world.app.fastify.listen({ port: 0, host: "127.0.0.1" });

type Frame = { op: string; channel: string; seq?: string; body?: { type: string; rate: CryptoFiatRate } };

async function open() {
  const socket = new WebSocket(`${address.replace("http", "ws")}/live`, {
    headers: { origin: "http://localhost" },
  } as never);
  const frames: Frame[] = [];
  socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data)) as Frame));
  await new Promise((done) => socket.addEventListener("open", done));
  return {
    frames,
    rates: () => frames.flatMap(({ body }) => (body ? [body.rate] : [])),
    enter: (channel: string, more: object = {}) => socket.send(JSON.stringify({ op: "subscribe", channel, ...more })),
    close: () => socket.close(),
  };
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const lastMs = performance.now() + 5000;
  while (!isSo()) {
    assert.ok(performance.now() < lastMs, `waited in vain: ${what}`);
    await pause(10);
  }
}

async function tick(): Promise<void> {
  await moveClock(20_000);
  await db.tx(playRecordedRates);
}

const EURO = ratesChannel("BTC", "EUR");

test("a guest gets the newest rate on entering, and each tick's within a moment, as the call answers it", async () => {
  const guest = await open();
  guest.enter(EURO);
  await until("the newest", () => guest.rates().length === 1);
  await tick();
  await until("the tick's", () => guest.rates().length === 2);
  const asked = await world.client().call(listCryptoFiatRates, { query: { currency: "EUR" } });
  const found = asked.data.find(({ cryptoCurrencyCode }) => cryptoCurrencyCode === "BTC");
  assert.ok(found);
  // A message is for readers of every language.
  const { fiatCurrencyName, ...rate } = found;
  assert.equal(fiatCurrencyName.original, "Euro");
  assert.deepEqual(guest.rates()[1], rate);
  assert.deepEqual(
    guest.frames.map(({ op, channel }) => `${op} ${channel}`),
    [`subscribed ${EURO}`, `message ${EURO}`, `message ${EURO}`],
    "other pairs came too",
  );
  guest.close();
});

test("a reader who returns with the number of the last tick gets nothing twice, and nothing of the ticks between", async () => {
  const first = await open();
  first.enter(EURO);
  await until("the newest", () => first.rates().length === 1);
  const after = first.frames.at(-1)?.seq;
  first.close();
  const same = await open();
  same.enter(EURO, { after });
  await until("entered", () => same.frames.length > 0);
  await pause(100);
  assert.equal(same.rates().length, 0);
  same.close();
  await tick();
  await tick();
  await tick();
  const late = await open();
  late.enter(EURO, { after });
  await until("the newest", () => late.rates().length > 0);
  await pause(100);
  assert.equal(late.rates().length, 1);
  const asked = await world.client().call(listCryptoFiatRates, { query: { currency: "EUR" } });
  assert.equal(late.rates()[0]?.asOf, asked.data[0]?.asOf);
  late.close();
});

test("a tick is one announcement for all pairs and all readers, and writes no message and no offer", async () => {
  const person = await aPerson(world);
  await db.tx((tx) => anOffer(tx, person.id));
  const announced: string[] = [];
  const listening = await db.listen(["live", "live_states"], {
    heard: (topic) => void announced.push(topic),
    missed: () => undefined,
  });
  const guests = await Promise.all(Array.from({ length: 5 }, open));
  for (const guest of guests) for (const fiat of ["EUR", "USD", "NGN"]) guest.enter(ratesChannel("ETH", fiat));
  await until("entered", () => guests.every((guest) => guest.rates().length === 3));
  const written = async () =>
    (
      await owner.query(
        "select (select count(*) from live_messages) as messages, (select sum(xmin::text::bigint) from offers) as offers",
      )
    ).rows[0];
  const before = await written();
  await tick();
  await until("delivered", () => guests.every((guest) => guest.rates().length === 6));
  // The server may have received it just before this connection; the answer of a call has everything else.
  await until("announced", () => announced.length > 0);
  await pause(50);
  assert.deepEqual(announced, ["live_states"]);
  assert.deepEqual(await written(), before);
  for (const guest of guests) guest.close();
  await listening.stop();
});

test("only pairs that the market knows are public, and no user channel opens without a token", async () => {
  const person = await aPerson(world);
  const { data } = await person.client.call(reAuthPush, { body: { channels: ["user", EURO] } });
  const own = data.channels[0]?.channel ?? "";
  assert.equal(data.channels[1]?.channel, EURO);
  assert.equal((await person.client.call(reAuthPush, { body: { channels: ["rates"] } })).status, 403);
  const guest = await open();
  const closed = [own, "rates", "rates:BTC/ZZZ", "rates:DOGE/EUR", "rates:BTC/EUR/", "user:"];
  for (const channel of closed) guest.enter(channel);
  await until("refused", () => guest.frames.length === closed.length);
  assert.deepEqual(
    guest.frames.map(({ op, channel }) => [op, channel]),
    closed.map((channel) => ["denied", channel]),
  );
  guest.close();
});

test("no socket gets more than twenty pairs", async () => {
  const guest = await open();
  const asked = await world.client().call(listCryptoFiatRates, {});
  const fiats = [...new Set(asked.data.map(({ fiatCurrencyCode }) => fiatCurrencyCode))].slice(0, 21);
  for (const fiat of fiats) guest.enter(ratesChannel("USDT", fiat));
  await until("twenty", () => guest.rates().length === 20);
  assert.equal(guest.frames.filter(({ op }) => op === "denied").length, 1);
  guest.close();
});

test("after the database was away the next tick is delivered", async () => {
  const guest = await open();
  guest.enter(EURO);
  await until("the newest", () => guest.rates().length === 1);
  await world.outage(() => pause(700));
  await tick();
  await until("the tick's", () => guest.rates().length === 2);
  guest.close();
});
