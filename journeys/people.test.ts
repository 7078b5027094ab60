// Guards: staff find a person by an email or a side of a case, see what there is to know, and go on to the person's rows in the queues.
import assert from "node:assert/strict";
import { test } from "node:test";
import { emailMark } from "../server/people/accounts/index.ts";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const { owner } = market;
const ada = await aGuest(market, "ada_looks", { role: "admin" });
const sam = await aGuest(market, "sam_looks", { role: "moderator", browser: { colorScheme: "dark" } });
const mia = await aGuest(market, "mia_asked");
await market.moveClock(24 * 3_600_000);

await owner.query(
  "update users set email_index = $2, email_confirmed_at = market_now(), sign_in_country = 'GH' where id = $1",
  [mia.id, emailMark("mia@looked-up.example")],
);
await owner.query(
  `insert into verifications
     (user_id, reference, kind, status, country_iso3, document_type, details_sealed, started_at, submitted_at)
   values ($1, 'looked0001', 'address', 'pending', 'PRT', 'bank_statement', '\\x00', market_now(), market_now()),
     ($1, 'looked0002', 'video', 'started', 'PRT', 'recording', '\\x00', market_now(), null)`,
  [mia.id],
);
await owner.query(
  "insert into feature_flag_users (name, user_id, is_on) values ('isOfferCapFeatureEnabled', $1, false), ('isFeeDiscountEnabled', $1, true)",
  [mia.id],
);
await owner.query(
  "insert into offer_perks (user_id, method_id, fee_bp, valid_until) values ($1, 0, 25, market_now() + interval '9 days'), ($1, 14, 50, null)",
  [mia.id],
);
test("an administrator finds a person by email, and the features that are switched for them", {
  timeout: 400_000,
}, async () => {
  const { page } = ada;
  await page.goto("/staff/restrictions");
  await mounted(page);
  await page.getByLabel("Look up by").selectOption({ label: "Email" });
  await page.keyboard.press("/");
  await page.keyboard.type("Mia@Looked-Up.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type("A letter to support.");
  await page.keyboard.press("Enter");
  await page.getByText("Features set for this person").waitFor();
  await look(page, "people-1280");
  await page.getByRole("navigation", { name: "In the queues" }).getByRole("link", { name: "Features" }).click();
  await page.waitForURL(/\/staff\/flags\?who=mia_asked$/);
  await mounted(page);
  assert.equal(await page.locator("tr[data-flag]").count(), 2);
  await look(page, "people-flags-1280");
  await page.locator('tr[data-flag="isFeeDiscountEnabled"]').getByRole("button").click();
  await page.waitForURL(/who=mia_asked&name=isFeeDiscountEnabled/);
});

test("a moderator reads of a case that nobody has, and goes to the person's documents", {
  timeout: 400_000,
}, async () => {
  const { page } = sam;
  await page.setViewportSize(PHONE.viewport);
  await page.goto("/ar/staff/restrictions");
  await mounted(page);
  await page.getByLabel("البحث بواسطة").selectOption({ label: "المشتري في نزاع أو رد مدفوعات" });
  await page.getByLabel("الصفقة أو القضية").fill("APPEAL-000000000047");
  await page.getByLabel("لماذا تبحث عنه").fill("A letter to support.");
  await page.getByRole("button", { name: "بحث", exact: true }).click();
  await page.getByText("المستخدم غير موجود.").first().waitFor();
  await look(page, "people-none-ar-dark-390");
  await page.getByLabel("البحث بواسطة").selectOption({ label: "اسم المستخدم" });
  await page.getByLabel("اسم المستخدم").fill("mia_asked");
  await page.getByRole("button", { name: "بحث", exact: true }).click();
  const links = page.getByRole("navigation", { name: "في قوائم الانتظار" });
  await links.waitFor();
  await assertFits(page, "a person");
  await look(page, "people-ar-dark-390");
  assert.equal(await links.getByRole("link").count(), 3, "features are the administrators'");
  await links.getByRole("link").first().click();
  await page.waitForURL(/\/ar\/staff\/verifications\?who=mia_asked$/);
  await mounted(page);
  await page.locator("tr", { hasText: "mia_asked" }).first().waitFor();
  assert.deepEqual([...ada.errors, ...sam.errors.filter((one) => !/status of 404/.test(one))], []);
});
