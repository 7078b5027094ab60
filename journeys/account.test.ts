// Guards: in the settings a person says who reads their name and whose messages they take, cuts a picture, makes a key for a program, changes the
// email, downloads their own data, and closes the account or keeps it after all.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { aPicture } from "../server/testing/people/upload.ts";
import { strFromU8, unzipSync } from "fflate";
import { PHONE, assertFits, assertLandmarks, look } from "./look.ts";
import { aGuest, enterAs, type Guest, mailedCode, sharedMarket, visit } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const market = await sharedMarket();
const FACE = 'img[src^="/avatars/"][src$=".jpg"]';

test("a person says who reads their name, and only who may reads it", { timeout: 400_000 }, async () => {
  const owner = await aGuest(market, "named_owner");
  await owner.page.goto("/account/settings");
  await mounted(owner.page);
  const form = owner.page.locator("form", { has: owner.page.getByLabel(/^Who sees your legal name/) });
  const choose = async (label: string) => {
    await form.getByLabel(/^Who sees your legal name/).selectOption({ label });
    const saved = owner.page.waitForResponse((answer) => answer.url().endsWith("/users/settings"));
    await form.getByRole("button", { name: "Save" }).click();
    assert.equal((await saved).status(), 200);
    await owner.page.getByText("Your profile has been updated.").first().waitFor();
  };
  const stranger = await visit(market);
  const isNamed = async () => {
    await stranger.page.goto("/user/named_owner");
    return (await stranger.page.getByText("Ada ").count()) > 0;
  };
  await choose("Full name, only to traders I trust");
  assert.equal(await isNamed(), false);
  await choose("Full name, to everyone");
  assert.equal(await isNamed(), true, "a visitor reads it where it is for everyone");
  await form.getByLabel("About you").fill("Write to me at ada@example.org");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("The bio must not contain contact details.").waitFor();
  await owner.page.getByText("Not saved. Look at the marked fields.").first().waitFor();
  // What is under the head counts as too small.
  await owner.page.evaluate("scrollTo(0, 0)");
  await look(owner.page, "profile-1280");
  await owner.page.goto("/account/settings/notifications");
  await mounted(owner.page);
  await owner.page
    .getByLabel(/minutes/i)
    .first()
    .fill("5000");
  await owner.page
    .locator("form", { has: owner.page.getByLabel(/minutes/i) })
    .getByRole("button", { name: "Save" })
    .click();
  await owner.page.getByText("Choose 1 to 1440 minutes.").first().waitFor();
  const unexpected = [...owner.errors, ...stranger.errors].filter((error) => !error.includes("status of 422"));
  assert.deepEqual(unexpected, []);
});

test("the language of the menu is the account's from then on", async () => {
  const owner = await aGuest(market, "linguist");
  await owner.page.goto("/account/settings");
  await mounted(owner.page);
  await owner.page.locator("summary", { hasText: "Language and appearance" }).click();
  await owner.page.getByRole("banner").getByRole("link", { name: "Español" }).click();
  await owner.page.waitForURL("**/es/account/settings");
  const locale = async () =>
    (await market.owner.query("select locale from users where id = $1", [owner.id])).rows[0]?.locale;
  assert.equal(await locale(), "es");
  await mounted(owner.page);
  await owner.page.locator("summary", { hasText: "Idioma y apariencia" }).click();
  await owner.page.getByRole("combobox", { name: "Idioma", exact: true }).selectOption("en");
  await owner.page.getByRole("button", { name: "Cambiar idioma" }).click();
  await owner.page.waitForURL((url) => url.pathname === "/account/settings");
  assert.equal(await locale(), "en");
  assert.deepEqual(owner.errors, []);
});

