// Guards: a dispute is opened when its time has come, a moderator takes it, talks, decides; the coins go where he says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../server/outward/staff/index.ts";
import { anOffer, TEST_PASSWORD } from "../server/testing/index.ts";
import { aPicture } from "../server/testing/upload.ts";
import { aPaidTrade, openDispute, sayWhy, takeCase } from "./case-steps.ts";
import { assertAccessible, assertFits, look, OTHER_SCREENS } from "./look.ts";
import { aGuest, enterAs, type Guest, openMarket, visit } from "./market.ts";
import { act, chatLine, mounted, openTrade, openWallet, provePassword, say, sees, shownBalance } from "./steps.ts";

const market = await openMarket();
const MADE_UP = "The money never reached my account, please look at the statement.";

const seller = await aGuest(market, "sure_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "sure_buyer");
const mara = await aGuest(market, "mara_case", { role: "moderator" });
const milo = await aGuest(market, "milo_case", { role: "moderator" });
const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { range_max: "5000" }));
const sides = { market, buyer, seller, offer };

async function decideInQueue({ page }: Guest, winner: "The buyer" | "The seller", picture: string): Promise<void> {
  await page.goto("/staff/disputes");
  await mounted(page);
  await page.getByRole("button", { name: "Resolve", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: new RegExp(winner) }).check();
  await dialog.getByLabel("Reason").selectOption({ label: "Payment not proven" });
  await dialog.getByLabel("Note for the record").fill("The statement shows no such payment.");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, picture);
  await dialog.getByRole("button", { name: "Resolve dispute" }).click();
}

async function balances(): Promise<{ buyer: string; seller: string; escrow: string }> {
  await Promise.all([openWallet(buyer), openWallet(seller)]);
  const [bought, sold] = [await shownBalance(buyer, "BTC"), await shownBalance(seller, "BTC")];
  return { buyer: bought.available, seller: sold.available, escrow: sold.escrow };
}

