// Guards: two administrators give somebody a level and a role at their desk, each with a code of their own; halts are set and
// lifted there; who has a password only is told what is missing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base32nopad } from "@scure/base";
import { checkBooks } from "../server/outward/staff/index.ts";
import { totpCode } from "../server/platform/totp.ts";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, type Guest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const DAY_MS = 24 * 3_600_000;
/** A code counts once, and the next one comes with the next step. */
const STEP_MS = 31_000;

const [ada, ben, eve] = [
  await aGuest(market, "ada_desk", { role: "admin" }),
  await aGuest(market, "ben_desk", { role: "admin", browser: { colorScheme: "dark" } }),
  await aGuest(market, "eve_desk", { role: "admin" }),
];
const mia = await aGuest(market, "mia_new");
await market.owner.query("update users set granted_level = null where id = $1", [mia.id]);

const secrets = new Map<Guest, Uint8Array>();
for (const admin of [ada, ben]) {
  const { verifier } = market.ports;
  const userId = String(admin.id);
  const begun = await verifier.changeFactors({
    userId,
    act: "start_authenticator",
    shown: { password: TEST_PASSWORD },
  });
  const secret = base32nopad.decode("secret" in begun ? (begun.secret ?? "") : "");
  secrets.set(admin, secret);
  const code = totpCode(secret, await market.db.read((tx) => tx.readClock()));
  await verifier.changeFactors({ userId, act: "confirm_authenticator", code });
}
await market.moveClock(DAY_MS);

async function openDesk({ page }: Guest): Promise<void> {
  await page.goto("/staff/desk");
  await mounted(page);
}

/** In the dialog that stands open. */
async function prove(admin: Guest): Promise<void> {
  await market.moveClock(STEP_MS);
  const code = totpCode(secrets.get(admin) ?? new Uint8Array(), await market.db.read((tx) => tx.readClock()));
  const dialog = admin.page.getByRole("dialog");
  await dialog.getByLabel("Code from your authenticator app").fill(code);
  await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
}

async function propose(admin: Guest, wish: string, reason: string): Promise<void> {
  await admin.page.getByLabel("Username").fill(mia.username);
  await admin.page.getByLabel("Change").selectOption({ label: wish });
  await admin.page.getByRole("button", { name: "Continue" }).first().click();
  await admin.page.getByRole("dialog").getByLabel("Reason").fill(reason);
}

async function confirmFirst(admin: Guest): Promise<void> {
  await admin.page.getByRole("button", { name: "Review and confirm" }).first().click();
  await prove(admin);
  await admin.page.getByText("Done.").first().waitFor();
  await admin.page.getByText("Nothing is waiting.").waitFor();
}

test("one administrator proposes a level, another confirms it, and the person is told", {
  timeout: 400_000,
}, async () => {
  await ada.page.goto("/staff/disputes");
  await mounted(ada.page);
  await ada.page.getByRole("link", { name: "Administration" }).click();
  await ada.page.getByRole("heading", { name: "Administration" }).waitFor();
  await mounted(ada.page);
  await propose(ada, "Set to level 3", "Papers were checked by phone.");
  await look(ada.page, "staff-desk-dialog-1280");
  await prove(ada);
  await ada.page.getByText("Proposed. Another administrator has one day to confirm it.").waitFor();
  await ada.page.getByText("Another administrator must confirm this").waitFor();
  await look(ada.page, "staff-desk-own-1280");

  await openDesk(ben);
  await ben.page.getByText("Set mia_new to level 3").waitFor();
  await look(ben.page, "staff-desk-dark-1280");
  await confirmFirst(ben);
  const { rows } = await market.owner.query("select level from users where id = $1", [mia.id]);
  assert.equal(Number(rows[0].level), 3);
  const isTold = async () =>
    (await market.owner.query("select from notifications where user_id = $1 and kind = 'level_set'", [mia.id]))
      .rowCount;
  for (let tries = 0; tries < 50 && !(await isTold()); tries++) await ada.page.waitForTimeout(100);
  assert.equal(await isTold(), 1);
});

test("a role is given by two, listed with the day from which it counts, and taken back by one", {
  timeout: 400_000,
}, async () => {
  await openDesk(ben);
  await propose(ben, "Give the role: Moderator", "Has helped out for a year.");
  await prove(ben);
  await ben.page.getByText("Another administrator must confirm this").waitFor();
  await openDesk(ada);
  await confirmFirst(ada);
  const row = ada.page.getByRole("listitem").filter({ hasText: mia.username });
  await row.getByText("makes decisions from").waitFor();
  await row.getByRole("button", { name: "Remove role" }).click();
  await ada.page.getByRole("dialog").getByLabel("Reason").fill("It was a mistake.");
  await prove(ada);
  await row.waitFor({ state: "detached" });
});

test("a halt is set and lifted at the desk, and a password alone lifts none", { timeout: 400_000 }, async () => {
  await ada.page.getByLabel("Halt something").selectOption({ label: "New trades" });
  await ada.page.getByRole("button", { name: "Continue" }).last().click();
  await ada.page.getByRole("dialog").getByLabel("Reason").fill("Prices jump.");
  await prove(ada);
  await ada.page.getByRole("listitem").filter({ hasText: "Prices jump." }).waitFor();
  await openDesk(eve);
  await eve.page.getByRole("button", { name: "Lift", exact: true }).click();
  await eve.page.getByText("This needs a passkey or an authenticator app").waitFor();
  await look(eve.page, "staff-desk-factor-1280");
  await ada.page.getByRole("button", { name: "Lift", exact: true }).click();
  await ada.page.getByRole("dialog").getByLabel("Reason").fill("They stand still.");
  await prove(ada);
  await ada.page.getByText("Nothing is halted.").waitFor();
  assert.deepEqual(await checkBooks(market.ownerPorts), []);
});

test("the desk fits a phone, in Arabic too", { timeout: 400_000 }, async () => {
  await openDesk(ben);
  await propose(ben, "Set to level 4", "A reason that is somewhat longer than the line of a phone.");
  await prove(ben);
  await ben.page.getByText("Another administrator must confirm this").waitFor();
  for (const [admin, place, name] of [
    [ada, "/staff/desk", "en-light"],
    [ben, "/ar/staff/desk", "ar-dark"],
    [ada, "/es/staff/desk", "es-light"],
  ] as const) {
    await admin.page.setViewportSize(PHONE.viewport);
    await admin.page.goto(place);
    await mounted(admin.page);
    await assertFits(admin.page, name);
    await look(admin.page, `staff-desk-${name}-390`);
  }
  assert.deepEqual([...ada.errors, ...ben.errors, ...eve.errors], []);
});
