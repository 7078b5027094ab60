// Guards: a frozen account reads why on every page, appeals, and is lifted by a second person; who froze it decides nothing more.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";
import { anAuthenticator } from "./authenticator.ts";
import { look } from "./look.ts";

const market = await sharedMarket();

const DAY_MS = 24 * 3_600_000;

const WORDS = "These payments were mine, and my bank has confirmed every one of them.";
const ada = await aGuest(market, "ada_super", { role: "supermoderator" });
const ben = await aGuest(market, "ben_super", { role: "supermoderator", browser: { colorScheme: "dark" } });
const mia = await aGuest(market, "mia_frozen");

/** Lifting is not proved by a password, and a factor counts for it when it is a day old. */
const codeOf = await anAuthenticator(market, ben.id);
await market.moveClock(DAY_MS);

test("staff look a person up by keyboard and freeze the account, and the person reads why on every page", {
  timeout: 400_000,
}, async () => {
  await ada.page.goto("/staff/disputes");
  await mounted(ada.page);
  await ada.page.getByRole("link", { name: "Restrictions" }).click();
  await ada.page.getByText("No appeal is waiting.").waitFor();
  await mounted(ada.page);
  await ada.page.keyboard.press("/");
  await ada.page.keyboard.type(mia.username);
  await ada.page.keyboard.press("Tab");
  await ada.page.keyboard.type("Named in a report of the bank.");
  await ada.page.keyboard.press("Enter");
  await ada.page.getByText("Never restricted.").waitFor();
  await look(ada.page, "staff-person-1280");
  await ada.page.getByRole("button", { name: "Restrict", exact: true }).click();
  const dialog = ada.page.getByRole("dialog");
  await dialog.getByLabel("State").selectOption({ label: "Frozen" });
  assert.equal(await dialog.getByRole("option", { name: "Banned" }).count(), 0, "not by this role");
  await dialog.getByLabel("Reason").selectOption({ label: "Payment fraud" });
  await dialog.getByLabel("Note for staff").fill("The bank names five payments.");
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await look(ada.page, "staff-restrict-dialog-1280");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await ada.page.getByText("The account is restricted.").waitFor();

  await mia.page.goto("/");
  const banner = mia.page.locator('[data-banner="frozen"]');
  await banner.getByText("Reason: Payment fraud").waitFor();
  await banner.getByText(/Next review: 20/).waitFor();
  await banner.getByRole("link", { name: "Details and appeal" }).click();
  await mia.page.getByRole("heading", { name: "Account restrictions" }).waitFor();
  await mounted(mia.page);
});

test("the person appeals once, and who froze the account finds nothing to decide", { timeout: 400_000 }, async () => {
  const field = mia.page.getByLabel("Appeal");
  await field.fill("It was not me.");
  await mia.page.getByRole("button", { name: "Send appeal" }).click();
  await mia.page.getByText("Write at least 20 characters.").waitFor();
  await field.fill(WORDS);
  await mia.page.getByRole("button", { name: "Send appeal" }).click();
  await mia.page.getByText("Your appeal is waiting for a decision.").waitFor();
  assert.equal(await mia.page.getByRole("button", { name: "Send appeal" }).count(), 0);
  await look(mia.page, "restrictions-own-sent-1280");

  await ada.page.goto("/staff/restrictions");
  await mounted(ada.page);
  await ada.page.getByRole("cell", { name: "Set by you", exact: true }).waitFor();
  assert.equal(await ada.page.getByRole("button", { name: "Lift" }).count(), 0);
});

test("a second person lifts it: the banner goes by itself, and an email tells", { timeout: 400_000 }, async () => {
  await ben.page.goto("/staff/restrictions");
  await mounted(ben.page);
  await ben.page.getByText(WORDS).waitFor();
  await look(ben.page, "staff-restrictions-dark-1280");
  await ben.page.getByRole("button", { name: "Lift", exact: true }).click();
  const dialog = ben.page.getByRole("dialog");
  await dialog.getByLabel("Message to the user").fill("The bank has confirmed the payments. We are sorry.");
  await dialog.getByLabel("Code from your authenticator app").fill(await codeOf());
  await look(ben.page, "staff-lift-dialog-1280");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await ben.page.getByText("The restriction was lifted.").waitFor();
  await ben.page.getByText("No appeal is waiting.").waitFor();

  await mia.page.locator('[data-banner="frozen"]').waitFor({ state: "detached" });
  await mia.page.getByText("Your account is not restricted.").waitFor();
  const { rows } = await market.owner.query("select subject from mails where body_text like $1 order by id", [
    `Hello ${mia.username},%`,
  ]);
  assert.deepEqual(
    rows.map(({ subject }) => subject),
    ["Your account has been restricted", "The restriction of your account was lifted"],
  );
  await alsoOn(market, mia.id, "/account/restrictions", "restrictions-own");
  await alsoOn(market, ben.id, "/staff/restrictions?queue=standing", "staff-restrictions");
  assert.deepEqual([...ada.errors, ...ben.errors, ...mia.errors], []);
});
