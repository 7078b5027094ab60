// Guards: an owner makes offers by the form, others find them, and changes reach the market; an offer for a partner alone; and cashback that two
// administrators give.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { checkBooks } from "../server/staff/console/index.ts";
import { alsoOn, mounted, openTrade, startTrade, tradeStarted } from "./steps.ts";
import { anAuthenticator } from "./authenticator.ts";
import { look } from "./look.ts";
import { type Visitor, aGuest, sharedMarket, visit } from "./market.ts";

const market = await sharedMarket();
const ada = await aGuest(market, "ada_gives", { role: "admin" });
const eve = await aGuest(market, "eve_gives", { role: "admin" });
const [codeOfAda, codeOfEve] = [await anAuthenticator(market, ada.id), await anAuthenticator(market, eve.id)];
await market.moveClock(24 * 3_600_000);
const owner = await aGuest(market, "offer_owner", { coins: { BTC: 100_000_000n } });
const taker = await aGuest(market, "offer_taker");

async function chooseMethod(name: string): Promise<void> {
  const { page } = owner;
  await page.getByRole("button", { name: /^Payment method/ }).click();
  await page.getByRole("dialog").getByRole("combobox").fill(name);
  await page.getByRole("dialog").getByRole("option", { name, exact: true }).click();
}

/** To the next step of the form. */
async function goOn(): Promise<void> {
  await owner.page.getByRole("button", { name: "Continue" }).click();
}

async function publish(): Promise<void> {
  await owner.page.getByRole("button", { name: "Publish offer" }).click();
  await owner.page.waitForURL(/my-offers/);
  await mounted(owner.page);
}

test("a new offer to sell is in the listing with the entered values", { timeout: 400_000 }, async () => {
  const { page } = owner;
  await page.goto("/offer-manager/edit");
  await mounted(page);
  await goOn();
  await page.getByText("This field is required.").waitFor();
  await chooseMethod("Skrill");
  await page.getByText(/You pay 1% of each trade when it is released/).waitFor();
  await look(page, "offer-form-what-1280");
  await goOn();
  await page.getByLabel("Margin over market price").fill("2.5");
  await page.getByText("+2.5%").first().waitFor();
  await page.getByLabel("Minimum", { exact: true }).fill("900");
  await page.getByLabel("Maximum", { exact: true }).fill("300");
  await goOn();
  await page.getByRole("button", { name: "Publish offer" }).click();
  // The refusal opens the step with its field.
  await page.getByText(/The minimum must be above zero/).waitFor();
  await page.getByLabel("Minimum", { exact: true }).fill("30");
  // The row as others will see it.
  await page.getByRole("region", { name: "How others see it" }).getByText("30–300 EUR").waitFor();
  await goOn();
  await page.getByLabel("Offer terms").fill("Only from an account in your own name.");
  await page.getByText("No third parties").click();
  await page.getByText("Completed trades, countries").click();
  await look(page, "offer-form-1280");
  await publish();
  await page.getByText("Active", { exact: true }).first().waitFor();
  // The switch says that it is on, and the badge alone whether the offer is active: one that is held back is not.
  assert.equal(await page.getByText("Active", { exact: true }).count(), 1);
  await page.getByRole("switch", { name: "Turned on" }).waitFor();

  await taker.page.goto("/trading/buy-btc/skrill");
  await mounted(taker.page);
  await taker.page.getByText("offer_owner").first().waitFor();
  await taker.page.getByText("30–300 EUR").first().waitFor();
  // The refused try is in the console, and nothing else.
  assert.equal(owner.errors.filter((error) => !error.includes("422")).length, 0);
});

