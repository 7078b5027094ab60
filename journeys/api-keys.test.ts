// Guards: a person makes a key for a program, the program reads by it, and it reads no more once its owner ends it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { assertFits, look, OTHER_SCREENS } from "./look.ts";
import { aGuest, enterAs, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const ada = await aGuest(market, "bookkeeper");

test("a key is made, shown once, reads what was chosen, and ends", { timeout: 400_000 }, async () => {
  const { page, errors } = ada;
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByRole("link", { name: "Manage keys" }).click();
  await page.waitForURL(/\/account\/api-keys/);
  await mounted(page);
  await page.getByText("No keys yet").waitFor();
  await look(page, "api-keys-none-1280");
  await page.getByRole("button", { name: "Make a key" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a key" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Bookkeeping");
  await dialog.getByRole("checkbox", { name: "Trades" }).check();
  await dialog.getByLabel("Works from").fill("nowhere");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "api-keys-make-1280");
  await dialog.getByRole("button", { name: "Make a key" }).click();
  await dialog.getByText("Write addresses or ranges").waitFor();
  await dialog.getByLabel("Works from").fill("127.0.0.0/8, ::1");
  await dialog.getByRole("button", { name: "Make a key" }).click();
  const shown = page.getByRole("dialog", { name: "Your new key" });
  const secret = (await shown.locator("[data-secret]").textContent()) ?? "";
  assert.match(secret, /^parley_key_/);
  await look(page, "api-keys-made-1280");
  await shown.getByRole("button", { name: "I have kept it" }).click();
  await page.getByRole("heading", { name: "Bookkeeping" }).waitFor();
  const read = async (path: string) =>
    (await fetch(`${market.url}${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;
  assert.deepEqual([await read("/rest/v1/trades"), await read("/rest/v2/wallet/balances")], [200, 403]);
  await page.reload();
  await mounted(page);
  assert.equal(await page.getByText("never").count(), 0, "its use is seen");
  assert.equal(await page.getByText(secret).count(), 0, "the secret is shown once");
  await look(page, "api-keys-1280");
  await page.getByRole("button", { name: "End key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End key" }).click();
  await page.getByText("No keys yet").waitFor();
  assert.equal(await read("/rest/v1/trades"), 401);
  assert.deepEqual(
    errors.filter((one) => !one.includes("422")),
    [],
  );
});

for (const [name, prefix, browser] of OTHER_SCREENS)
  test(`keys stand at ${name}`, { timeout: 400_000 }, async () => {
    await market.owner.query(
      `insert into api_keys (public_id, user_id, name, secret_hash, scopes, networks, created_at, expires_at)
       values ($2, $1, 'A program with a rather long name of it', sha256($2::text::bytea), array['account', 'offers', 'trades', 'wallet'],
         array['203.0.113.7', '2001:db8:1234:5678::/64'], market_now(), market_now() + interval '90 days')`,
      [ada.id, `Key${name.replaceAll("-", "").padEnd(11, "x")}`],
    );
    const visitor = await visit(market, browser);
    await enterAs(market, visitor, ada.id);
    const { page } = visitor;
    await page.goto(`${prefix}/account/api-keys`);
    await mounted(page);
    await assertFits(page, name);
    await look(page, `api-keys-${name}`);
    await page
      .getByRole("button")
      .filter({ hasText: /Make a key|Crear una clave|إنشاء مفتاح/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    await assertFits(page, `${name}-make`);
    await look(page, `api-keys-make-${name}`);
  });
