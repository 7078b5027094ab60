// Guards: what breaks in a page is reported with what helps to find it, at its level, and takes nothing else along; and
// an application receives the true settings of its page.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { LOCALES } from "#contract/platform/locales.ts";
import type { AppSettings } from "#sdk/page-kit.ts";
import { filledMarket } from "../../journeys/filled-market.ts";

type Sent = Record<string, unknown> & { message?: string };

const market = await filledMarket();
const { home, about, fees } = market.paths;

/** Keeps what the page would send to the error service, over a reload as well. */
const KEEP_SENT = `{
  const setItem = Storage.prototype.setItem;
  const real = window.fetch.bind(window);
  window.fetch = (to, init) => {
    if (to !== "/errors") return real(to, init);
    const sent = JSON.parse(sessionStorage.getItem("sent") ?? "[]");
    setItem.call(sessionStorage, "sent", JSON.stringify([...sent, { to, ...JSON.parse(init.body) }]));
    return Promise.resolve(new Response("{}"));
  };
}`;
const FULL_STORAGE = `Storage.prototype.setItem = () => {
  throw new DOMException("the quota has been exceeded", "QuotaExceededError");
}`;
const SERVICE = '<meta name="error-reporting" content="/errors" data-key="key-of-the-service">';

type Opening = {
  change?: (html: string) => string;
  script?: string;
  options?: Parameters<Browser["newContext"]>[0];
  prepare?: (context: BrowserContext, page: Page) => Promise<unknown>;
};

async function open(path: string, { change = (html) => html, script, options, prepare }: Opening = {}) {
  const context = await market.browser.newContext({ locale: "en-US", ...options });
  const page = await context.newPage();
  const infos: string[] = [];
  page.on("console", (message) => message.type() === "info" && infos.push(message.text()));
  await page.addInitScript(KEEP_SENT);
  if (script) await page.addInitScript(script);
  await prepare?.(context, page);
  await page.route(market.url + path, async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace('<meta charset="utf-8">', `<meta charset="utf-8">${SERVICE}`);
    await route.fulfill({ response: answer, body: change(html) });
  });
  await page.goto(market.url + path);
  const sent = () => page.evaluate(() => JSON.parse(sessionStorage.getItem("sent") ?? "[]") as Sent[]);
  return { page, context, infos, sent };
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>("[data-location]")].every((element) =>
      ["mounted", "broken"].includes(element.dataset.status ?? ""),
    ),
  );
}

const statusOf = (page: Page, app: string) => page.locator(`[data-app="${app}"]`).first().getAttribute("data-status");

test("a page of another release is reported with its address, host and hash, and nothing of it starts", async () => {
  const age = (html: string) =>
    html.replace(/name="application-hash" content="[^"]*"/, 'name="application-hash" content="old-hash"');
  const { page, context, sent } = await open(home, { change: age });
  await page.getByRole("dialog").getByText("A new version is available").waitFor();
  const [{ stack, ...report } = {}] = await sent();
  assert.match(String(stack), /at /);
  assert.deepEqual(report, {
    to: "/errors",
    key: "key-of-the-service",
    level: "error",
    message: "Error: application hash mismatch",
    url: `${market.url}/`,
    host: new URL(market.url).host,
    hash: "old-hash",
    release: "old-hash",
  });
  assert.equal(await page.locator("[data-status]").count(), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem("device_id")), null);
  await context.close();
});

const ADD_APP = (html: string) =>
  html.replace("</main>", `<div data-app="landing" data-location='{"route":"fees","props":{}}'></div></main>`);

test("a manifest without the version that the page trusts is an error that is reported", async () => {
  const { page, context, sent } = await open(about, {
    change: ADD_APP,
    prepare: (one) => one.route("**/apps/landing/manifest.json", (route) => route.fulfill({ json: { "9.9.9": {} } })),
  });
  await settled(page);
  await page.getByText("Unable to load the application.").waitFor();
  assert.equal(await statusOf(page, "layout"), "mounted");
  const [report] = await sent();
  assert.match(report?.message ?? "", /landing\/manifest\.json has no SDK version 0\.28\.0/);
  assert.equal(report?.app, "landing");
  await context.close();
});

