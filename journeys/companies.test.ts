// Guards: a person makes their account a company's, submits its documents, two reviewers approve it, and others see its legal name and not the
// person's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aPdf } from "../server/testing/people/pdf.ts";
import { aPicture } from "../server/testing/people/verification.ts";
import { alsoOn, mounted } from "./steps.ts";
import { anAuthenticator } from "./authenticator.ts";
import { drawn } from "./drawn.ts";
import { look } from "./look.ts";
import { type Guest, aGuest, sharedMarket } from "./market.ts";

const market = await sharedMarket();
const DAY_MS = 24 * 3_600_000;
const mia = await aGuest(market, "mia_trades");
const ben = await aGuest(market, "ben_reviews", { role: "supermoderator", browser: { colorScheme: "dark" } });
const eva = await aGuest(market, "eva_reviews", { role: "supermoderator" });
await market.owner.query(
  "update users set granted_level = null, email_confirmed_at = market_now(), country_iso = 'NG' where id = $1",
  [mia.id],
);
await market.owner.query(
  `insert into verifications (reference, user_id, kind, status, country_iso3, document_type, details_sealed, started_at, submitted_at, decided_at)
   values ('passport1234567890', $1, 'id', 'approved', 'NGA', 'passport', 'sealed', market_now(), market_now(), market_now())`,
  [mia.id],
);
const codes = new Map([
  [ben.id, await anAuthenticator(market, ben.id)],
  [eva.id, await anAuthenticator(market, eva.id)],
]);
await market.moveClock(DAY_MS);
const side = (name: string) => mia.page.locator(`[data-side="${name}"]`);
test("a person makes their account a company's, and is led to its application", { timeout: 400_000 }, async () => {
  const { page } = mia;
  await page.goto("/account/verification");
  await mounted(page);
  await page.getByRole("link", { name: "Trade as a company" }).click();
  await page.getByRole("heading", { name: "Company", exact: true }).waitFor();
  await mounted(page);
  await page.getByRole("button", { name: "Convert to corporate" }).click();
  await page.getByRole("dialog").getByText("no longer show your name").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Convert to corporate" }).click();
  await page.getByText("Your account is a corporate account now.").waitFor();
  await page.locator('[data-company="none"]').waitFor();
  await mounted(page);
  await page.locator('[data-banner="company_unverified"]').waitFor();
  await look(page, "company-begun-1280");
  await page.getByRole("button", { name: "Remind me in a week" }).click();
  await page.getByText("We will remind you on").waitFor();
  await page.goto("/");
  assert.equal(await page.locator('[data-banner="company_unverified"]').count(), 0);
});
test("an owner enters the data of the register, adds its documents and submits them", {
  timeout: 400_000,
}, async () => {
  const { page } = mia;
  await page.goto("/account/company");
  await mounted(page);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByLabel("Country where the company is registered").selectOption("NGA");
  await page.getByText("Limited company", { exact: true }).click();
  for (const [label, text] of [
    ["Legal name", "Obi Trading Ltd"],
    ["Registration number", "RC 12345"],
    ["Address", "1 Broad Street"],
    ["City", "Lagos"],
    ["Your position in the company", "Director"],
    ["Name of owner 1", "Ada Obi"],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel("Share, %").fill("60");
  await page.getByRole("button", { name: "Add an owner" }).click();
  await page.getByLabel("Name of owner 2").fill("Eve Obi");
  await page.getByLabel("Share, %").nth(1).fill("60");
  await page.getByText("The shares add up to more than 100%.").waitFor();
  await page.getByLabel("Share, %").nth(1).fill("40");
  await look(page, "company-form-1280");
  await page.getByRole("button", { name: "Next" }).click();
  const paper = (pages: number) => aPdf({ pages, text: "Extract of the register" });
  await side("registration")
    .locator("input[type=file]")
    .setInputFiles({ name: "long.pdf", mimeType: "application/pdf", buffer: paper(11) });
  await side("registration").getByText("The PDF has more than 10 pages.").waitFor();
  await side("registration")
    .locator("input[type=file]")
    .setInputFiles({ name: "register.pdf", mimeType: "application/pdf", buffer: paper(3) });
  await side("registration").getByText("PDF, 3 pages").waitFor();
  for (const name of ["owners", "company_address", "authority"]) {
    await side(name)
      .locator("input[type=file]")
      .setInputFiles({ name: "one.jpg", mimeType: "image/jpeg", buffer: await aPicture("#446") });
    await side(name).getByText("Uploaded").waitFor();
  }
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.locator('[data-company="application_submitted"]').waitFor();
});
async function approveAs(guest: Guest): Promise<void> {
  const { page } = guest;
  await page.goto("/staff/verifications");
  await mounted(page);
  await page.locator("tr", { hasText: mia.username }).getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("button", { name: "Open documents" }).click();
  const opened = page.locator("[data-opened]");
  await opened.getByText("Two reviewers approve a company.").waitFor();
  await opened.getByText("Owner (60 %)").waitFor();
  await opened.getByText("Registration · PDF, 3 pages").waitFor();
  const pages = opened.getByRole("img", { name: /^Registration of \S+, page \d of 3$/ });
  // One that a busy machine draws later is hidden until then.
  await pages.nth(2).waitFor({ timeout: 60_000 });
  await drawn(pages);
  assert.equal(await pages.count(), 3);
  for (const box of await opened.getByRole("group", { name: "Checklist" }).getByRole("checkbox").all())
    await box.check();
  await opened.getByLabel("Code from your authenticator app").fill((await codes.get(guest.id)?.()) ?? "");
  await look(page, `company-review-${guest.username}-1280`);
  await opened.getByRole("button", { name: "Approve" }).click();
}
test("two reviewers approve it, and others see its name on the profile", { timeout: 400_000 }, async () => {
  await approveAs(ben);
  await ben.page.getByText("Another reviewer must approve it as well.").first().waitFor();
  await ben.page.getByText("1 of 2 approved").waitFor();
  await mia.page.locator('[data-company="in_review"], [data-company="application_submitted"]').waitFor();
  await approveAs(eva);
  await eva.page.locator("[data-opened]").waitFor({ state: "detached" });
  await mia.page.locator('[data-company="application_approved"]').waitFor();
  await eva.page.goto(`/user/${mia.username}`);
  await mounted(eva.page);
  await eva.page.getByText("Verified company").waitFor();
  await eva.page.getByText("Obi Trading Ltd").waitFor();
  await alsoOn(market, mia.id, "/account/company", "company");
  await alsoOn(market, ben.id, `/user/${mia.username}`, "company-profile");
  // A busy machine draws pictures later: 503, and the page asks again.
  assert.deepEqual(
    [...mia.errors, ...ben.errors, ...eva.errors].filter((one) => !/409|422|503/.test(one)),
    [],
  );
});

async function approveNameAs({ page, id }: Guest): Promise<void> {
  await page.goto("/staff/trading-names");
  await mounted(page);
  await page.locator("tr", { hasText: mia.username }).getByRole("button", { name: "Open", exact: true }).click();
  const opened = page.locator("[data-opened]");
  await opened.getByText("Obi Trading Ltd").waitFor();
  await opened.getByText("No other company or user has a similar name.").waitFor();
  await opened.getByLabel("Code from your authenticator app").fill((await codes.get(id)?.()) ?? "");
  await look(page, `trading-name-review-${id}-1280`);
  await opened.getByRole("button", { name: "Approve the name" }).click();
  await opened.waitFor({ state: "detached" });
}
test("it asks for a trading name, which others see once both reviewers approved it", { timeout: 400_000 }, async () => {
  const { page } = mia;
  await page.goto("/account/settings");
  await mounted(page);
  const name = page.getByLabel("Trading name", { exact: true });
  await name.fill("Parley Support");
  await page.getByRole("button", { name: "Ask for a review" }).click();
  await page.getByText("This name could be taken for one of ours.").waitFor();
  await name.fill("Lagos Corner");
  await page.getByRole("button", { name: "Ask for a review" }).click();
  await page.getByText(/Lagos Corner.? is in review/).waitFor();
  await alsoOn(market, mia.id, "/account/settings", "trading-name");
  // A code counts once.
  await market.moveClock(60_000);
  await approveNameAs(ben);
  await approveNameAs(eva);
  await eva.page.goto(`/user/${mia.username}`);
  await mounted(eva.page);
  await eva.page.getByText("Lagos Corner").waitFor();
  assert.equal(await eva.page.getByText("Obi Trading Ltd").count(), 0);
});
