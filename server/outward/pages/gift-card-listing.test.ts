// Guards: addresses of offers that gift cards pay lead to the listing, with their filters, in every language.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeApp } from "../../app.ts";
import { testApp } from "../../testing/index.ts";
import { writePlainWeb } from "../../testing/plain-web.ts";

const app = await testApp();
const folder = mkdtempSync(join(tmpdir(), "parley-gift-cards-"));
const drawing = await makeApp({ ...app.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await drawing.close();
  rmSync(folder, { recursive: true, force: true });
});

async function asked(url: string) {
  const { statusCode, headers } = await drawing.fastify.inject({
    method: "GET",
    url,
    headers: { accept: "text/html" },
  });
  return [statusCode, headers.location];
}

test("an address of gift cards leads to their offers in the listing, and takes its filters along", async () => {
  const any = "with-any-payment-method";
  assert.deepEqual(await asked(`/buy-giftcard/${any}`), [303, `/trading/buy-btc/${any}?group=gift-cards`]);
  assert.deepEqual(await asked("/es/sell-giftcard-for-usdt/amazon-gift-card?fiat-min=50&cardRegion=US"), [
    303,
    "/es/trading/sell-usdt/amazon-gift-card?fiat-min=50&cardRegion=US",
  ]);
});

test("what is no gift card, no coin or no side has no such address", async () => {
  for (const url of [
    "/buy-giftcard/paypal",
    "/buy-giftcard/never-was",
    "/buy-giftcard-for-doge/amazon-gift-card",
    "/hold-giftcard/amazon-gift-card",
  ])
    assert.equal((await asked(url))[0], 404, url);
});
