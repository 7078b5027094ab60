// Guards: a moderator divides an escrow in the pages, sees beforehand what each gets, and both sides read it afterwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkBooks } from "../server/outward/staff/index.ts";
import { anOffer, TEST_PASSWORD } from "../server/testing/index.ts";
import { aPicture } from "../server/testing/upload.ts";
import { aPaidTrade, openDispute, sayWhy, takeCase } from "./case-steps.ts";
import { assertFits, drawnScreens, look, PHONE } from "./look.ts";
import { aGuest, type Guest, openMarket, visit } from "./market.ts";
import { act, chatLine, mounted, provePassword, sees } from "./steps.ts";

const market = await openMarket();
const seller = await aGuest(market, "split_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "split_buyer");
const mara = await aGuest(market, "mara_split", { role: "moderator" });
const milo = await aGuest(market, "milo_split", { role: "moderator" });
const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { range_max: "5000" }));
const sides = { market, buyer, seller, offer };

/** Two that have nothing in common; with pictures, the others as well. */
const LOOKS = drawnScreens([
  ["1280", "", {}],
  ["390-dark-ar", "/ar", { ...PHONE, colorScheme: "dark" }],
  ...(process.env.PICTURES === "on"
    ? ([
        ["1280-dark-ar", "/ar", { colorScheme: "dark" }],
        ["390", "", PHONE],
      ] as const)
    : []),
] as const);

/** The same person in another browser: by language, size and colors. */
async function everywhere(who: Guest, name: string, path: string, show: (page: Guest["page"]) => Promise<unknown>) {
  for (const [look_, language, options] of LOOKS) {
    const storageState = await who.context.storageState();
    const { page, context, errors } = await visit(market, { ...options, storageState });
    await page.goto(language + path);
    await mounted(page);
    await show(page);
    await look(page, `${name}-${look_}`);
    await assertFits(page, `${name}-${look_}`);
    assert.deepEqual(errors, [], `${name}-${look_}`);
    await context.close();
  }
}

/** What somebody shows, with a file of this name. */
async function attach({ page }: Guest, name: string): Promise<void> {
  await page.getByLabel("Attach a file").setInputFiles({ name, mimeType: "image/jpeg", buffer: await aPicture() });
  await page.getByText(name).waitFor();
}

/** Of the trade whose escrow was divided. */
let divided = "";

/** In the dialog of the queue, with a quarter for the buyer. */
async function divideInDialog(page: Guest["page"]): Promise<void> {
  await page
    .locator("main button", { hasText: /^(Resolve|حسم القضية)$/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio").nth(2).check();
  await dialog.getByRole("button", { name: /^25[%٪]$/ }).click();
  await dialog.locator("dl").waitFor();
}

test("the moderator sees what each gets before it is so, and what is no part is told in words", {
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
  await act(seller, "Hand in");
  await mara.page.getByText("This day's statement has a quarter of the sum.").waitFor();
  await everywhere(mara, "divide-dialog", "/staff/disputes", divideInDialog);

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
    await look(mara.page, `divide-fault-${typed}-1280`);
  }
  await dialog.getByRole("button", { name: "25%" }).click();
  await dialog
    .getByText("The buyer's part is not the larger one: the trade counts as awarded to the seller.")
    .waitFor();
  await dialog.getByText(/^about .*2[45](\.\d+)? USD/).waitFor();
  await dialog.getByLabel("Reason").selectOption({ label: "Wrong amount" });
  await dialog.getByLabel("Note for the record").fill("A quarter of the payment is on the statement.");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Resolve dispute" }).click();

  await sees(buyer, /^A moderator divided the escrow\. You got .*0\.000\d+ BTC.* went back to the seller\.$/);
  await sees(seller, /^A moderator divided the escrow\. You got .*0\.000\d+ BTC.* back; .* went to the buyer\.$/);
  await chatLine(
    buyer.page,
    /A moderator divided the escrow: 0\.000\d+ BTC to the buyer, 0\.000\d+ BTC back/,
  ).waitFor();
  for (const side of [buyer, seller]) await side.page.getByText("Escrow divided (moderator)").waitFor();
  await everywhere(buyer, "divided-buyer", path, async (page) => page.locator("main h2").first().waitFor());
  await everywhere(seller, "divided-seller", path, async (page) => page.locator("main h2").first().waitFor());
  await everywhere(buyer, "divided-history", "/dashboard/trades", async (page) =>
    page.locator("main a").first().waitFor(),
  );
  await everywhere(mara, "divided-queue", "/staff/disputes?state=decided", async (page) =>
    page.locator("main li").first().waitFor(),
  );
  await buyer.page.getByRole("link", { name: "Receipt" }).click();
  await buyer.page.getByText("Buyer got").waitFor();
  await look(buyer.page, "divided-receipt-1280");
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("who got less appeals with something new, another moderator decides, and both sides read what became of it", {
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
  await look(milo.page, "appeals-1280");
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
  await everywhere(buyer, "appeal-decided", `${divided}/dispute`, async (page) =>
    page.getByText("The confirmation is genuine").waitFor(),
  );
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("above a thousand dollars a second moderator reads the division, and has to say the same", {
  timeout: 400_000,
}, async () => {
  const path = await aPaidTrade(sides, "1500");
  await openDispute(buyer, "Other", "We agreed on half of it and it was not sent.");
  await takeCase(mara, path);
  await mara.page.getByLabel("Reason").selectOption({ label: "Wrong amount" });
  await mara.page.getByLabel("Note for the record").fill("They agreed on three quarters.");
  await act(mara, "Divide between both");
  await act(mara, "75%");
  await mara.page.getByText("The buyer's part is larger: the trade counts as awarded to the buyer.").waitFor();
  await everywhere(mara, "divide-room", path, async (page) => {
    await page.getByRole("button", { name: /^(Divide between both|تقسيم بين الطرفين)$/ }).click();
    await page.getByRole("button", { name: /^75[%٪]$/ }).click();
    await page.locator("dl").first().waitFor();
  });
  await act(mara, "Divide the escrow");
  await provePassword(mara);
  await mara.page.getByText("A second moderator must confirm this award.").waitFor();
  await everywhere(milo, "divide-proposed", "/staff/disputes", async (page) =>
    page.locator("main li").first().waitFor(),
  );

  await milo.page.goto("/staff/disputes");
  await mounted(milo.page);
  await milo.page
    .getByText(/mara_split.* divided it: .* to the buyer, .* back to the seller; a second moderator must/)
    .waitFor();
  await act(milo, "Review case");
  await sayWhy(milo.page);
  await milo.page.waitForURL(new RegExp(path));
  await milo.page.goto("/staff/disputes");
  await mounted(milo.page);
  await act(milo, "Resolve");
  const dialog = milo.page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Both, divided/ }).check();
  await dialog.getByText(/mara_split.* proposed .* for the buyer\./).waitFor();
  await dialog.getByRole("button", { name: "75%" }).click();
  await dialog.getByLabel("Reason").selectOption({ label: "Wrong amount" });
  await dialog.getByLabel("Note for the record").fill("I read the same in the chat.");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(milo.page, "divide-second-1280");
  await dialog.getByRole("button", { name: "Resolve dispute" }).click();
  await sees(buyer, /^A moderator divided the escrow\. You got /);
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
  assert.deepEqual([...buyer.errors, ...seller.errors, ...mara.errors, ...milo.errors], []);
});
