// Guards: a visitor from a country that the operator has closed gets what is open everywhere and nothing else, as a page and
// over HTTP, cached or not; a signed-in user there reads and withdraws, and starts nothing. No one else is refused.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ANY_METHOD } from "#contract/market/offers/listing/paths.ts";
import { getCurrentUser } from "#contract/people/accounts.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import {
  createOffer,
  deleteOffer,
  listMyOffers,
  setOfferStatus,
  toggleAllOffers,
} from "#contract/market/offers/my/offers.ts";
import { getOffer, listOffers } from "#contract/market/offers/offers.ts";
import { reportError } from "#contract/platform/errors/error-reports.ts";
import {
  createConversion,
  createDepositAddress,
  createSendOut,
  getWalletBalances,
} from "#contract/products/wallet/wallet.ts";
import { makeApp } from "../../app.ts";
import { ids } from "../../platform/ids.ts";
import { changeSetting } from "../../reference/settings/index.ts";
import { aMarket, offerBody, signIn, start, TEST_PASSWORD, testApp } from "../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";

const CLOSED = "2.144.0.1";
const CLOSED_TOO = "2a01:5ec0::1";
const OPEN = "41.58.0.1";
const OF_NO_COUNTRY = ["127.0.0.1", "10.1.2.3", "::1", "198.51.100.7"];
const REFUSED = [451, "request.blocked_in_location"];