test("a product is mounted from its manifest once the user is loaded, and says so where it cannot be", async () => {
  const shown = async (prepare: (context: BrowserContext, page: Page) => Promise<unknown>) => {
    const opened = await open("/hedging", {
      prepare: async (context, page) => {
        await market.enter({ context });
        await prepare(context, page);
      },
    });
    return { ...opened, product: opened.page.locator('[data-app="hedging"]') };
  };
  const asked: string[] = [];
  const good = await shown(async (_, page) =>
    page.on("request", (request) => asked.push(new URL(request.url()).pathname)),
  );
  await settled(good.page);
  assert.equal(await statusOf(good.page, "hedging"), "mounted");
  for (const path of ["/apps/hedging/manifest.json", "/rest/v1/users/current_user"])
    assert.ok(asked.includes(path), `${path} was not asked for`);
  await good.context.close();

  const other = await shown((context) =>
    context.route("**/apps/hedging/manifest.json", (route) => route.fulfill({ json: { "0.9.0": {} } })),
  );
  await other.product.getByText("Unable to load the application.").waitFor();
  assert.match((await other.sent())[0]?.message ?? "", /hedging\/manifest\.json has no SDK version 0\.10\.0/);
  await other.context.close();

  const away = await shown((context) =>
    context.route("**/rest/v1/users/current_user", (route) => route.fulfill({ status: 500, body: "" })),
  );
  await away.product.getByRole("button", { name: "Reload" }).waitFor();
  await away.context.close();
});

test("a product page that was drawn for somebody else is drawn anew", async () => {
  const { page, context } = await open("/hedging", {
    prepare: async (one) => {
      await market.enter({ context: one });
      let times = 0;
      await one.route("**/rest/v1/users/current_user", async (route) => {
        times += 1;
        return times > 1 ? route.continue() : route.fulfill({ json: { data: { externalId: "somebody-else" } } });
      });
    },
  });
  await page.locator('[data-app="hedging"][data-status="mounted"]').waitFor();
  const type = () => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).type;
  assert.equal(await page.evaluate(type), "reload");
  await context.close();
});

test("a screen that breaks while it is open says so with a button that reloads, a report, and the rest of the page", async () => {
  const spoil = (html: string) => html.replace('"counts":{', '"counts":null,"spoiled":{');
  const { page, context, sent } = await open(home, { change: spoil });
  await page.locator('[data-app="marketplace"]').getByRole("button", { name: "Reload" }).waitFor();
  assert.equal(await page.locator("#loading-fallback").count(), 0);
  await page.waitForFunction(() => (sessionStorage.getItem("sent") ?? "").includes("TypeError"));
  assert.equal((await sent())[0]?.level, "error");
  assert.equal(await statusOf(page, "layout"), "mounted");
  await context.close();
});

test("an error and a promise that nobody catches are reported", async () => {
  const { page, context, sent } = await open(about);
  await settled(page);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("nobody caught me");
    });
    void Promise.reject(new Error("nobody awaited me"));
  });
  await page.waitForFunction(() => (sessionStorage.getItem("sent") ?? "").includes("caught me"));
  assert.deepEqual((await sent()).map(({ message }) => message).sort(), [
    "Error: nobody awaited me",
    "Error: nobody caught me",
  ]);
  await context.close();
});

test("a full local storage is reported at info level, and the page works without it", async () => {
  const { page, context, sent, infos } = await open(home, { script: FULL_STORAGE });
  await settled(page);
  assert.equal(await page.locator('[data-status="mounted"]').count(), await page.locator("[data-location]").count());
  await page.getByText("Language and appearance").first().click({ force: true });
  await page.getByRole("button", { name: "Dark" }).click();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  assert.equal((await context.cookies()).find(({ name }) => name === "site_theme")?.value, "dark");
  const reports = await sent();
  assert.ok(reports.length >= 2);
  for (const { level, message } of reports)
    assert.deepEqual([level, message], ["info", "QuotaExceededError: the quota has been exceeded"]);
  assert.ok(infos.some((text) => text.includes("quota has been exceeded")));
  await context.close();
});