test("a quick change, a pause and the end of an offer reach the market", { timeout: 400_000 }, async () => {
  const { page } = owner;
  await page.goto("/dashboard/my-offers");
  await mounted(page);
  await page.getByRole("button", { name: "Quick edit" }).click();
  await page.getByLabel("Margin over market price").fill("4");
  await page.getByLabel("Maximum", { exact: true }).fill("250");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("+4%").waitFor();
  await look(page, "my-offers-1280");
  await taker.page.reload();
  await taker.page.getByText("30–250 EUR").first().waitFor();

  // The switch moves at once, and goes back when the server declines.
  const switched = page.waitForResponse(/\/status$/);
  await page.getByRole("switch").click();
  await switched;
  await page.getByText("Paused", { exact: true }).waitFor();
  await taker.page.reload();
  assert.equal(await taker.page.getByText("offer_owner").count(), 0);

  await page.getByRole("button", { name: "Activate all" }).click();
  await page.getByText("Active", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No offers here yet").waitFor();
});

test("an owner makes a special offer from a trade, and its partner is notified, opens it and starts", {
  timeout: 400_000,
}, async () => {
  const ordinary = await market.db.tx((tx) => anOffer(tx, owner.id));
  const trade = await startTrade(taker, ordinary, "100");

  await owner.page.goto(trade);
  await mounted(owner.page);
  await owner.page.getByRole("link", { name: "Make a special offer" }).click();
  await owner.page.waitForURL(/offer-manager\/special/);
  await mounted(owner.page);
  const { pathname, search } = new URL(owner.page.url());
  await owner.page.getByRole("heading", { name: /Special offer for .*offer_taker/ }).waitFor();
  await alsoOn(market, owner.id, pathname + search, "special-form");
  await goOn();
  await owner.page.getByLabel("Margin over market price").fill("1");
  await owner.page.getByText("+1%").first().waitFor();
  await goOn();
  await owner.page.getByLabel("Trade instructions").fill("IBAN DE02 1203 0000 0000 2020 51, Ada Byron");
  await owner.page.getByRole("button", { name: "Make special offer" }).click();
  await owner.page.waitForURL(/my-offers/);
  await mounted(owner.page);
  await owner.page.getByText(/For .*offer_taker.* alone, price locked until/).waitFor();

  await taker.page.goto("/dashboard");
  await mounted(taker.page);
  await taker.page.locator("summary", { hasText: "Notifications" }).click();
  await taker.page.getByText("A special offer for you").first().click();
  await taker.page.waitForURL(/\/offer\//);
  await mounted(taker.page);
  await taker.page.getByText(/offer_owner.* made this offer for you/).waitFor();
  await look(taker.page, "special-offer-1280");
  await taker.page.getByLabel("You pay").fill("50");
  await taker.page.getByRole("button", { name: /^Start buying/ }).click();
  await tradeStarted(taker.page);
});

async function proveAndConfirm({ page }: Visitor, code: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Code from your authenticator app").fill(code);
  await dialog.getByRole("button", { name: "Confirm" }).click();
}

test("cashback is given by two administrators, found in the listing and shown before the start", {
  timeout: 400_000,
}, async () => {
  const offer = await market.db.tx((tx) => anOffer(tx, owner.id, { payment_method: "skrill" }));
  const { page } = ada;
  await openTrade(ada, "/staff/offers?queue=featured");
  await page.getByLabel("Link or ID of the offer").fill(offer);
  await page.getByLabel("Reason").fill("A new method of payment.");
  await page.getByRole("button", { name: "Feature the offer" }).click();
  await page.getByRole("button", { name: "Give cashback" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Percent of the amount").fill("0.5");
  await dialog.getByLabel("At most for one trade").fill("15");
  await look(page, "cashback-give-1280");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("Grant cashback of 0.5%, at most 15 USD a trade").waitFor();
  await dialog.getByLabel("Reason").fill("A new method of payment.");
  await proveAndConfirm(ada, await codeOfAda());
  await page.getByText("Proposed. Another administrator").waitFor();

  await openTrade(eve, "/staff/desk");
  await eve.page.getByText("Grant cashback of 0.5%, at most 15 USD a trade, on an offer of").waitFor();
  await look(eve.page, "cashback-desk-1280");
  await eve.page.getByRole("button", { name: "Review and confirm" }).click();
  await proveAndConfirm(eve, await codeOfEve());
  await eve.page.getByText("Done.").waitFor();
  await openTrade(ada, "/staff/offers?queue=featured");
  await page.getByText(/0\.50?% cashback, up to 15 USD a trade/).waitFor();
  await alsoOn(market, ada.id, "/staff/offers?queue=featured", "cashback-queue");

  const listing = "/trading/buy-btc/skrill";
  const stranger = await visit(market);
  await openTrade(stranger, listing);
  const row = stranger.page.getByRole("listitem").filter({ hasText: "offer_owner" }).first();
  await row.getByText(/0\.50?% cashback/).waitFor();
  await alsoOn(market, taker.id, `${listing}?currencyCode=USD`, "cashback-listing");
  await openTrade(owner, "/dashboard/my-offers?myOffersTab=sell");
  await owner.page.getByText(/taker gets 0\.50?% cashback/).waitFor();

  await openTrade(taker, `/offer/${offer}?fiat-min=100`);
  await taker.page.getByText(/0\.50?%, up to 15 USD a trade/).waitFor();
  await taker.page.getByText(/^about 0\.\d+\sBTC \(≈\s0\.\d+\sUSD\)$/).waitFor();
  await look(taker.page, "cashback-offer-1280");

  await page.getByRole("button", { name: "Stop featuring" }).click();
  await dialog.getByLabel("Reason").fill("A week is enough.");
  await dialog.getByRole("button", { name: "Stop featuring" }).click();
  await page.getByText("No offers are featured.").waitFor();
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  const faults = [...ada.errors, ...eve.errors, ...taker.errors, ...owner.errors, ...stranger.errors];
  assert.deepEqual(
    faults.filter((text) => !/status of 4(09|22)/.test(text)),
    [],
  );
});

test("an offer to be paid by bank needs instructions: the form asks for them before it is published", {
  timeout: 400_000,
}, async () => {
  const { page } = owner;
  await page.goto("/offer-manager/edit?payment-method=other-bank-transfer");
  await mounted(page);
  await page.getByText(/Buyers must learn where to pay/).waitFor();
  await goOn();
  await goOn();
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.getByText("This field is required.").waitFor();
  await page.getByLabel("Trade instructions").fill("IBAN DE02 1203 0000 0000 2020 51, Ada Byron");
  await publish();
});
