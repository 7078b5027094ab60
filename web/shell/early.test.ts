// Guards: what a user presses or fills in before a page's scripts are loaded is done when they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { filledMarket } from "../../journeys/filled-market.ts";

const market = await filledMarket();
const { home, listing, login } = market.paths;

type Opened = { page: Page; context: BrowserContext; faults: string[]; arrive: () => Promise<void> };

/** The page as the server drew it; `arrive` lets its scripts through, and waits until its screens are there. */
async function openWithoutScripts(path: string): Promise<Opened> {
  const context = await market.browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  let letThrough = () => {};
  const wait = new Promise<void>((go) => {
    letThrough = go;
  });
  await page.route("**/shell/*.js", async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto(market.url + path, { waitUntil: "commit" });
  await page.locator("footer").waitFor();
  const arrive = async () => {
    assert.equal(await page.locator("[data-status]").count(), 0, "a screen was there already");
    letThrough();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLElement>("[data-location]")].every(
        ({ dataset }) => dataset.status === "mounted",
      ),
    );
  };
  return { page, context, faults, arrive };
}

test("a tab that is pressed before its screen is there is chosen when it is", async () => {
  const { page, context, faults, arrive } = await openWithoutScripts(home);
  const tab = page.getByRole("tab", { name: "Sell" });
  await tab.click();
  await tab.click();
  assert.equal(await tab.getAttribute("aria-selected"), "false");
  await arrive();
  await page.waitForFunction(() =>
    document.querySelector('[role="tab"][aria-selected="true"]')?.textContent?.includes("Sell"),
  );
  assert.deepEqual(faults, []);
  await context.close();
});

test("a sign-in that is typed and sent before its screen is there goes out once, with what was typed", async () => {
  const { page, context, faults, arrive } = await openWithoutScripts(login);
  const sendings: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sendings.push(request.postData() ?? ""));
  await page.route("**/rest/**", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").first().fill("correct horse");
  const address = page.url();
  await page.locator("main").getByRole("button", { name: "Sign in" }).click();
  assert.equal(page.url(), address);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await arrive();
  await sent;
  assert.equal(sendings.length, 1);
  assert.equal(page.url(), address);
  assert.match(sendings.join("\n"), /ada@example\.com.*correct horse/s);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a filter and a sort order that are chosen before their screen is there are in the address when it is", async () => {
  const { page, context, faults, arrive } = await openWithoutScripts(listing);
  const box = page.getByRole("checkbox").first();
  await box.check();
  const order = page.getByRole("combobox").last();
  await order.selectOption({ index: 1 });
  await arrive();
  await page.waitForFunction(() => location.search.includes("sortType") && location.search.split("&").length >= 2);
  assert.equal(await box.isChecked(), true);
  assert.deepEqual(faults, []);
  await context.close();
});

test("what was pressed longer ago than ten seconds is not done any more", async () => {
  const { page, context, arrive } = await openWithoutScripts(home);
  await page.getByRole("tab", { name: "Sell" }).click();
  await page.evaluate(() => {
    document.early = document.early?.map(({ target, atMs }) => ({ target, atMs: atMs - 10_001 }));
  });
  await arrive();
  await page.waitForTimeout(200);
  assert.equal(await page.getByRole("tab", { name: "Sell" }).getAttribute("aria-selected"), "false");
  await context.close();
});

test("a first visit on a slow line keeps the letters of the system, and the next page has ours from the start", async () => {
  const context = await market.browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  await page.route(market.url + listing, async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  const look = () =>
    page.evaluate(() => ({
      asked: [...document.querySelectorAll<HTMLLinkElement>('link[as="font"]')].map(({ rel }) => rel),
      faces: [...document.fonts].length,
    }));
  await page.goto(market.url + listing);
  assert.deepEqual(await look(), { asked: ["letters"], faces: 0 });
  await page.waitForFunction(() => localStorage.getItem("letters"));
  await page.reload();
  const { asked, faces } = await look();
  assert.deepEqual(asked, ["preload"]);
  assert.ok(faces > 0);
  await context.close();
});
