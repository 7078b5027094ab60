// Guards: a dispute is opened when its time has come, a moderator takes it, talks and decides, or divides the escrow; the losing side appeals to another
// moderator; and the queue follows by itself without losing what is being written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_PASSWORD, anOffer } from "../server/testing/index.ts";
import { aPicture } from "../server/testing/people/upload.ts";
import { checkBooks } from "../server/staff/console/index.ts";
import { aPaidTrade, openDispute, sayWhy, takeCase } from "./case-steps.ts";
import { act, alsoOn, chatLine, mounted, openTrade, provePassword, say, sees } from "./steps.ts";
import { look } from "./look.ts";
import { type Guest, aGuest, sharedMarket } from "./market.ts";

const market = await sharedMarket();
const seller = await aGuest(market, "sure_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "sure_buyer");
const mara = await aGuest(market, "mara_case", { role: "moderator" });
const milo = await aGuest(market, "milo_case", { role: "moderator" });
const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { range_max: "5000" }));
const MADE_UP = "The money never reached my account, please look at the statement.";
const sides = { market, buyer, seller, offer };

/** Submits evidence with a file of this name. */
async function attach({ page }: Guest, name: string): Promise<void> {
  await page.getByLabel("Attach a file").setInputFiles({ name, mimeType: "image/jpeg", buffer: await aPicture() });
  await page.getByText(name).waitFor();
}

/** Of the trade whose escrow was divided. */
let divided = "";