test("balances are hidden in every browser of an account that has not said otherwise there", {
  timeout: 400_000,
}, async () => {
  const owner = await aGuest(market, "hides_balances", { coins: { BTC: 100_000_000n } });
  await owner.page.goto("/wallet");
  await mounted(owner.page);
  const kept = owner.page.waitForResponse((answer) => answer.url().endsWith("/users/settings"));
  await owner.page.getByRole("button", { name: "Hide balances" }).click();
  assert.equal((await kept).status(), 200);
  const other = await visit(market);
  await enterAs(market, other, owner.id);
  await other.page.goto("/wallet");
  await mounted(other.page);
  await other.page.getByRole("button", { name: "Show balances" }).waitFor();
  await other.page.evaluate(() => localStorage.setItem("balance_hidden", "0"));
  await other.page.reload();
  await mounted(other.page);
  await other.page.getByRole("button", { name: "Hide balances" }).waitFor();
  assert.deepEqual([...owner.errors, ...other.errors], []);
});

test("a picture is cropped and saved, is shown in the header and on the profile, and can be removed by staff or its owner", {
  timeout: 400_000,
}, async () => {
  const { page, errors, username } = await aGuest(market, "pictured");
  await page.goto("/account/settings");
  await mounted(page);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose a picture" }).click(),
  ]);
  const buffer = await aPicture({ width: 900, height: 600 });
  await chooser.setFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer });
  const dialog = page.getByRole("dialog", { name: "Crop your picture" });
  await dialog.getByLabel("Zoom").press("ArrowRight");
  await dialog.getByLabel("Your picture. Drag it or use the arrow keys.").press("ArrowLeft");
  await look(page, "avatar-crop-1280");
  await dialog.getByRole("button", { name: "Save picture" }).click();
  await page.getByText("Your picture was saved.").waitFor();
  await page.locator(`header ${FACE}`).first().waitFor();

  const staff = await aGuest(market, "picture_judge");
  await market.owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [
    staff.id,
  ]);
  await staff.page.goto(`/user/${username}`);
  await mounted(staff.page);
  await staff.page.locator(`main ${FACE}`).first().waitFor();
  await staff.page.getByRole("button", { name: "Remove the picture" }).click();
  const ask = staff.page.getByRole("dialog", { name: "Remove the picture" });
  await ask.getByRole("button", { name: "Remove the picture" }).click();
  await ask.getByLabel("Reason").and(staff.page.locator("[aria-invalid=true]")).waitFor();
  await ask.getByLabel("Reason").fill("Shows somebody else");
  await ask.getByRole("button", { name: "Remove the picture" }).click();
  await staff.page.locator(`main ${FACE}`).waitFor({ state: "detached" });
  assert.deepEqual([...errors, ...staff.errors.filter((one) => !/422/.test(one))], []);
});

test("a choice is saved at once and shown on the profile to signed-in users", { timeout: 400_000 }, async () => {
  const { page, errors, username } = await aGuest(market, "takes_few");
  await page.goto("/account/settings/privacy");
  await mounted(page);
  const card = page.locator("#messages");
  await card.getByLabel("Everyone").and(page.locator(":checked")).waitFor();
  await card.getByText("Trade partners", { exact: true }).click();
  await page.getByText("Saved.").waitFor();
  await page.reload();
  await mounted(page);
  assert.equal(await card.getByRole("radio", { name: "Trade partners" }).isChecked(), true);

  const reader = await aGuest(market, "would_write");
  await reader.page.goto(`/user/${username}`);
  await mounted(reader.page);
  await reader.page.getByText("Accepts messages from trade partners only.").waitFor();
  await reader.page.getByText("This user does not accept messages from you.").waitFor();
  await assertLandmarks(reader.page, "profile");
  await alsoOn(market, reader.id, `/user/${username}`, "profile");
  assert.deepEqual([...errors, ...reader.errors], []);
});

