// Guards: where many wrong sign-ins came from, the browser works by itself and signs in without a word to anybody; else nothing of it loads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findUserById, openPersonal } from "../server/people/accounts/index.ts";
import { changeSetting } from "../server/reference/settings/index.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const ada = await aGuest(market, "working");
const user = await market.db.read((tx) => findUserById(tx, ada.id));
const email = user ? openPersonal(user).email : "";

test("a browser works before it signs in where many tries came from, and not elsewhere", {
  timeout: 400_000,
}, async () => {
  const { page } = await visit(market);
  const worked: boolean[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/login")) worked.push("x-proof-of-work" in request.headers());
  });
  await page.goto("/login");
  await mounted(page);
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill("not this password");
  await page.locator("form button[type=submit]").click();
  await page.getByText("The email or password is incorrect.").waitFor();
  assert.deepEqual(worked, [false], "nobody is asked without abuse");

  await market.db.tx((tx) => changeSetting(tx, { name: "auth.proof_of_work_after", value: 1, changedBy: null }));
  await page.locator("input[name=password]").fill(TEST_PASSWORD);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/\/dashboard/);
  assert.deepEqual(worked, [false, false, true], "asked, worked and sent again");
});
