// Guards: a visitor whose browser prefers another of our languages gets one line in it, which moves nothing and stays closed; nobody else does.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser } from "playwright-core";
import { filledMarket } from "../../../journeys/filled-market.ts";

const market = await filledMarket();
const { home, about } = market.paths;
const LINE = "#language-suggestion";

async function open(path: string, locale: string, options: Parameters<Browser["newContext"]>[0] = {}, isUser = false) {
  const context = await market.browser.newContext({ ...options, locale });
  if (isUser) await market.enter({ context });
  const page = await context.newPage();
  await page.goto(market.url + path);
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue("--header-height") !== "");
  return { context, page };
}

test("the line is in the language that the browser prefers, leads to the page in it, and moves nothing", async () => {
  const { context, page } = await open(`${home}?currencyCode=USD`, "es-MX");
  const line = page.locator(LINE);
  await line.waitFor();
  assert.equal(await line.getAttribute("lang"), "es");
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  assert.ok(shift < 0.01, String(shift));
  if (process.env.PICTURES === "on") await page.screenshot({ path: ".artefacts/suggestion-1280.png" });
  await line.getByRole("link", { name: "Ver esta página en español" }).click();
  await page.waitForURL(/\/es\/?\?currencyCode=USD$/);
  assert.equal(await page.locator(LINE).count(), 0);
  await context.close();
});

test("closed once, the line stays away", async () => {
  const { context, page } = await open(`/es${about}`, "ar", {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  await page.locator(LINE).waitFor();
  assert.equal(await page.locator(LINE).getAttribute("dir"), "rtl");
  if (process.env.PICTURES === "on") await page.screenshot({ path: ".artefacts/suggestion-390.png" });
  await page.getByRole("button", { name: "إغلاق" }).click();
  assert.equal(await page.locator(LINE).count(), 0);
  await page.goto(market.url + about);
  await page.waitForTimeout(1000);
  assert.equal(await page.locator(LINE).count(), 0);
  await context.close();
});

test("no line where the page has the language, where we have none that is preferred, and for who has an account", async () => {
  for (const [path, locale, isUser] of [
    [about, "en-GB", false],
    [`/pt-BR${about}`, "pt-PT", false],
    [about, "ja-JP", false],
    [about, "es", true],
  ] as const) {
    const { context, page } = await open(path, locale, {}, isUser);
    await page.waitForTimeout(700);
    assert.equal(await page.locator(LINE).count(), 0, `${path} ${locale}`);
    await context.close();
  }
});