const app = await testApp({ config: { demo: false } });
const market = await aMarket(app);
const folder = mkdtempSync(join(tmpdir(), "parley-closed-"));
const distDir = writePlainWeb(folder);
const drawing = await makeApp({ ...app.ports, distDir });
const demo = await makeApp({ ...app.ports, config: { ...app.config, demo: true }, distDir });
after(async () => {
  for (const one of [drawing, demo]) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

const close = async (value: string[]) => {
  await app.db.tx((tx) => changeSetting(tx, { name: "catalog.disabled_countries", value, changedBy: null }));
  await drawing.changes.look();
};
const from = async (remoteAddress: string, url: string, { of = drawing, cookie = "" } = {}) => {
  const answer = await of.fastify.inject({ url, remoteAddress, headers: { accept: "text/html", cookie } });
  const isPage = answer.body.startsWith("{") && answer.body.includes('<meta name="csrf-token"');
  return { status: answer.statusCode, page: isPage ? readPlainPage(answer.body).page : "", headers: answer.headers };
};

const TRADING = [
  "/",
  "/es",
  `/trading/buy-btc/${ANY_METHOD}?currencyCode=USD`,
  `/offer/${market.offer}`,
  "/register",
  "/fees",
] as const;
const ALWAYS = ["/terms-of-service", "/privacy-policy", "/ar/about", "/login", "/forgot-password", "/unsubscribe"];

test("a cached public page is shown to open countries and not to closed ones, whichever asks first", async () => {
  for (const url of TRADING) {
    for (const ip of [CLOSED, OPEN, CLOSED_TOO, "127.0.0.1", CLOSED, OPEN]) {
      const { status, page, headers } = await from(ip, url);
      const isClosed = ip === CLOSED || ip === CLOSED_TOO;
      assert.equal(status, isClosed ? 451 : 200, `${url} from ${ip}`);
      assert.equal(page === "error-ip-blocked", isClosed, `${url} from ${ip}`);
      assert.equal(headers["cache-control"], "no-store", url);
    }
  }
});

test("legal pages, sign-in, health checks and assets are open from everywhere", async () => {
  for (const url of [...ALWAYS, "/healthz", "/readyz", "/shell/plain.js", "/assets/flags/ng.svg", "/openapi.json"])
    assert.notEqual((await from(CLOSED, url)).status, 451, url);
  for (const url of ALWAYS) assert.equal((await from(CLOSED, url)).status, 200, url);
  // An unknown token is no session.
  assert.equal((await from(CLOSED, "/", { cookie: "parley=aaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbb" })).status, 451);
  // Pages of one's own lead to the sign-in.
  const { status, headers } = await from(CLOSED, "/wallet");
  assert.deepEqual([status, headers.location], [303, "/login?next=%2Fwallet"]);
});

test("over HTTP a visitor from a closed place is refused by the same code, kept or not, and may sign in", async () => {
  const query = { type: "sell", crypto_currency_id: "8" } as const;
  for (const [ip, isClosed] of [
    [CLOSED, true],
    [OPEN, false],
    [CLOSED, true],
    ...OF_NO_COUNTRY.map((one) => [one, false] as const),
  ] as const) {
    const client = app.client("", ip);
    for (const answer of [
      await client.call(listOffers, { query }),
      await client.call(getOffer, { params: { id: market.offer } }),
    ])
      assert.deepEqual([answer.status, answer.code], isClosed ? REFUSED : [200, ""], ip);
  }
  const closed = app.client("", CLOSED);
  const body = { email: "who@example.org", password: TEST_PASSWORD };
  const refused = await closed.call(auth.register, { body });
  assert.deepEqual([refused.status, refused.code], REFUSED);
  const { rows } = await app.owner.query("select from mails where to_address = 'who@example.org'");
  assert.equal(rows.length, 0);
  const wrong = await closed.call(auth.login, { body: { email: "nobody@example.org", password: "wrong password" } });
  assert.equal(wrong.code, "auth.wrong_credentials");
  assert.notEqual((await closed.call(reportError, { body: {} as never })).status, 451);
});

test("a signed-in user there reads their own data and may withdraw, and starts nothing", async () => {
  const { buyer, seller, offer } = market;
  const there = async (id: bigint) => app.client(await app.db.tx((tx) => signIn(tx, id)), CLOSED);
  const [buying, selling] = [await there(buyer.id), await there(seller.id)];
  const by = (client: typeof buying) => ({ ...market, buyer: { ...buyer, client } });
  for (const answer of [
    await start(by(buying)),
    await buying.call(createDepositAddress, { params: { code: "BTC" } }),
    await buying.call(createConversion, { body: { quote_id: ids.hash() }, proves: false }),
    await selling.call(createOffer, { body: offerBody() }),
    await selling.call(setOfferStatus, { params: { hash: offer }, body: { new_status: "active" } }),
    await selling.call(toggleAllOffers, { body: { new_status: "active", type: "sell" } }),
  ])
    assert.deepEqual([answer.status, answer.code], [403, "account.blocked_in_location"]);
  const again = await buying.call(auth.register, {
    body: { email: "again@example.org", password: TEST_PASSWORD },
  });
  assert.deepEqual([again.status, again.code], REFUSED);

  assert.deepEqual((await buying.call(getCurrentUser)).data.walletBlockReasons, ["BLOCKED_IN_LOCATION"]);
  const sent = await buying.call(createSendOut, { body: { quote_id: ids.hash() }, proves: false });
  assert.notEqual(sent.code, "account.blocked_in_location");
  assert.notEqual(sent.status, 451);
  for (const answer of [
    await selling.call(getWalletBalances),
    await selling.call(listMyOffers),
    await selling.call(getCurrentUser),
    await selling.call(getOffer, { params: { id: offer } }),
    await selling.call(setOfferStatus, { params: { hash: offer }, body: { new_status: "inactive" } }),
  ])
    assert.equal(answer.status, 200);
  const cookie = `parley=${selling.token}`;
  for (const url of ["/wallet", "/", `/offer/${offer}`, "/dashboard"])
    assert.equal((await from(CLOSED, url, { cookie })).status, 200, url);

  // The same session elsewhere is as good as before.
  const home = app.client(selling.token, OPEN);
  assert.deepEqual((await home.call(getCurrentUser)).data.walletBlockReasons, []);
  const back = await home.call(setOfferStatus, { params: { hash: offer }, body: { new_status: "active" } });
  assert.equal(back.status, 200);
  assert.notEqual((await start(by(app.client(buying.token, OPEN)))).code, "account.blocked_in_location");
  const made = await home.call(createOffer, { body: offerBody({ payment_method: "google-play-gift-card" }) });
  assert.equal(made.status, 200, made.code);
  assert.equal((await selling.call(deleteOffer, { params: { id: made.data.idHashed } })).status, 200);
});

test("a place is closed and opened by the setting alone, also what was kept before", async () => {
  const url = `/offer/${market.offer}`;
  assert.equal((await from(OPEN, url)).status, 200);
  await close(["NG"]);
  assert.equal((await from(OPEN, url)).status, 451);
  assert.equal((await from(CLOSED, url)).status, 200);
  await close([]);
  for (const ip of [OPEN, CLOSED]) assert.equal((await from(ip, url)).status, 200);
  await close(["CU", "IR", "KP", "SY"]);
  assert.equal((await from(CLOSED, url)).status, 451);
});

test("an address that the file does not have, or a private one, is open; a demo market closes nothing", async () => {
  const url = `/offer/${market.offer}`;
  for (const ip of OF_NO_COUNTRY) assert.equal((await from(ip, url)).status, 200, ip);
  for (const one of TRADING) assert.equal((await from(CLOSED, one, { of: demo })).status, 200, one);
});
