// Guards: a page shows an offer in the language of its address, even if another reader saw the same offer before.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { OfferCard } from "#contract/market/offers/offers.ts";
import { makeApp } from "../../app.ts";
import { aMarket, signIn, testApp } from "../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";

const app = await testApp();
const market = await aMarket(app, { payment_country: "DE", tags: ["no-vpn", "fast-release"] });
const folder = mkdtempSync(join(tmpdir(), "parley-languages-"));
const pages = await makeApp({ ...app.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await pages.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The card of the offer on a page, as a signed-in user or a visitor sees it. */
async function cardOn(url: string, token?: string): Promise<OfferCard> {
  const cookie = token === undefined ? "" : `parley=${token}`;
  const answer = await pages.fastify.inject({ url, headers: { accept: "text/html", cookie } });
  const { props } = readPlainPage(answer.body) as { props: { offer?: OfferCard; offers?: OfferCard[] } };
  const card = props.offer ?? props.offers?.find(({ hash }) => hash === market.offer);
  assert.ok(card, `${url}: ${answer.body.slice(0, 200)}`);
  return card;
}

const WORDS = {
  "": ["Germany", "Fast release", "No VPN"],
  "/es": ["Alemania", "Liberación rápida", "Sin VPN"],
  "/ar": ["ألمانيا", "بلا VPN", "تحرير سريع"],
} as const;

test("the place of payment and the tags are in the page's language, for visitors and for signed-in users, also when it is cached", async () => {
  const readers = [undefined, await app.db.tx((tx) => signIn(tx, market.buyer.id))];
  for (const path of ["/trading/buy-btc/with-any-payment-method?currencyCode=USD", `/offer/${market.offer}`])
    for (const turn of ["drawn", "kept"])
      for (const reader of readers)
        for (const [prefix, words] of Object.entries(WORDS)) {
          const { location, tags } = await cardOn(`${prefix}${path}`, reader);
          assert.deepEqual([location, ...tags.map(({ name }) => name)], words, `${prefix}${path} ${turn}`);
        }
});

test("what watches the site asks for the head of a page alone", async () => {
  for (const url of ["/", "/es", `/offer/${market.offer}`]) {
    const { statusCode, body } = await pages.fastify.inject({ method: "HEAD", url, headers: { accept: "text/html" } });
    assert.deepEqual([statusCode, body], [200, ""], url);
  }
});
