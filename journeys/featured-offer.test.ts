// Guards: a moderator features an offer by its link, is told at the field what does not fit, sees the mark in the listing as everybody
// does, and stops it; its owner reads until when.
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { look } from "./look.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const market = await openMarket();

test("a moderator features an offer by its link, everybody sees it marked, and the moderator stops it", {
  timeout: 400_000,
}, async () => {
  const owner = await aGuest(market, "featured_owner", { coins: { BTC: 50_000_000n } });
  const mara = await aGuest(market, "mara_features", { role: "moderator" });
  const offer = await market.db.tx((tx) => anOffer(tx, owner.id, { payment_method: "skrill" }));

  const { page } = mara;
  await page.goto("/staff/offers");
  await mounted(page);
  await page.getByRole("link", { name: "Featured (0)" }).click();
  await page.waitForURL(/queue=featured/);
  await mounted(page);
  await page.getByText("No offer is featured.").waitFor();
  await page.getByLabel("Link or ID of the offer").fill("an offer of featured_owner");
  await page.getByLabel("Reason").fill("Pays within minutes.");
  await page.getByRole("button", { name: "Feature the offer" }).click();
  await page.getByText("Enter the link of an offer, or its ID.").waitFor();
  await page.getByLabel("Link or ID of the offer").fill("AAAAAAAAAAA");
  await page.getByLabel("Days").fill("60");
  await page.getByRole("button", { name: "Feature the offer" }).click();
  await page.getByText(/Choose \d+ days at most\./).waitFor();
  await page.getByLabel("Days").fill("5");
  await page.getByRole("button", { name: "Feature the offer" }).click();
  await page.getByText("Offer not found.").waitFor();
  await look(page, "featured-wrong-1280");
  await page.getByLabel("Link or ID of the offer").fill(new URL(`/offer/${offer}`, page.url()).href);
  await page.getByRole("button", { name: "Feature the offer" }).click();
  await page.getByText("Featured until").waitFor();
  await page.getByRole("link", { name: "Featured (1)" }).waitFor();
  await look(page, "featured-queue-1280");
  await alsoOn(market, mara.id, "/staff/offers?queue=featured", "featured-queue");

  const listing = "/trading/buy-btc/skrill";
  const stranger = await visit(market);
  const row = stranger.page.getByRole("listitem").filter({ hasText: "featured_owner" });
  await stranger.page.goto(listing);
  await mounted(stranger.page);
  await row.getByText("Featured", { exact: true }).first().waitFor();
  await look(stranger.page, "featured-listing-1280");
  await alsoOn(market, mara.id, `${listing}?currencyCode=USD`, "featured-listing");

  await owner.page.goto("/dashboard/my-offers?myOffersTab=sell");
  await mounted(owner.page);
  await owner.page.getByText("Featured by our staff until").waitFor();
  await look(owner.page, "featured-my-offers-1280");
  await alsoOn(market, owner.id, "/dashboard/my-offers?myOffersTab=sell", "featured-my-offers");

  await page.getByRole("button", { name: "Stop featuring" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("A week is enough.");
  await look(page, "featured-stop-1280");
  await dialog.getByRole("button", { name: "Stop featuring" }).click();
  await page.getByText("No offer is featured.").waitFor();
  await stranger.page.reload();
  await mounted(stranger.page);
  await row.first().waitFor();
  await row.getByText("Featured", { exact: true }).waitFor({ state: "detached" });
});