test("one visit in two hundred sends its timing", async () => {
  for (const [chance, count] of [
    [0.0049, 1],
    [0.0051, 0],
  ] as const) {
    const draw = `crypto.getRandomValues = (list) => { list[0] = ${chance} * 2 ** 32; return list; }`;
    const { page, context, sent } = await open(about, { script: draw });
    await settled(page);
    await page.waitForFunction(() => document.documentElement.style.getPropertyValue("--header-height") !== "");
    await page.goto(market.url + fees);
    assert.equal((await sent()).filter(({ trace }) => trace).length, count, String(chance));
    await context.close();
  }
});

/** An application of no framework that shows what it was given. */
async function serveApp(context: BrowserContext): Promise<void> {
  const mount = `export async function mount(element, props, route, kit) {
    globalThis.kit = kit;
    globalThis.hadFallback = element.firstElementChild?.id === kit.settings.loadingFallbackId;
    element.textContent = "mounted";
    return () => {};
  }`;
  await context.route("**/apps/landing/manifest.json", (route) =>
    route.fulfill({ json: { "0.28.0": { js: "/apps/landing/test.js", css: [], preload: [], routes: {} } } }),
  );
  await context.route("**/apps/landing/test.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: mount }),
  );
}

const settingsOf = (page: Page) =>
  page.evaluate(() => {
    const { settings } = (globalThis as unknown as { kit: { settings: AppSettings } }).kit;
    return { ...settings, darkTheme: settings.darkTheme, headerHeight: settings.headerHeight };
  });

test("an application receives the current settings of its page", async () => {
  const { page, context } = await open(about, { change: ADD_APP, prepare: serveApp });
  await settled(page);
  const header = await page.locator("header").first().boundingBox();
  const received = await settingsOf(page);
  assert.deepEqual(received, {
    darkTheme: false,
    rtl: false,
    headerHeight: Math.round(header?.height ?? 0),
    supportedLanguages: [...LOCALES],
    loadingFallbackId: "loading-fallback",
    isMobileApp: false,
    supportEmail: market.ports.config.supportEmail,
    errorReportingKey: "key-of-the-service",
    deviceId: await page.evaluate(() => localStorage.getItem("device_id")),
  });
  assert.match(received.deviceId ?? "", /^[a-z0-9]{32}$/);
  assert.equal(await page.evaluate("hadFallback"), true, "the element was empty while it loaded");
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal((await settingsOf(page)).darkTheme, true);
  await page.evaluate(() => {
    const head = document.querySelector("header");
    if (head) head.style.minHeight = "150px";
  });
  assert.equal((await settingsOf(page)).headerHeight, 150);
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue("--header-height") === "150px");
  await context.close();
});

test("an application knows a page from right to left, and one without a browser around it", async () => {
  const asApp = `{
    const real = matchMedia.bind(window);
    window.matchMedia = (query) => (query === "(display-mode: standalone)" ? { matches: true } : real(query));
  }`;
  const { page, context } = await open(`/ar${about}`, { change: ADD_APP, prepare: serveApp, script: asApp });
  await settled(page);
  const { rtl, isMobileApp } = await settingsOf(page);
  assert.deepEqual({ rtl, isMobileApp }, { rtl: true, isMobileApp: true });
  await context.close();
});

test("a tab that calls changes its title every three seconds until the user looks", async () => {
  const { page, context } = await open(about, {
    change: ADD_APP,
    prepare: serveApp,
    script: "document.hasFocus = () => false",
  });
  await settled(page);
  const quiet = await page.title();
  await page.evaluate(() =>
    (globalThis as unknown as { kit: { alertTab: (text: string) => void } }).kit.alertTab("News"),
  );
  await page.waitForFunction(() => document.title === "News");
  const changes: number[] = [];
  for (const title of [quiet, "News"]) {
    const fromMs = performance.now();
    await page.waitForFunction((wanted) => document.title === wanted, title);
    changes.push(performance.now() - fromMs);
  }
  assert.ok(
    changes.every((ms) => ms > 2500 && ms < 3500),
    String(changes),
  );
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  assert.equal(await page.title(), quiet);
  await context.close();
});
