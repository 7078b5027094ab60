// Guards: a seller who was short when they took an offer brings the coins over the chain, both sides see how far they are, and the trade
// is funded, in the browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bitcoindForTests } from "../server/devnet/bitcoind-for-tests.ts";
import { checkBooks } from "../server/outward/staff/index.ts";
import { anOffer } from "../server/testing/index.ts";
import { assertAccessible, assertFits, look, OTHER_SCREENS } from "./look.ts";
import { aGuest, enterAs, openMarket, visit } from "./market.ts";
import { act, chatLine, mounted, openTrade, sees, startTrade } from "./steps.ts";

const hasBitcoin = (await bitcoindForTests()) !== undefined;
const market = await openMarket({ chains: true, blockMs: 0 });
const buyer = await aGuest(market, "patient_buyer");
const seller = await aGuest(market, "short_seller");
const COINS = 1_000_000n;

function faucet() {
  const { bitcoin } = market.chains;
  if ("fault" in bitcoin || !bitcoin.faucet) throw new Error("no faucet");
  return bitcoin.faucet;
}

test("coins that a seller lacks are awaited, arrive, and go into escrow", { timeout: 400_000 }, async (t) => {
  if (!hasBitcoin) return t.skip("not run: no bitcoind");
  const offer = await market.db.tx((tx) => anOffer(tx, buyer.id, { offer_type: "buy", range_max: "200" }));
  await openTrade(seller, `/offer/${offer}`);
  await seller.page.getByText("Your balance covers up to 0 USD.").waitFor();
  await look(seller.page, "offer-short-1280");
  const path = await startTrade(seller, offer, "100");
  await openTrade(buyer, path);
  await sees(seller, "You don't have enough coins.");
  await sees(buyer, "Waiting for the seller to put the coins in escrow.");
  await look(seller.page, "trade-short-1280");
  await assertAccessible(seller.page, "a trade whose seller is short");
  await act(seller, "Put coins in escrow");
  await seller.page.locator("#content").getByText("The seller's balance does not cover this amount.").waitFor();
  await look(seller.page, "trade-short-refused-1280");

  await seller.page.getByRole("link", { name: "Go to wallet" }).click();
  await seller.page.waitForURL(/wallet/);
  await mounted(seller.page);
  await seller.page.getByRole("region", { name: "BTC", exact: true }).getByRole("button").first().click();
  await seller.page.getByRole("button", { name: "Show address" }).click();
  const shown = await seller.page
    .getByText(/^bcrt1[a-z0-9]+$/)
    .first()
    .textContent();
  await faucet().giveUnits(String(shown), COINS);
  await openTrade(seller, path);
  await sees(seller, "Your coins are on their way.");
  await sees(buyer, "The seller's coins are on their way. Don't pay yet.");
  await chatLine(buyer.page, "The seller's coins are on their way. Don't pay yet.").waitFor();
  await look(seller.page, "trade-awaited-seller-1280");
  await look(buyer.page, "trade-awaited-buyer-1280");
  for (const [name, prefix, browser] of OTHER_SCREENS) {
    const visitor = await visit(market, browser);
    for (const [who, { id }] of Object.entries({ seller, buyer })) {
      await enterAs(market, visitor, id);
      await openTrade(visitor, `${prefix}${path}`);
      await assertFits(visitor.page, `an awaited trade of the ${who} at ${name}`);
      await look(visitor.page, `trade-awaited-${who}-${name}`);
    }
    await visitor.context.close();
  }
  await openTrade(buyer, "/dashboard");
  await buyer.page.getByText("The seller's coins are on their way. Don't pay yet.").waitFor();
  await look(buyer.page, "dashboard-awaited-1280");

  await openTrade(buyer, path);
  await faucet().mine(2);
  await sees(seller, "Your coins have arrived. Put them in escrow.");
  await sees(buyer, "The seller has the coins and still has to put them in escrow. Don't pay yet.");
  await look(seller.page, "trade-arrived-seller-1280");
  await act(seller, "Put coins in escrow");
  await sees(buyer, "The coins are in escrow. Get the payment details.");
  await chatLine(buyer.page, "The coins are in escrow.").first().waitFor();
  await look(buyer.page, "trade-funded-buyer-1280");
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual(
    [...buyer.errors, ...seller.errors].filter((text) => !/status of 4(09|22)/.test(text)),
    [],
  );
});
