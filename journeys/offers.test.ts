// Guards: an owner makes offers by the form, others find them, and changes reach the market; the owner's screens on every size.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { assertFits, look, OTHER_SCREENS } from "./look.ts";
import { aGuest, enterAs, openMarket, visit } from "./market.ts";
import { act, mounted, startTrade } from "./steps.ts";

const market = await openMarket();
const owner = await aGuest(market, "offer_owner", { coins: { BTC: 100_000_000n } });
const taker = await aGuest(market, "offer_taker");

async function chooseMethod(name: string): Promise<void> {
  const { page } = owner;
  await page.getByRole("button", { name: /^Payment method/ }).click();
  await page.getByRole("dialog").getByRole("combobox").fill(name);
  await page.getByRole("dialog").getByRole("option", { name, exact: true }).click();
}

async function publish(): Promise<void> {
  await owner.page.getByRole("button", { name: "Publish offer" }).click();
  await owner.page.waitForURL(/my-offers/);
  await mounted(owner.page);
}

test("a new offer to sell stands in the listing with what was typed", { timeout: 400_000 }, async () => {
  const { page } = owner;
  await page.goto("/offer-manager/edit");
  await mounted(page);
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.getByText("This field is required.").waitFor();
  await chooseMethod("Skrill");
  await page.getByLabel("Margin over market price").fill("2.5");
  await page.getByText("+2.5%").first().waitFor();
  await page.getByLabel("Minimum", { exact: true }).fill("900");
  await page.getByLabel("Maximum", { exact: true }).fill("300");
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.getByText(/The minimum must be above zero/).waitFor();
  await page.getByLabel("Minimum", { exact: true }).fill("30");
  await page.getByLabel("Offer terms").fill("Only from an account in your own name.");
  await page.getByText("No third parties").click();
  await page.getByText("Completed trades, countries").click();
  await page.getByText("Monday").click();
  await page.getByText("Monday").click();
  await look(page, "offer-form-1280");
  await publish();
  await page.getByText("Active", { exact: true }).first().waitFor();

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

test("an offer to buy has a fixed price and amounts to choose from, and can be edited", {
  timeout: 400_000,
}, async () => {
  const { page } = owner;
  await page.goto("/offer-manager/edit?type=buy&crypto=usdt&payment-method=bank-transfer");
  await mounted(page);
  await page.getByText("vs. the market price of").waitFor();
  await page.getByLabel("Paid in").selectOption("DE");
  await page.getByRole("tab", { name: "Fixed", exact: true }).click();
  await page.getByRole("textbox", { name: "Price per USDT" }).fill("0.87");
  await page.getByRole("tab", { name: "Set amounts" }).click();
  await page.getByRole("textbox", { name: "Amounts" }).fill("50, 100");
  await publish();
  await page.getByText("50, 100 EUR").waitFor();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.waitForURL(/offer-manager\/edit\/\w+/);
  await mounted(page);
  await page.getByRole("textbox", { name: "Amounts" }).fill("50, 75");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/my-offers/);
  await page.getByText("50, 75 EUR").waitFor();
});

test("an offer asks for a reference and a full name, has a cap, and begins another one", {
  timeout: 400_000,
}, async () => {
  const { page } = owner;
  await page.goto("/offer-manager/edit?payment-method=bank-transfer&currency=USD");
  await mounted(page);
  await page.getByLabel("Paid in").selectOption("DE");
  await page.getByLabel("Minimum", { exact: true }).fill("20");
  await page.getByLabel("Maximum", { exact: true }).fill("200");
  await page.getByText("Offer cap").click();
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.getByText("This field is required.").waitFor();
  await page.getByLabel("Cap", { exact: true }).fill("500");
  await page.getByLabel("Payment reference").selectOption({ label: "Exactly this text" });
  await page.getByLabel("Text of the reference").fill("Thank you 42");
  await page.getByText("Completed trades, countries").click();
  await page.getByText("Only traders who show their full name").click();
  await page.getByText("No third-party payments").click();
  await look(page, "offer-form-terms-1280");
  await publish();

  const { rows } = await market.owner.query("select hash from offers where bank_reference is not null");
  const offer: string = rows[0].hash;
  await taker.page.goto(`/offer/${offer}`);
  await mounted(taker.page);
  await taker.page.getByRole("link", { name: "Open settings" }).waitFor();
  await look(taker.page, "offer-full-name-1280");
  await market.owner.query("update users set full_name_visibility = 'full_name' where id = $1", [taker.id]);
  await startTrade(taker, offer, "100");
  await act(taker, "Show payment details");
  await taker.page.getByText("Thank you 42").waitFor();
  await taker.page.getByText("The offer excludes third-party payments").waitFor();
  await look(taker.page, "trade-reference-1280");

  await page.goto("/dashboard/my-offers?action=cap");
  await mounted(page);
  await page.getByRole("dialog").getByText("400 USD").waitFor();
  await look(page, "offer-cap-1280");
  await page.getByRole("dialog").getByLabel("New cap").fill("10");
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .getByRole("dialog")
    .getByText(/of the current cap is used/)
    .waitFor();
  await look(page, "offer-cap-refused-1280");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await page.getByRole("link", { name: "Duplicate" }).first().click();
  await page.waitForURL(/offer-manager\/create\/\w+/);
  await mounted(page);
  assert.equal(await page.getByLabel("Text of the reference").inputValue(), "Thank you 42");
  await page.getByRole("button", { name: "Publish offer" }).click();
  await page.getByText("You already have a similar active offer.").first().waitFor();
  await chooseMethod("Skrill");
  await publish();
  const strange = await taker.page.goto(`/offer-manager/create/${offer}`);
  assert.equal(strange?.status(), 404);
});

test("nobody edits the offer of somebody else", async () => {
  const offer = await market.db.tx((tx) => anOffer(tx, owner.id, { payment_method: "zelle-pay" }));
  const answer = await taker.page.goto(`/offer-manager/edit/${offer}`);
  assert.ok(answer && [403, 404].includes(answer.status()), String(answer?.status()));
  assert.match(await taker.page.title(), /Parley/);
});

for (const [name, prefix, browser] of OTHER_SCREENS)
  test(`form, offers, settings, inbox and home at ${name}`, { timeout: 400_000 }, async () => {
    const visitor = await visit(market, browser);
    await enterAs(market, visitor, owner.id);
    const { page } = visitor;
    for (const [screen, address] of [
      ["home", "/"],
      ["offer-form", "/offer-manager/edit?payment-method=visa-gift-card"],
      ["my-offers", "/dashboard/my-offers"],
      ["settings", "/account/settings"],
      ["inbox", "/demo/inbox"],
    ] as const) {
      await page.goto(address === "/" && prefix ? prefix : `${prefix}${address}`);
      await mounted(page);
      for (const folded of await page.locator("main details:not([open]) summary").all()) await folded.click();
      // Half a box under the bar at the bottom is only where the last press left the page.
      await page.evaluate("scrollTo(0, 0)");
      await look(page, `${screen}-${name}`);
      await assertFits(page, `${screen} ${name}`);
    }
    assert.deepEqual(visitor.errors, []);
    await visitor.context.close();
  });

test("an address with nothing behind it still knows who is signed in", async () => {
  const { page } = owner;
  await page.goto("/nowhere-at-all");
  await page.getByRole("banner").getByText(owner.username, { exact: true }).waitFor();
});
