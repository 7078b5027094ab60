// Guards: over Valkey and NATS the bus keeps its contract; a carrier that is killed under a market stops no trade, and its readers are
// current within some seconds.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { postMessage } from "#contract/market/trades/chat.ts";
import { cancelTrade } from "#contract/market/trades/trade/trades.ts";
import { outsideBus } from "../../server/platform/bus/outside-bus.ts";
import { wireFor } from "../../server/platform/bus/open-bus.ts";
import type { OpenWire } from "../../server/platform/bus/wire.ts";
import { lastSeqOf } from "../../server/platform/events/live.ts";
import { aMarket, aTrade, testApp, testLog } from "../../server/testing/index.ts";
import {
  aProcess,
  aReader,
  carrierAt,
  carrierOf,
  sendNumbers,
  testCarrier,
  until,
} from "../../server/testing/outside/bus-contract.ts";
import { BROKERS, startBroker } from "./brokers.ts";

const AWAY_MS = 10_000;
/** While the carrier is away, and after it is back. */
const LATE_MS = 6000;

for (const name of BROKERS) {
  const broker = await startBroker(name);
  after(() => broker.stop());
  process.env.PARLEY_TEST_BUS = broker.url;
  const world = await testApp();
  delete process.env.PARLEY_TEST_BUS;
  const url = world.busUrl ?? "";
  const cut = async () => {
    await broker.stop();
    await pause(300);
    await broker.start();
  };
  testCarrier(world, carrierAt(name, url, cut));

  test(`${name}: a carrier that loses a third of all letters and doubles another loses no message and doubles none`, async () => {
    const real = await wireFor(new URL(url));
    let turn = 0;
    const open: OpenWire = (options) => {
      const wire = real({ ...options, url: new URL(url), subject: "parley.lossy" });
      return {
        publish(text) {
          const times = text.includes("rings") ? turn++ % 3 : 1;
          for (let time = 0; time < times; time++) wire.publish(text);
        },
        close: () => wire.close(),
      };
    };
    const carrier = carrierOf(name, open, cut);
    const [here, there] = [await aProcess(world, carrier), await aProcess(world, carrier)];
    const reader = await aReader(there, `user:lossy-${name}`);
    await until("rings arrive", () => there.isBusUp() === true);
    await sendNumbers(here, `user:lossy-${name}`, { count: 60, everyMs: 5 });
    await until("all read", () => reader.seqs.length >= 60);
    assert.deepEqual(
      reader.seqs,
      Array.from({ length: 60 }, (_, n) => BigInt(n + 1)),
    );
  });

  test(`${name}: while it is away for ten seconds trades go on, and readers of another process are current within ${LATE_MS} ms`, async () => {
    const market = await aMarket(world);
    const { client, id } = market.buyer;
    const { rows } = await world.owner.query("select external_id from users where id = $1", [id]);
    const channel = `user:${rows[0].external_id}`;
    const there = await aProcess(world, carrierAt(name, url, cut));
    const reader = await aReader(there, channel);
    await until("rings arrive", () => there.isBusUp() === true);
    /** A trade begins, a message is written, and the trade ends; the buyer's pages of the other process get all of it. */
    const trade = async () => {
      const hash = await aTrade(market, "active_funded");
      const said = await client.call(postMessage, { params: { id: hash }, body: { text: "Hello" } } as never);
      assert.equal(said.status, 200, said.code);
      assert.equal((await client.call(cancelTrade, { params: { id: hash } } as never)).status, 200);
      await world.deliverEvents();
    };
    const isCurrent = async (withinMs: number) => {
      const last = await there.read((tx) => lastSeqOf(tx, channel));
      await until(`message ${last} is read`, () => (reader.seqs.at(-1) ?? 0n) >= last, withinMs);
    };
    await trade();
    await isCurrent(1000);
    await broker.stop();
    const stoppedAt = performance.now();
    let trades = 0;
    while (performance.now() - stoppedAt < AWAY_MS) {
      const begunAt = performance.now();
      await trade();
      assert.ok(performance.now() - begunAt < 5000, "a trade waited for the carrier");
      trades += 1;
      await isCurrent(LATE_MS);
    }
    assert.ok(trades >= 2, `${trades} trades`);
    await broker.start();
    await until("rings arrive again", () => there.isBusUp() === true, LATE_MS);
    await trade();
    await isCurrent(1000);
    assert.deepEqual(reader.seqs, [...new Set(reader.seqs)], "none twice");
  });

  test(`${name}: a process that starts while the carrier is away works, and joins it when it is there`, async () => {
    await broker.stop();
    const bus = outsideBus({ url: new URL(url), open: await wireFor(new URL(url)), log: testLog });
    after(() => bus.close());
    let missed = 0;
    bus.listen(["live"], {
      heard: () => undefined,
      missed: () => {
        missed += 1;
      },
    });
    bus.ring([{ topic: "live", note: "nobody" }]);
    await until("it reads by itself", () => missed > 0, 3000);
    assert.equal(bus.isUp(), false);
    await broker.start();
    await until("it joins", () => bus.isUp(), LATE_MS);
  });
}
