/** Signs a user in by hand, and sets up an authenticator app in the settings. */
import { base32nopad } from "@scure/base";
import type { Page } from "playwright-core";
import { findUserById, openPersonal } from "../server/people/accounts/index.ts";
import { totpCode } from "../server/platform/totp.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import type { Market } from "./market.ts";
import { mounted } from "./steps.ts";

export async function emailOf(market: Market, id: bigint): Promise<string> {
  const user = await market.db.read((tx) => findUserById(tx, id));
  return user ? openPersonal(user).email : "";
}

export async function typePassword(page: Page, { email, path }: { email: string; path: string }): Promise<void> {
  await page.goto(path);
  await mounted(page);
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(TEST_PASSWORD);
  await page.locator("form button[type=submit]").click();
}

/** Up to the recovery codes that come with it. Returns what the app shows at any time. */
export async function setUpApp(market: Market, page: Page): Promise<() => Promise<string>> {
  const dialog = page.getByRole("dialog");
  await page.goto("/account/settings/security");
  await mounted(page);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const secret = base32nopad.decode((await dialog.locator("code").textContent()) ?? "");
  const code = async () => totpCode(secret, await market.db.read((tx) => tx.readClock()));
  await dialog.getByLabel("Code from the app").fill(await code());
  return code;
}