test("a key is made, shown once, reads what was chosen, and ends", { timeout: 400_000 }, async () => {
  const ada = await aGuest(market, "bookkeeper");
  const { page, errors } = ada;
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByRole("link", { name: "API", exact: true }).click();
  await page.waitForURL(/\/account\/api-keys/);
  await mounted(page);
  await page.getByText("No keys yet").waitFor();
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a key" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Bookkeeping");
  await dialog.getByRole("checkbox", { name: /^Trades/ }).check();
  await dialog.getByLabel("Allowed IP addresses").fill("nowhere");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "api-keys-make-1280");
  await dialog.getByRole("button", { name: "Create a key" }).click();
  await dialog.getByText("Write addresses or ranges").waitFor();
  await dialog.getByLabel("Allowed IP addresses").fill("127.0.0.0/8, ::1");
  await dialog.getByRole("button", { name: "Create a key" }).click();
  const shown = page.getByRole("dialog", { name: "Your new key" });
  const secret = (await shown.locator("[data-secret]").textContent()) ?? "";
  assert.match(secret, /^parley_key_/);
  await shown.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("heading", { name: "Bookkeeping" }).waitFor();
  const read = async (path: string) =>
    (await fetch(`${market.url}${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;
  assert.deepEqual([await read("/rest/v1/trades"), await read("/rest/v2/wallet/balances")], [200, 403]);
  await page.reload();
  await mounted(page);
  assert.equal(await page.getByText("never").count(), 0, "its use is seen");
  assert.equal(await page.getByText(secret).count(), 0, "the secret is shown once");
  await look(page, "api-keys-1280");
  await alsoOn(market, ada.id, "/account/api-keys", "api-keys");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("No keys yet").waitFor();
  assert.equal(await read("/rest/v1/trades"), 401);
  await tradesByKey(ada);
  assert.deepEqual(
    errors.filter((one) => !one.includes("422")),
    [],
  );
});

/** A key that trades is shown in two parts, signs calls from its place, and stands with its bounds. */
async function tradesByKey({ page }: Guest): Promise<void> {
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a key" });
  await dialog.getByRole("tab", { name: "Trades on spot" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Bot");
  await dialog.getByRole("checkbox", { name: "ETH/BTC" }).uncheck();
  await dialog.getByLabel("Allowed IP addresses").fill("127.0.0.0/8, ::1");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "api-keys-make-spot-1280");
  await dialog.getByRole("button", { name: "Create a key" }).click();
  const shown = page.getByRole("dialog", { name: "Your new key" });
  const secret = (await shown.locator("[data-secret]").textContent()) ?? "";
  const id = (await shown.locator("p.font-mono").first().textContent()) ?? "";
  await shown.getByRole("button", { name: "I have saved it" }).click();
  await page.getByText("0 USD of 1,000 USD").waitFor();
  const query = `timestamp=${await market.db.read(async (tx) => tx.now.getTime())}`;
  const signature = createHmac("sha256", secret).update(query).digest("hex");
  const read = async () =>
    (await fetch(`${market.url}/api/v3/account?${query}&signature=${signature}`, { headers: { "x-mbx-apikey": id } }))
      .status;
  assert.equal(await read(), 200);
  await look(page, "api-keys-spot-1280");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("No keys yet").waitFor();
  assert.equal(await read(), 401);
}

test("an archive of one's own data is asked for, made and downloaded in the settings", {
  timeout: 400_000,
}, async () => {
  const { page, errors } = await aGuest(market, "curious");
  await page.goto("/account/settings/privacy");
  await mounted(page);
  await page.getByRole("button", { name: "Request my data" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(page, "own-data-form-1280");
  await dialog.getByRole("button", { name: "Request my data" }).click();
  await page.getByText(/Your archive is (being prepared|ready)/).waitFor();
  const link = page.getByRole("link", { name: "Download (ZIP)" });
  await link.waitFor({ timeout: 400_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assert.equal(download.suggestedFilename(), "parley-data.zip");
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
  const [account] = JSON.parse(strFromU8(files["account.json"] ?? new Uint8Array()));
  assert.equal(account.username, "curious");
  assert.deepEqual(errors, []);
});

test("a user with coins sees that obstacle; a user without coins closes the account with the password, and withdraws the request", {
  timeout: 400_000,
}, async () => {
  const leaver = await aGuest(market, "leaver", { coins: { BTC: 1000n } });
  const { page } = leaver;
  const dialog = page.getByRole("dialog");
  await page.goto("/account/settings/privacy");
  await mounted(page);
  await page.getByRole("button", { name: "Close account" }).click();
  await dialog.getByText("You still have a balance in BTC. Send or convert it.").waitFor();
  await look(page, "closing-obstacle-1280");
  assert.equal(await dialog.getByLabel("Password").count(), 0);

  const empty = await aGuest(market, "empty_leaver");
  await empty.page.goto("/account/settings/privacy");
  await mounted(empty.page);
  await empty.page.getByRole("button", { name: "Close account" }).click();
  const form = empty.page.getByRole("dialog");
  await form.getByText("Your account closes in 14 days.").waitFor();
  await look(empty.page, "closing-form-1280");
  await form.getByLabel("Why are you leaving?").selectOption("privacy");
  await form.getByLabel("Password").fill("not the password");
  await form.getByRole("button", { name: "Close account" }).click();
  await form.getByText("The password is incorrect.").waitFor();
  await form.getByLabel("Password").fill(TEST_PASSWORD);
  await form.getByRole("button", { name: "Close account" }).click();
  await empty.page.getByText("Your account closes on").waitFor();
  await empty.page.goto("/account/settings/security");
  await mounted(empty.page);
  await empty.page.getByText("Confirmation attempt with a wrong password").waitFor();
  await empty.page.getByText("Account closure requested").waitFor();
  await empty.page.goto("/account/settings/privacy");
  await mounted(empty.page);
  await empty.page.getByRole("button", { name: "Keep my account" }).click();
  await empty.page.getByText("Your account stays open.").waitFor();
  await empty.page.getByRole("button", { name: "Close account" }).waitFor();
});

test("another email is taken by password and code, and the old address takes it back", {
  timeout: 400_000,
}, async () => {
  const { page, errors } = await aGuest(market, "renamed_mail");
  await page.goto("/account/settings");
  await mounted(page);
  await page.getByRole("button", { name: "Change email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change email" });
  await dialog.getByLabel("New email").fill("new.box@example.org");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByText(/You can request another code in 0:/).waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Send another code" }).isDisabled(), true);
  await look(page, "change-email-code-1280");
  await dialog.getByRole("button", { name: "Another address" }).click();
  assert.equal(await dialog.getByLabel("New email").inputValue(), "");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Change email" }).click();
  await market.owner.query("update email_changes set asked_at = asked_at - interval '2 minutes'");
  await dialog.getByLabel("New email").fill("new.box@example.org");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByLabel("Code from the email").waitFor();
  await dialog.getByLabel("Code from the email").fill(await mailedCode(market, "new.box@example.org"));
  await page.getByText("Your email was changed.").first().waitFor();
  await page.getByText("new.box@example.org").first().waitFor();
  let token: string | undefined;
  for (let tries = 0; !token && tries < 100; tries++) {
    const { rows } = await market.owner.query("select body_text from mails where body_text like '%/undo-email#%'");
    token = /undo-email#([\w-]{43})/.exec(rows[0]?.body_text ?? "")?.[1];
    if (!token) await page.waitForTimeout(100);
  }
  // Its session ends with the link.
  assert.deepEqual(errors, []);
  const visitor = await visit(market, PHONE);
  await visitor.page.goto(`/undo-email#${token}`);
  await mounted(visitor.page);
  await look(visitor.page, "undo-email-390");
  await assertFits(visitor.page, "undo-email-390");
  await visitor.page.getByRole("button", { name: "Undo the change" }).click();
  await visitor.page.getByText("Your old email is back.").waitFor();
  await visitor.page.goto(`/ar/undo-email#${token}`);
  await mounted(visitor.page);
  await visitor.page.getByRole("button", { name: "التراجع عن التغيير" }).click();
  await visitor.page.getByText("انتهت صلاحية هذا الرابط أو استُخدم من قبل.").waitFor();
});
