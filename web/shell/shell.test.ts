// Guards: what the shell does for every page, in a real browser: mounting, breaking alone, appearance, toasts, the tab.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { filledMarket } from "../../journeys/filled-market.ts";

const market = await filledMarket();
const { home, listing, offer, login, register, about } = market.paths;

async function open(
  path: string,
  change: (html: string) => string = (html) => html,
  options: Parameters<Browser["newContext"]>[0] = {},
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  const context = await market.browser.newContext({ locale: "en-US", ...options });
  await prepare(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.route(market.url + path, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
  await page.goto(market.url + path);
  return { page, context, errors };
}

const statusOf = (page: Page, app: string) => page.locator(`[data-app="${app}"]`).first().getAttribute("data-status");

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>("[data-location]")].every((element) =>
      ["mounted", "broken"].includes(element.dataset.status ?? ""),
    ),
  );
}

test("every screen of a page is mounted on what the server drew, without a difference", async () => {
  for (const path of [home, listing, offer, login, register, "/ar"]) {
    const { page, context, errors } = await open(path);
    await settled(page);
    assert.equal(await page.locator('[data-status="mounted"]').count(), await page.locator("[data-location]").count());
    const faults = errors.filter((text) => !/WebSocket|\/live/.test(text));
    assert.deepEqual(faults, [], path);
    await context.close();
  }
});

test("a link to a public page says what it is: title, text and picture; a private page says nothing", async () => {
  const { page, context } = await open(home);
  assert.equal(await page.title(), "Buy and sell crypto with escrow · Parley");
  const content = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute("content");
  assert.equal(await content("og:title"), await page.title());
  assert.ok((await content("og:description"))?.length);
  const [picture, icon] = [
    await content("og:image"),
    await page.locator('link[rel="apple-touch-icon"]').getAttribute("href"),
  ];
  for (const address of [picture, icon]) {
    const answer = await page.request.get(new URL(address ?? "", market.url).href);
    assert.deepEqual([answer.status(), answer.headers()["content-type"]], [200, "image/png"]);
  }
  await page.goto(`${market.url}${login}`);
  assert.equal(await page.locator('meta[property^="og:"]').count(), 0);
  await context.close();
});

test("an element with an invalid location breaks alone and says so", async () => {
  const spoil = (html: string) =>
    html.replace(
      /data-app="marketplace" data-location='[^']*'([^>]*?) data-rendered="true">/,
      `data-app="marketplace" data-location='{"route":"nowhere","props":{}}'$1>`,
    );
  const { page, context, errors } = await open(home, spoil);
  await settled(page);
  assert.equal(await statusOf(page, "marketplace"), "broken");
  assert.equal(await statusOf(page, "layout"), "mounted");
  await page.getByText("Unable to load the application.").waitFor();
  await page.getByText("We're already working on it").waitFor();
  assert.ok(errors.some((text) => text.includes("data-location attribute's `route` field is invalid")));
  await context.close();
});

test("an application without the pinned version shows the fallback view", async () => {
  const addApp = (html: string) =>
    html.replace("</main>", `<div data-app="lightning" data-location='{"route":"dashboard","props":{}}'></div></main>`);
  const { page, context } = await open(about, addApp);
  await settled(page);
  assert.equal(await statusOf(page, "lightning"), "broken");
  await page.getByText("Unable to load the application.").waitFor();
  await context.close();
});

test("a page of another release does not start, is loaded again once, and then asks the reader", async () => {
  const age = (html: string) =>
    html.replace(/name="application-hash" content="[^"]*"/, 'name="application-hash" content="old"');
  const { page, context, errors } = await open(home, age);
  await page.getByRole("dialog").getByText("A new version is available").waitFor();
  assert.equal(await statusOf(page, "marketplace"), null);
  assert.ok(errors.some((text) => text.includes("application hash mismatch")));
  await context.close();
});

test("the dark theme is kept in local storage and in a cookie of a month", async () => {
  const { page, context } = await open(home);
  await settled(page);
  await page.getByText("Language and appearance").first().click({ force: true });
  await page.getByRole("button", { name: "Dark" }).click();
  assert.equal(await page.evaluate(() => localStorage.getItem("site_theme")), "dark");
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  const cookie = (await context.cookies()).find(({ name }) => name === "site_theme");
  assert.equal(cookie?.value, "dark");
  const now = await page.evaluate(() => performance.timeOrigin + performance.now());
  const days = ((cookie?.expires ?? 0) * 1000 - now) / 86_400_000;
  assert.ok(days > 29 && days < 31, `the cookie lasts ${days} days`);
  await page.reload();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await context.close();
});

test("a device has a name of 32 characters, in local storage and in a cookie", async () => {
  const { page, context } = await open(about);
  await settled(page);
  const id = await page.evaluate(() => localStorage.getItem("device_id"));
  assert.match(id ?? "", /^[a-z0-9]{32}$/);
  assert.equal((await context.cookies()).find(({ name }) => name === "device_id")?.value, id);
  await context.close();
});

test("a toast leaves by itself after five seconds, and by a drag past 80 percent only", async () => {
  // The press on the heart fails, which a toast says.
  const fails = (context: BrowserContext) =>
    Promise.all([
      market.enter({ context }),
      context.route("**/rest/**", (route) => route.fulfill({ status: 500, json: {} })),
    ]);
  const { page, context } = await open(offer, undefined, {}, fails);
  await settled(page);
  const raise = async () => {
    await page.locator("main button[title]").first().click();
    await page.locator(".Toastify__toast").first().waitFor();
  };
  await raise();
  const box = await page.locator(".Toastify__toast").first().boundingBox();
  assert.ok(box);
  assert.ok(box.x + box.width > (page.viewportSize()?.width ?? 0) - 60 && box.y < 140, "it is at the top right");
  const dragBy = async (share: number) => {
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 20 + box.width * share, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    await page.mouse.move(5, 600);
  };
  await dragBy(0.7);
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".Toastify__toast").count(), 1);
  await dragBy(0.86);
  await page.locator(".Toastify__toast").waitFor({ state: "detached", timeout: 3000 });
  await raise();
  await page.mouse.move(5, 600);
  await page.locator(".Toastify__toast").waitFor({ state: "detached", timeout: 7000 });
  await context.close();
});

test("a landing is mounted where an element names its module, with blocks that it asks for", async () => {
  const add = (html: string) =>
    html.replace("</main>", `<div data-app="landing" data-location='{"route":"vietnam","props":{}}'></div></main>`);
  const { page, context } = await open(about, add);
  const mounted = page.locator('[data-app="landing"]');
  await mounted.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await mounted.getAttribute("data-status"), "mounted");
  assert.match((await mounted.locator("dl").textContent()) ?? "", /[\d,.]+ VND/);
  await context.close();

  const away = await open(about, add, {}, (one) =>
    one.route("**/rest/v1/landings/*", (route) => route.fulfill({ status: 500, body: "" })),
  );
  await away.page.locator('[data-app="landing"]').getByText("Unable to load the application.").waitFor();
  await away.context.close();
});

test("the page of a landing is readable without its script", async () => {
  const { page, context } = await open("/landing/fees", (html) => html, { javaScriptEnabled: false });
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.ok((await page.locator("article table").count()) > 0);
  await context.close();
});
