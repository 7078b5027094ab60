// Guards: a push is shown by the browser's service worker, in the reader's language, and the server learns that it was shown and pressed; codes by
// push go to the browser that is chosen; and the bell opens what it shows and nothing older. A headless Chromium neither subscribes nor
// shows notifications: the push service on loopback decrypts what came for it, the debugging protocol gives that to the worker, and what
// the worker would have shown is kept beside it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_PASSWORD, signIn } from "../server/testing/index.ts";
import { subscribe } from "../server/reach/notifications/channels/devices.ts";
import type { Pushed } from "../server/testing/outside/push-service.ts";
import { PHONE, assertFits, look } from "./look.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await sharedMarket();
const service = market.push;
const guest = await aGuest(market, "pushed");

/** Run by the page and by the worker, as texts: what they have is no part of this process. */
const PERMIT = `
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";`;
const KEEP = `
  self.kept = [];
  self.registration.showNotification = async (title, options) => void self.kept.push({ title, ...options, close() {} });`;
const KEPT = "self.kept.map(({ title, body, lang }) => ({ title, body, lang }))";
const PRESS = `
  const press = new ExtendableEvent("notificationclick");
  Object.defineProperty(press, "notification", { value: self.kept[0] });
  Object.defineProperty(press, "waitUntil", { value: () => undefined });
  self.dispatchEvent(press);`;

async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 0; tries < 100; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error("it did not come");
}

test("a push is shown by the service worker of a page, which reports to the server that it was shown and pressed", {
  timeout: 400_000,
}, async () => {
  const { page, context } = guest;
  await context.addInitScript(PERMIT);
  const debug = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    debug.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (one) resolve(one.registrationId);
    });
  });
  await debug.send("ServiceWorker.enable");
  await page.goto("/account/settings/notifications");
  await mounted(page);
  const registrationId = await registered;
  const worker = await until(() => context.serviceWorkers()[0]);
  await worker.evaluate(KEEP);

  const browser = service.browser();
  const { rows } = await market.owner.query("select max(id) as id from sessions where user_id = $1", [guest.id]);
  await market.db.tx((tx) =>
    subscribe(tx, {
      viewer: { userId: guest.id, sessionId: BigInt(rows[0].id) },
      target: { endpoint: browser.endpoint, ...browser.keys },
    }),
  );
  await market.db.tx(async (tx) => {
    tx.emit({
      type: "wallet.deposit_credited",
      subject: "x",
      payload: { userId: String(guest.id), cryptoCurrencyCode: "BTC", amount: "0.5", txid: null },
    });
  });
  const { message } = await until<Pushed>(() => browser.got()[0]);
  await debug.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId,
    data: JSON.stringify(message),
  });
  const shown = await until(async () => {
    const kept = (await worker.evaluate(KEPT)) as object[];
    return kept.length > 0 ? kept : undefined;
  });
  assert.deepEqual(shown, [{ title: "Deposit credited", body: "0.5 BTC", lang: "en" }]);
  const rowWith = (column: string) =>
    until(
      async () =>
        (
          await market.owner.query(
            `select from notification_sends as sends join notifications on notifications.id = sends.notification_id
             where notifications.user_id = $1 and sends.${column} is not null`,
            [guest.id],
          )
        ).rows[0],
    );
  await rowWith("delivered_at");

  await worker.evaluate(PRESS);
  await rowWith("opened_at");
  const { rows: read } = await market.owner.query("select read_at from notifications where user_id = $1", [guest.id]);
  assert.ok(read[0].read_at);
  // The browser's own subscription data, which it does not create here.
  assert.deepEqual(
    guest.errors.filter((error) => !error.includes("incognito")),
    [],
  );
});

/** Another browser in which they are signed in, with notifications on. */
async function another(id: bigint, userAgent: string) {
  const browser = service.browser();
  await market.db.tx((tx) => signIn(tx, id));
  const { rows } = await market.owner.query(
    "update sessions set user_agent = $2 where id = (select max(id) from sessions where user_id = $1) returning id",
    [id, userAgent],
  );
  await market.db.tx((tx) =>
    subscribe(tx, {
      viewer: { userId: id, sessionId: BigInt(rows[0].id) },
      target: { endpoint: browser.endpoint, ...browser.keys },
    }),
  );
  return browser;
}

