/** Steps of users in the pages, shared by journeys: by clicking and typing, never by a call. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import type { CryptoCode } from "#contract/money/money.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { assertFits, look, OTHER_SCREEN } from "./look.ts";
import { enterAs, type Market, mailedCode, visit, type Visitor } from "./market.ts";

/** Until the app on the page answers to clicks. */
export async function mounted(page: Page): Promise<void> {
  await page.waitForSelector('main [data-app][data-status="mounted"]');
}

/** The same address as its reader sees it on the other screen: it has no fault and fits. */
export async function alsoOn(market: Market, userId: bigint, path: string, name: string): Promise<void> {
  const [screen, prefix, browser] = OTHER_SCREEN;
  const visitor = await visit(market, browser);
  await enterAs(market, visitor, userId);
  await visitor.page.goto(prefix + path);
  await mounted(visitor.page);
  await look(visitor.page, `${name}-${screen}`);
  await assertFits(visitor.page, `${name}-${screen}`);
  assert.deepEqual(visitor.errors, []);
  await visitor.context.close();
}

/** Fills the open form as a stranger would, and types the code that was mailed. */
export async function register(market: Market, { page }: Visitor, email: string): Promise<void> {
  await mounted(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(TEST_PASSWORD);
  await page.getByText("Strong.").waitFor();
  await page.getByRole("checkbox").check();
  await look(page, "register-1280");
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/verify-email/);
  await page.getByText(/You can request another code in 0:/).waitFor();
  await look(page, "verify-email-1280");
  const code = await mailedCode(market, email);
  // The field has the focus: the code is typed at once.
  await page.locator("input[autocomplete=one-time-code]:focus").waitFor();
  await page.keyboard.type(code);
  await page.waitForURL((url) => !url.pathname.includes("verify-email"));
}

/** Fills the step of the name, which is open: the country is the one that the browser's language names. */
export async function giveName({ page }: Visitor): Promise<void> {
  await page.waitForURL(/verification\/name/);
  await mounted(page);
  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("Date of birth", { exact: true }).fill("1986-12-09");
  await look(page, "name-1280");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.waitForURL((url) => !url.pathname.includes("verification/name"));
}

/** Counts what is pressed in this tab from now on, also on pages that follow. A key that presses a button is no click. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript({
    content: `document.addEventListener("click", ({ isTrusted, detail }) => {
      if (isTrusted && detail > 0) sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks")) + 1);
    }, { capture: true });`,
  });
  return async () => Number(await page.evaluate(`sessionStorage.getItem("clicks")`));
}

export async function openTrade({ page }: Visitor, path: string): Promise<void> {
  await page.goto(path);
  await mounted(page);
}

/** Opens the offer, types the sum in the offer's money, and starts. Returns the trade's path, whose page is open. */
export async function startTrade({ page, errors }: Visitor, offer: string, fiat: string): Promise<string> {
  await page.goto(`/offer/${offer}`);
  await mounted(page);
  await page
    .getByLabel(/^You (pay|receive)$/)
    .first()
    .fill(fiat);
  await page.getByRole("button", { name: /^Start (buying|selling)/ }).click();
  await tradeStarted(page, errors);
  return new URL(page.url()).pathname;
}

/**
 * Waits until the trade's page is mounted; a price that moved since the offer was read is accepted, as a person would. The browser
 * complains of that one refusal, which is none of the page's faults.
 */
