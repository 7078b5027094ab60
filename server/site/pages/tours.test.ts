// Guards: a tour that a person has completed is left out of the page in every browser of the account, and of nobody else's.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { completeTour } from "#contract/people/accounts.ts";
import type { TourName } from "#contract/people/tours.ts";
import { makeApp } from "../../app.ts";
import { aMarket, aTrade, signIn, testApp } from "../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";

const app = await testApp({ config: { demo: true } });
const folder = mkdtempSync(join(tmpdir(), "parley-tours-"));
const drawing = await makeApp({ ...app.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await drawing.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Each time in another browser; null: a visitor. */
async function propsOf(userId: bigint | null, url: string): Promise<Record<string, unknown>> {
  const session = userId === null ? undefined : await app.db.tx((tx) => signIn(tx, userId));
  const headers = { accept: "text/html", ...(session ? { cookie: `parley=${session}` } : {}) };
  const { body } = await drawing.fastify.inject({ url, headers });
  return readPlainPage(body).props;
}

const market = await aMarket(app);
const { buyer, seller } = market;
const complete = (tourName: TourName) => buyer.client.call(completeTour, { body: { tourName } });

test("the tour of the first page is for visitors and for those who have not completed it", async () => {
  const isToured = async (userId: bigint | null) => (await propsOf(userId, "/")).tour !== null;
  for (const one of [null, buyer.id, seller.id]) assert.equal(await isToured(one), true);
  assert.deepEqual((await complete("home")).data.completedTourGuides, ["home"]);
  assert.equal(await isToured(buyer.id), false);
  for (const one of [null, seller.id]) assert.equal(await isToured(one), true);
});

test("the tour of a first trade is in its room until it is completed, and in no later one", async () => {
  const hash = await aTrade(market);
  const isToured = async (userId: bigint) => (await propsOf(userId, `/trade/${hash}`)).isToured;
  assert.deepEqual([await isToured(buyer.id), await isToured(seller.id)], [true, true]);
  assert.deepEqual((await complete("first-trade")).data.completedTourGuides, ["home", "first-trade"]);
  assert.deepEqual([await isToured(buyer.id), await isToured(seller.id)], [false, true]);
  await aTrade(market, "released");
  await app.deliverEvents();
  assert.equal(await isToured(seller.id), false);
});

test("a name that no page has is refused", async () => {
  const { status, code } = await complete("made-up" as TourName);
  assert.deepEqual([status, code], [422, "ERROR_INPUT_VALIDATION"]);
});