test("codes by push are turned on for the browser that is chosen, by a code that came there, and another is added beside it", {
  timeout: 400_000,
}, async () => {
  const owner = await aGuest(market, "chooses");
  const { page } = owner;
  await another(owner.id, "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0");
  const phone = await another(owner.id, "Mozilla/5.0 (Linux; Android 15) Chrome/140.0");
  await page.goto("/account/settings/security");
  await mounted(page);
  await page.getByRole("button", { name: "Get codes by push" }).click();
  const dialog = page.getByRole("dialog");
  const send = dialog.getByRole("button", { name: "Send the first code" });
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  assert.equal(await send.isDisabled(), true, "before one is chosen");
  await dialog.getByRole("radio", { name: "Chrome on Android" }).check();
  await send.click();
  await dialog.getByText("to the browser or phone that you chose").waitFor();
  const { message } = await until<Pushed>(() => phone.got()[0]);
  await dialog.getByLabel("Code").fill(/^\d{6}/.exec(message.title)?.[0] ?? "");
  await dialog.getByText("recovery codes", { exact: false }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Gets codes: Chrome on Android").waitFor();

  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(PHONE.viewport);
  await page.goto("/ar/account/settings/security");
  await mounted(page);
  await page.getByRole("button", { name: "الرموز عبر الإشعارات في متصفح آخر" }).click();
  await dialog.getByText("Firefox on Windows").waitFor();
  await look(page, "choose-browser-390-ar-dark");
  assert.deepEqual(owner.errors, []);
});

test("the row of Telegram shows a linked chat as soon as the notification arrives", { timeout: 400_000 }, async () => {
  const { page, errors } = await aGuest(market, "chatting");
  await page.goto("/account/settings/notifications");
  await mounted(page);
  const row = page.getByText(/^Linked to .*ada_there/);
  await page.getByText("Where notifications go").waitFor();
  assert.equal(await page.getByText("Telegram", { exact: true }).count(), 0, "this market has no bot");
  await market.owner.query(
    `with person as (
       select id from users where username = 'chatting'
     ), linked as (
       insert into telegram_chats (user_id, chat_id, name, linked_at) select id, 77, 'ada_there', market_now() from person
     )
     insert into events (type, subject, payload, at)
     select 'account.telegram_linked', id::text, '{"detail": "@ada_there"}', market_now() from person`,
  );
  await row.waitFor();
  assert.deepEqual(errors, []);
});

test("seventy notices are seen twelve, fifty and seventy at a time, and only those that were shown are opened", {
  timeout: 400_000,
}, async () => {
  const ada = await aGuest(market, "ada_of_notices");
  await market.owner.query(
    `insert into notifications (user_id, kind, subject, details, link, at, in_app, mail_key)
     select $1, 'level_set', 'S' || n, '{}', '/account/level', market_now() - make_interval(mins => 100 - n), true, 'key' || n
     from generate_series(1, 70) as n`,
    [ada.id],
  );
  const unread = async () => {
    const { rows } = await market.owner.query(
      "select count(*)::int as unread, max(subject) filter (where subject = 'S58') as edge from notifications where user_id = $1 and read_at is null",
      [ada.id],
    );
    return [rows[0].unread, rows[0].edge];
  };
  const { page } = ada;
  await page.goto("/wallet");
  await mounted(page);
  await page.locator("summary", { hasText: "Notifications" }).click();
  const items = page.locator('a[href="/account/level"]').filter({ hasText: "ago" });
  await page.getByRole("button", { name: "Show older" }).waitFor();
  await look(page, "notices-1280");
  for (const [shown, left] of [
    [12, 58],
    [50, 20],
    [70, 0],
  ] as const) {
    while ((await items.count()) !== shown) await page.waitForTimeout(50);
    while ((await unread())[0] !== left) await page.waitForTimeout(50);
    if (shown === 12) assert.equal((await unread())[1], "S58", "the newest that is not shown");
    if (left > 0) await page.getByRole("button", { name: "Show older" }).click();
  }
  assert.equal(await page.getByRole("button", { name: "Show older" }).count(), 0);
  const unsaid = "select count(*)::int as count from notifications where user_id = $1 and page_had_at is null";
  while ((await market.owner.query(unsaid, [ada.id])).rows[0].count > 0) await page.waitForTimeout(50);
  await page.setViewportSize(PHONE.viewport);
  await page.goto("/ar/wallet");
  await mounted(page);
  await page.locator("summary", { hasText: "الإشعارات" }).click();
  await page.getByRole("button", { name: "عرض الأقدم" }).waitFor();
  await assertFits(page, "notices-ar");
  await look(page, "notices-ar-390");
  assert.deepEqual(ada.errors, []);
});