test("the buyer opens a dispute, a moderator collects evidence of both sides and awards the buyer", {
  timeout: 400_000,
}, async () => {
  const path = await aPaidTrade(sides, "100");
  await openDispute(buyer, "I paid and the seller is not responding", "I sent it an hour ago and got no reply.");
  await sees(seller, "In dispute. Add your evidence before the deadline.");
  await mara.page.goto("/staff/disputes");
  await mounted(mara.page);
  await look(mara.page, "staff-disputes-1280");
  await takeCase(mara, path);
  await say(mara, "Good day, I look into it. Please show your receipt.");
  await buyer.page.getByText("Please show your receipt.").waitFor();
  await seller.page.getByText("Please show your receipt.").waitFor();
  await say(buyer, "Here is the number of my transfer: 4711");
  await mara.page.getByText("the number of my transfer: 4711").waitFor();
  await buyer.page.getByLabel("Evidence", { exact: true }).fill("The transfer 4711 is in this statement.");
  await buyer.page.getByLabel("Attach a file").setInputFiles({
    name: "statement.jpg",
    mimeType: "image/jpeg",
    buffer: await aPicture(),
  });
  await buyer.page.getByText("statement.jpg").waitFor();
  await act(buyer, "Submit evidence");
  await mara.page.getByText("The transfer 4711 is in this statement.").waitFor();
  await seller.page.getByText("The transfer 4711 is in this statement.").waitFor();
  assert.match(seller.page.url(), /\/dispute$/, "a side is led to the page of the dispute");
  await mara.page.getByLabel("Ask for evidence from").selectOption({ label: "The seller" });
  await mara.page.getByLabel("What is needed").fill("Please show that day of your account.");
  await act(mara, "Ask");
  await seller.page.getByText("Please show that day of your account.").waitFor();
  await look(mara.page, "dispute-room-1280");
  await look(buyer.page, "dispute-buyer-1280");

  const chosen = mara.page.getByRole("radio", { checked: true });
  assert.equal(await chosen.count(), 0, "no side is chosen beforehand");
  await mara.page.getByRole("radio", { name: /^Buyer/ }).check();
  await mara.page.getByText(/sure_buyer.? wins as the buyer/).waitFor();
  await mara.page.getByLabel("Note for the record").fill("The transfer is in the statement.");
  const award = mara.page.getByRole("button", { name: "Award to the buyer" });
  assert.equal(await award.isDisabled(), true, "nor is a reason");
  await mara.page.getByLabel("Reason").selectOption({ label: "Payment proven" });
  await look(mara.page, "dispute-decision-1280");
  await award.click();
  await provePassword(mara);
  await sees(buyer, "The dispute was awarded to you. The coins are in your wallet.");
  await sees(seller, "The dispute was awarded to the buyer, who received the coins.");
  await buyer.page.getByRole("link", { name: "Rule 1.1:" }).waitFor();
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("the moderator sees both shares before confirming, and an invalid share is refused with a reason", {
  timeout: 400_000,
}, async () => {
  const path = await aPaidTrade(sides, "100");
  await openDispute(
    seller,
    "The payment is wrong, reversed, or from a third party",
    "Only a quarter of it arrived here.",
  );
  divided = path;
  await takeCase(mara, path);
  await seller.page.getByLabel("Evidence", { exact: true }).fill("This day's statement has a quarter of the sum.");
  await attach(seller, "quarter.jpg");
  await act(seller, "Submit evidence");
  await mara.page.getByText("This day's statement has a quarter of the sum.").waitFor();

  await mara.page.goto("/staff/disputes");
  await mounted(mara.page);
  await act(mara, "Resolve");
  const dialog = mara.page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Both, divided/ }).check();
  const part = dialog.getByLabel("Buyer gets");
  for (const [typed, said] of [
    ["0", "Enter more than 0. To return everything, award the escrow to the seller."],
    ["9", /^Enter less than .*To give the buyer everything, award the escrow to the buyer\.$/],
    ["0.000000001", "BTC has at most 8 decimal places."],
  ] as const) {
    await part.fill(typed);
    await dialog.getByText(said).waitFor();
  }
  await dialog.getByRole("button", { name: "25%" }).click();
  await dialog
    .getByText("The buyer's part is not the larger one: the trade counts as awarded to the seller.")
    .waitFor();
  await dialog.getByText(/^about .*2[45](\.\d+)? USD/).waitFor();
  await dialog.getByLabel("Reason").selectOption({ label: "Wrong amount" });
  await dialog.getByLabel("Note for the record").fill("A quarter of the payment is on the statement.");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(mara.page, "divide-dialog-1280");
  await dialog.getByRole("button", { name: "Resolve dispute" }).click();

  await sees(buyer, /^A moderator divided the escrow\. You got .*0\.000\d+ BTC.* went back to the seller\.$/);
  await sees(seller, /^A moderator divided the escrow\. You got .*0\.000\d+ BTC.* back; .* went to the buyer\.$/);
  await chatLine(
    buyer.page,
    /A moderator divided the escrow: 0\.000\d+ BTC to the buyer, 0\.000\d+ BTC back/,
  ).waitFor();
  for (const { page } of [buyer, seller]) {
    await page.getByText("Details and history").click();
    await page.getByText("Escrow divided (moderator)").waitFor();
  }
  await alsoOn(market, buyer.id, path, "divided-buyer");
  await buyer.page.getByRole("link", { name: "Receipt" }).click();
  await buyer.page.getByText("Buyer got").waitFor();
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("the side with the smaller share appeals with new evidence, another moderator decides, and both sides see the result", {
  timeout: 400_000,
}, async () => {
  await buyer.page.goto(`${divided}/dispute`);
  await mounted(buyer.page);
  await act(buyer, "Appeal");
  await buyer.page.getByLabel("Why the decision is wrong").fill("My bank confirms that all four parts arrived.");
  await attach(buyer, "confirmed.jpg");
  await look(buyer.page, "appeal-form-1280");
  await act(buyer, "Send the appeal");
  await buyer.page.getByRole("heading", { name: "The buyer's appeal" }).waitFor();

  await milo.page.goto("/staff/disputes");
  await mounted(milo.page);
  await milo.page.getByRole("link", { name: "Appeals" }).click();
  await milo.page.getByText("My bank confirms that all four parts arrived.").waitFor();
  await milo.page.getByRole("link", { name: "Open the case" }).click();
  await act(milo, "Take the appeal");
  await sayWhy(milo.page);
  await milo.page.getByLabel("Answer to both sides").fill("The confirmation is genuine: all of it arrived.");
  await look(milo.page, "appeal-decide-1280");
  await act(milo, "Decision was wrong");
  for (const side of [buyer, seller]) {
    await side.page.goto(`${divided}/dispute`);
    await side.page.getByText("The confirmation is genuine: all of it arrived.").waitFor();
  }
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("a new case shows up by itself, and a decision that is being written stays", { timeout: 400_000 }, async () => {
  const errorsBefore = mara.errors.length;
  const first = await aPaidTrade(sides, "100");
  await openDispute(seller, "The buyer marked the trade as paid without paying", MADE_UP);
  await takeCase(mara, first);
  await mara.page.goto("/staff/disputes");
  await mounted(mara.page);
  await act(mara, "Resolve");
  const note = mara.page.getByRole("dialog").getByLabel("Note for the record");
  await note.fill("The statement shows");

  const second = await aPaidTrade(sides, "110");
  await openDispute(
    buyer,
    "I paid and the seller says the payment did not arrive",
    "Here is the number of my transfer: 4712",
  );
  // The update when the moderator returns to the tab.
  await mara.page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await mara.page.locator("h2", { hasText: "I paid and the seller says the payment did not arrive" }).waitFor();
  assert.equal(await note.inputValue(), "The statement shows");

  await mara.page.goto("/es/staff/disputes");
  await mounted(mara.page);
  await mara.page.getByRole("heading", { name: "Pagué y el vendedor dice que no recibió el pago" }).waitFor();
  const cases = mara.page.locator("li[data-row]");
  await cases.first().getByRole("button").first().focus();
  await mara.page.keyboard.press("ArrowDown");
  const reached = await mara.page.evaluate("document.activeElement.closest('li').dataset.row");
  assert.equal(reached, await cases.nth(1).getAttribute("data-row"), "arrow keys move from case to case");
  await mara.page.getByLabel("Motivo").selectOption({ label: "Pagué y el vendedor dice que no recibió el pago" });
  await mara.page.getByRole("button", { name: "Aplicar", exact: true }).click();
  await mara.page.waitForURL(/reason=buyer_payment_issue/);
  await mounted(mara.page);
  assert.equal(await cases.count(), 1, "the address says which reason is looked for");
  assert.equal(await mara.page.getByText("I paid and the seller").count(), 0, "a Spanish page has no English");
  await openTrade(seller, `/es${second}`);
  await seller.page.getByText("Pagué y el vendedor dice que no recibió el pago").waitFor();
  await alsoOn(market, mara.id, "/staff/disputes", "staff-disputes");
  assert.deepEqual([...buyer.errors, ...seller.errors, ...mara.errors.slice(errorsBefore)], []);
});