export async function tradeStarted(page: Page, errors: string[] = []): Promise<void> {
  const accept = page.getByRole("button", { name: "Accept and start trade" });
  const before = errors.length;
  const giveUp = performance.now() + 40_000;
  // Asked now and then: a click that waits for a button which never comes goes on asking, long after the trade has started.
  while (!isTrade(page) && !(await accept.isVisible())) {
    assert.ok(performance.now() < giveUp, `the trade did not start: still at ${page.url()}`);
    await pause(100);
  }
  if (!isTrade(page)) {
    await accept.click();
    await page.waitForURL(/\/trade\//);
    const refused = errors.findIndex((text, place) => place >= before && text.includes("status of 409"));
    if (refused >= 0) errors.splice(refused, 1);
  }
  await mounted(page);
}

const isTrade = (page: Page) => new URL(page.url()).pathname.startsWith("/trade/");

/** The buyer asks for the payment details and says that the money is sent. */
export async function payTrade(buyer: Visitor): Promise<void> {
  await act(buyer, "Show payment details");
  await act(buyer, "I have paid");
  await confirm(buyer, "I have paid");
  await buyer.page.getByText("The seller is checking the payment").first().waitFor();
}

/** The seller ticks what they have seen, types the password, and lets the coins go. */
export async function releaseTrade(seller: Visitor): Promise<void> {
  await act(seller, "Release coins");
  await tickAll(seller.page.getByRole("dialog"));
  await confirm(seller, "Release coins");
  await provePassword(seller);
}

/** All matches once there is a first one: `all` alone does not wait. */
export async function every(locator: Locator): Promise<Locator[]> {
  await locator.first().waitFor();
  return locator.all();
}

export async function tickAll(dialog: Locator): Promise<void> {
  for (const box of await every(dialog.getByRole("checkbox"))) await box.check();
}

/** Types the password that every person of journeys has into the question for it. */
export async function provePassword({ page }: Visitor): Promise<void> {
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabel("Password").fill(TEST_PASSWORD);
  await question.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

export async function act({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).first().click();
}

export async function confirm({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
}

export async function say({ page }: Visitor, text: string): Promise<void> {
  await page.getByLabel("Write a message").fill(text);
  await page.getByLabel("Write a message").press("Enter");
  await chatLine(page, text).waitFor();
}

/** A line in the chat's list: what is still in the box has not been said. */
export function chatLine(page: Page, text: string | RegExp): Locator {
  return page.getByLabel("Chat", { exact: true }).getByRole("list").getByText(text);
}

/** The sentence on top of the trade's page is this one. */
export async function sees({ page }: Visitor, sentence: string | RegExp): Promise<void> {
  await page.getByRole("heading", { name: sentence }).waitFor();
}

export type ShownBalance = {
  readonly available: string;
  readonly escrow: string;
  readonly incoming: string;
  readonly held: string;
};

/** The numbers of one coin as the wallet's page, which must be open, shows them. */
export async function shownBalance({ page }: Visitor, code: CryptoCode): Promise<ShownBalance> {
  const card = page.getByRole("region", { name: code, exact: true });
  const number = (text: string | null) => (text ?? "").replace(code, "").trim();
  const row = async (label: string) =>
    number(await card.locator("dl > div", { hasText: label }).locator("dd").textContent());
  return {
    available: number(await card.getByRole("button").first().locator("bdi").first().textContent()),
    escrow: await row("In escrow"),
    incoming: await row("Incoming"),
    held: await row("Outgoing"),
  };
}

/** Waits until the wallet's page shows what is expected of one coin; other content is in the message of the failure. */
export async function balanceShown(
  visitor: Visitor,
  code: CryptoCode,
  isExpected: (shown: ShownBalance) => boolean,
): Promise<ShownBalance> {
  const giveUp = performance.now() + 10_000;
  for (;;) {
    const shown = await shownBalance(visitor, code);
    if (isExpected(shown)) return shown;
    assert.ok(performance.now() < giveUp, `the page still shows ${JSON.stringify(shown)} of ${code}`);
    await pause(100);
  }
}

export async function openWallet({ page }: Visitor): Promise<void> {
  await page.goto("/wallet");
  await mounted(page);
}

/** Two presses of one button within the way of the first. */
export async function twice(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole("button", { name }).first();
  await button.waitFor();
  await button.evaluate((element: { click(): void }) => {
    element.click();
    setTimeout(() => element.click(), 60);
  });
}
