// Guards: who has traded makes the other side an offer from the trade's page; that side is told, opens it and starts a trade on it.
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { look } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { alsoOn, mounted, startTrade, tradeStarted } from "./steps.ts";

const market = await openMarket();

test("an owner makes a special offer from a trade, and its partner is told, opens it and starts", {
  timeout: 400_000,
}, async () => {
  const owner = await aGuest(market, "special_owner", { coins: { BTC: 50_000_000n } });
  const partner = await aGuest(market, "special_partner");
  const ordinary = await market.db.tx((tx) => anOffer(tx, owner.id));
  const trade = await startTrade(partner, ordinary, "100");

  await owner.page.goto(trade);
  await mounted(owner.page);
  await look(owner.page, "special-trade-1280");
  await owner.page.getByRole("link", { name: "Make a special offer" }).click();
  await owner.page.waitForURL(/offer-manager\/special/);
  await mounted(owner.page);
  const { pathname, search } = new URL(owner.page.url());
  await owner.page.getByRole("heading", { name: /Special offer for .*special_partner/ }).waitFor();
  await owner.page.getByLabel("Margin over market price").fill("1");
  await owner.page.getByText("+1%").first().waitFor();
  await look(owner.page, "special-form-1280");
  await alsoOn(market, owner.id, pathname + search, "special-form");
  await owner.page.getByRole("button", { name: "Make special offer" }).click();
  await owner.page.waitForURL(/my-offers/);
  await mounted(owner.page);
  await owner.page.getByText(/For .*special_partner.* alone, price locked until/).waitFor();
  await look(owner.page, "special-my-offers-1280");
  await alsoOn(market, owner.id, "/dashboard/my-offers?myOffersTab=sell", "special-my-offers");

  await partner.page.goto("/dashboard");
  await mounted(partner.page);
  await partner.page.locator("summary", { hasText: "Notifications" }).click();
  await partner.page.getByText("A special offer for you").first().click();
  await partner.page.waitForURL(/\/offer\//);
  await mounted(partner.page);
  await partner.page.getByText(/special_owner.* made this offer for you/).waitFor();
  await look(partner.page, "special-offer-1280");
  await alsoOn(market, partner.id, new URL(partner.page.url()).pathname, "special-offer");
  await partner.page.getByLabel("You pay").fill("50");
  await partner.page.getByRole("button", { name: /^Start buying/ }).click();
  await tradeStarted(partner.page);
});