test("the buyer complains, a moderator hears both and decides for the buyer", { timeout: 400_000 }, async () => {
  const path = await aPaidTrade(sides, "100");
  await openDispute(
    buyer,
    "I paid and the seller is not responding",
    "I sent it an hour ago and hear nothing.",
    "dispute-open-1280",
  );
  await sees(seller, "A moderator is reviewing the case. Please reply in the chat.");
  await mara.page.goto("/staff/disputes");
  await mounted(mara.page);
  await look(mara.page, "staff-disputes-1280");
  await takeCase(mara, path);
  await say(mara, "Good day, I look into it. Please show your receipt.");
  await buyer.page.getByText("Please show your receipt.").waitFor();
  await seller.page.getByText("Please show your receipt.").waitFor();
  await say(buyer, "Here is the number of my transfer: 4711");
  await mara.page.getByText("the number of my transfer: 4711").waitFor();
  await buyer.page.getByLabel("Evidence", { exact: true }).fill("The transfer 4711 stands in this statement.");
  await buyer.page.getByLabel("Attach a file").setInputFiles({
    name: "statement.jpg",
    mimeType: "image/jpeg",
    buffer: await aPicture(),
  });
  await buyer.page.getByText("statement.jpg").waitFor();
  await act(buyer, "Hand in");
  await mara.page.getByText("The transfer 4711 stands in this statement.").waitFor();
  await seller.page.getByText("The transfer 4711 stands in this statement.").waitFor();
  assert.match(seller.page.url(), /\/dispute$/, "a side is led to the page of the dispute");
  await mara.page.getByLabel("Ask for evidence from").selectOption({ label: "The seller" });
  await mara.page.getByLabel("What is needed").fill("Please show that day of your account.");
  await act(mara, "Ask");
  await seller.page.getByText("Please show that day of your account.").waitFor();
  await look(mara.page, "dispute-room-1280");
  await look(buyer.page, "dispute-buyer-1280");

  await mara.page.getByLabel("Reason").selectOption({ label: "Payment proven" });
  await mara.page.getByLabel("Note for the record").fill("The transfer stands in the statement.");
  await mara.page.getByRole("button", { name: "Award to the buyer" }).click();
  await provePassword(mara);
  await sees(buyer, "The dispute was awarded to you. The coins are in your wallet.");
  await sees(seller, "The dispute was awarded to the buyer, who has the coins.");
  await buyer.page.getByRole("link", { name: "Rule 1.1:" }).waitFor();
  await look(seller.page, "dispute-won-buyer-1280");
  const after = await balances();
  assert.match(after.buyer, /^0\.001/);
  assert.equal(after.escrow, "0");
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("the seller complains, and the coins come back to him", { timeout: 400_000 }, async () => {
  const before = await balances();
  const path = await aPaidTrade(sides, "100");
  await openDispute(seller, "The buyer marked the trade as paid without paying", MADE_UP);
  await takeCase(mara, path);
  await decideInQueue(mara, "The seller", "dispute-decide-1280");
  await sees(buyer, "The dispute was awarded to the seller. The coins were returned.");
  await sees(seller, "The dispute was awarded to you. The coins are back in your wallet.");
  await mara.page.getByRole("link", { name: "Resolved" }).click();
  await mara.page.getByText("Awarded to the seller").waitFor();
  await look(mara.page, "staff-disputes-decided-1280");
  assert.deepEqual(await balances(), before);
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("above a thousand dollars the coins wait for a second moderator", { timeout: 400_000 }, async () => {
  const before = await balances();
  const path = await aPaidTrade(sides, "1500");
  await openDispute(seller, "The buyer marked the trade as paid without paying", MADE_UP);
  await takeCase(mara, path);
  await decideInQueue(mara, "The seller", "dispute-first-of-two-1280");
  await mara.page.getByText("Recorded: a second moderator must confirm").waitFor();
  await look(mara.page, "dispute-second-needed-1280");
  await decideInQueue(mara, "The seller", "dispute-first-again-1280");
  await mara.page
    .getByText(/second person|another moderator|second moderator/i)
    .first()
    .waitFor();
  for (const side of [seller, buyer]) await openTrade(side, path);
  await sees(seller, "A first moderator has decided. The coins move when a second one says the same.");
  await sees(buyer, "A first moderator has decided. The coins move when a second one says the same.");
  await chatLine(buyer.page, /^A first moderator has decided/).waitFor();
  await assertAccessible(buyer.page, "a dispute that is decided and not confirmed");
  await look(buyer.page, "dispute-awarded-1280");
  for (const [name, prefix, browser] of OTHER_SCREENS) {
    const visitor = await visit(market, browser);
    await enterAs(market, visitor, seller.id);
    await openTrade(visitor, `${prefix}${path}`);
    await assertFits(visitor.page, `an awarded dispute at ${name}`);
    await look(visitor.page, `dispute-awarded-${name}`);
    await visitor.context.close();
  }

  await milo.page.goto("/staff/disputes");
  await milo.page.getByText("mara_case awarded it to the seller; a second moderator must confirm").waitFor();
  await mounted(milo.page);
  await look(milo.page, "staff-disputes-proposed-1280");
  await act(milo, "Review case");
  await sayWhy(milo.page);
  await milo.page.waitForURL(new RegExp(path));
  await chatLine(milo.page, "The seller opened a dispute.").waitFor();
  await decideInQueue(milo, "The seller", "dispute-second-of-two-1280");
  await sees(seller, "The dispute was awarded to you. The coins are back in your wallet.");
  assert.deepEqual(await balances(), before);
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual([...buyer.errors, ...seller.errors, ...milo.errors], []);
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
  // What happens when the moderator comes back to the tab.
  await mara.page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await mara.page.locator("h2", { hasText: "I paid and the seller says the payment did not arrive" }).waitFor();
  assert.equal(await note.inputValue(), "The statement shows");
  await look(mara.page, "staff-disputes-new-1280");

  await mara.page.goto("/es/staff/disputes");
  await mounted(mara.page);
  await mara.page.getByRole("heading", { name: "Pagué y el vendedor dice que no recibió el pago" }).waitFor();
  const cases = mara.page.locator("li[data-row]");
  await cases.first().getByRole("button").first().focus();
  await mara.page.keyboard.press("ArrowDown");
  const reached = await mara.page.evaluate("document.activeElement.closest('li').dataset.row");
  assert.equal(reached, await cases.nth(1).getAttribute("data-row"), "arrow keys move from case to case");
  await mara.page.getByLabel("Motivo").selectOption({ label: "Pagué y el vendedor dice que no recibió el pago" });
  await mara.page.getByRole("button", { name: "Mostrar", exact: true }).click();
  await mara.page.waitForURL(/reason=buyer_payment_issue/);
  await mounted(mara.page);
  assert.equal(await cases.count(), 1, "the address says which reason is looked for");
  assert.equal(await mara.page.getByText("I paid and the seller").count(), 0, "no English stands on a Spanish page");
  await openTrade(seller, `/es${second}`);
  await seller.page.getByText("Pagué y el vendedor dice que no recibió el pago").waitFor();
  assert.deepEqual([...buyer.errors, ...seller.errors, ...mara.errors.slice(errorsBefore)], []);
});

test("a long queue is read on in its pages, by what its address says", { timeout: 400_000 }, async () => {
  await market.owner.query(
    `insert into disputes (trade_hash, round, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at,
       first_look_due_at, evidence_due_at, decision_hours, outcome, decided_at)
     select known.trade_hash, n + 1, 'buyer', known.opened_by_id, 1, 'Case ' || n, 100, market_now(), market_now(), market_now(),
       market_now(), 24, 'settled', market_now() - n * interval '1 day'
     from (select * from disputes order by id limit 1) as known
     cross join generate_series(1, 60) as n`,
  );
  await mara.page.goto("/staff/disputes?state=decided&reason=outside_escrow");
  await mounted(mara.page);
  const cases = mara.page.locator("li[data-row]");
  assert.equal(await cases.count(), 50);
  await look(mara.page, "staff-disputes-long-1280");
  await mara.page.getByRole("link", { name: "Next page" }).click();
  await mara.page.waitForURL(/state=decided.*reason=outside_escrow.*after=/);
  await mounted(mara.page);
  await mara.page.getByText("Case 60", { exact: true }).waitFor();
  assert.deepEqual([await cases.count(), await mara.page.getByText("Case 50", { exact: true }).count()], [10, 0]);
  await mara.page.getByRole("link", { name: "First page" }).click();
  await mara.page.getByText("Case 50", { exact: true }).waitFor();
});
