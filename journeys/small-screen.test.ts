// Guards: the everyday screens work on a phone, in the dark and from right to left, without faults and without sideways scrolling; and a
// visitor from a closed country reads so there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { freePort } from "../server/devnet/child.ts";
import { makeApp } from "../server/app.ts";
import { stopLink } from "../server/platform/mail/stop-link.ts";
import { OTHER_SCREEN, PHONE, assertFits, assertTurns, look } from "./look.ts";
import { aGuest, enterAs, sharedMarket, visit } from "./market.ts";
import { textFaults } from "./text-boxes.ts";
import { act, mounted, openTrade, say, startTrade } from "./steps.ts";

const market = await sharedMarket();
const WALKS = [["390", "", PHONE], OTHER_SCREEN] as const;

const buyer = await aGuest(market, "small_buyer");
const seller = await aGuest(market, "small_seller", { coins: { BTC: 100_000_000n, ETH: 3_000_000_000n } });
const offer = await market.db.tx((tx) =>
  anOffer(tx, seller.id, { trade_details: "IBAN DE02 1203 0000 0000 2020 51, Ada Byron" }),
);
const path = await startTrade(buyer, offer, "100");
await act(buyer, "Show payment details");
await openTrade(seller, path);
await say(seller, "A_very_long_word_without_any_space_which_has_to_break_somewhere_or_the_phone_scrolls_sideways");
await say(buyer, "مرحبا، سأدفع الآن");
const { rows } = await market.owner.query("select external_id::text as id from users where id = $1", [buyer.id]);
const unsubscribe = stopLink(`${rows[0].id}.trades`);
const TOKEN = "the link in an email about a transfer";
await market.owner.query(
  `with quote as (
     insert into send_out_quotes (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     values ('QuoteThatWaits', $1, 'BTC', $2, 250000, 3000, 250, market_now(), market_now())
     returning *
   ), sent as (
     insert into send_outs (hash, quote_id, user_id, currency, destination, units, fee_units, usd_value, status, created_at, due_at)
     select 'SentThatWaits1', id, user_id, currency, destination, units, fee_units, usd_value, 'pending', market_now(),
       market_now() + interval '20 hours'
     from quote
     returning id
   )
   insert into send_out_links (send_out_id, token_hash, made_at)
   select id, encode(sha256($3::bytea), 'hex'), market_now() from sent`,
  [buyer.id, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", TOKEN],
);
for (const [name, prefix, browser] of WALKS) {
  test(`trade and wallet at ${name}`, { timeout: 400_000 }, async () => {
    const visitor = await visit(market, browser);
    await enterAs(market, visitor, buyer.id);
    const { page } = visitor;
    for (const [screen, address] of [
      ["trade", path],
      ["wallet", "/wallet"],
      ["wallet-convert", "/wallet/convert"],
      ["home", "/"],
      ["offer", `/offer/${offer}`],
      ["offer-form", "/offer-manager/edit?payment-method=visa-gift-card"],
      ["my-offers", "/dashboard/my-offers"],
      ["register", "/register"],
      ["recover-account", "/recover-account"],
      ["dashboard", "/dashboard"],
      ["settings", "/account/settings"],
      ["settings-security", "/account/settings/security"],
      ["settings-notifications", "/account/settings/notifications"],
      ["settings-privacy", "/account/settings/privacy"],
      ["levels", "/account/level"],
      ["forgot-password", "/forgot-password"],
      ["reset-password", "/reset-password#nobody-sent-this-link"],
      ["unsubscribe", unsubscribe],
      ["cancel-transfer", `/wallet/cancel-transfer?token=${encodeURIComponent(TOKEN)}`],
    ] as const) {
      await page.goto(address === "/" && prefix ? prefix : `${prefix}${address}`);
      await mounted(page);
      await look(page, `${screen}-${name}`);
      await assertFits(page, `${screen} ${name}`);
    }
    await assertTurns(page);
    await page.goto(`${prefix}/wallet`);
    await mounted(page);
    await page.getByRole("button", { name: /bc1qw508/ }).click();
    await page.getByRole("dialog").waitFor();
    await look(page, `transfer-waiting-${name}`);
    if (browser === PHONE) {
      await page.goto(path);
      await mounted(page);
      await page.getByRole("tab", { name: /Chat/ }).click();
      await look(page, `trade-chat-${name}`);
      await assertFits(page, `the chat at ${name}`);
      const box = await page.getByLabel("Write a message").boundingBox();
      assert.ok(box && box.y + box.height > 700 && box.y + box.height <= 844, "the chat fills the screen");
      await visitor.context.setOffline(true);
      const line = page.getByRole("status").filter({ hasText: "You are offline." }).locator("visible=true").first();
      await line.waitFor();
      const said = await line.boundingBox();
      assert.ok(said && box && said.y + said.height <= box.y, "the line about it does not cover the field");
      await visitor.context.setOffline(false);
      visitor.errors.length = 0;
    }
    assert.deepEqual(visitor.errors, []);
    await visitor.context.close();
  });
}

const OWN = ["/", "/dashboard", "/dashboard/p2p", "/dashboard/trades", "/dashboard/my-offers", "/dashboard/favorites"];
const PLACES = {
  guest: [
    "/trading/buy-btc/with-any-payment-method?currencyCode=USD",
    `/offer/${offer}`,
    "/register",
    "/login",
    "/support",
  ],
  buyer: [
    ...OWN,
    path,
    `/offer/${offer}`,
    "/offer-manager/edit",
    "/wallet",
    "/wallet/history",
    "/account/verification",
  ],
  seller: [
    "/account/settings",
    "/account/settings/security",
    "/account/settings/notifications",
    "/account/settings/privacy",
  ],
  both: ["/account/level", "/account/company", "/trader-settings/partner-program", "/messenger", "/support/tickets"],
  staff: ["/staff/desk", "/staff/disputes", "/staff/verifications", "/staff/settings", "/staff/support"],
} as const;

for (const prefix of ["", "/ar"])
  test(`no text of thirty pages is cut, covered or outside of the screen at four widths${prefix}`, {
    timeout: 400_000,
  }, async () => {
    const staff = await aGuest(market, `measuring${prefix.slice(1)}`, { role: "admin" });
    const readers = { guest: undefined, buyer: buyer.id, seller: seller.id, both: seller.id, staff: staff.id };
    const faults: string[] = [];
    for (const [who, id] of Object.entries(readers)) {
      const visitor = await visit(market);
      if (id !== undefined) await enterAs(market, visitor, id);
      for (const place of PLACES[who as keyof typeof PLACES]) {
        await visitor.page.goto(place === "/" && prefix ? prefix : prefix + place);
        await mounted(visitor.page);
        faults.push(...(await textFaults(visitor.page, `${who} ${place}`)));
      }
      await visitor.context.close();
    }
    assert.deepEqual(faults, []);
  });

test("a visitor from a closed country reads so, and may sign in and read the terms", {
  timeout: 400_000,
}, async (t) => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const config = { ...market.ports.config, demo: false, port, publicUrl: new URL(url), trustedProxies: ["127.0.0.1"] };
  const real = await makeApp({ ...market.ports, config });
  await real.fastify.listen({ port, host: "127.0.0.1" });
  t.after(() => real.close());
  const from = (ip: string) =>
    visit({ browser: market.browser, url }, { ...PHONE, extraHTTPHeaders: { "x-forwarded-for": ip } });
  const { page } = await from("2.144.0.1");
  for (const place of ["/", "/ar/trading/buy-btc/paypal"]) {
    assert.equal((await page.goto(place))?.status(), 451, place);
    await page.getByRole("main").getByRole("heading").waitFor();
    await assertFits(page, `a closed place at ${place}`);
    await look(page, `closed-place-390-${place.length}`);
  }
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL(/\/login/);
  await page.getByLabel("Email").waitFor();
  assert.equal((await page.goto("/terms-of-service"))?.status(), 200);
  const elsewhere = await from("41.58.0.1");
  assert.equal((await elsewhere.page.goto("/"))?.status(), 200);
});
