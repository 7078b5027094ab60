// Guards: security questions are set in the settings with the app, and asked of who has the link to a new password and lost the app.
import { test } from "node:test";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, openMarket, visit } from "./market.ts";
import { emailOf, setUpApp } from "./sign-in-steps.ts";
import { mounted } from "./steps.ts";

const market = await openMarket();
const ada = await aGuest(market, "questions");
const email = await emailOf(market, ada.id);
let code = async () => "";

test("three questions are set with the app's code, and stand in the settings", { timeout: 400_000 }, async () => {
  const { page } = ada;
  const dialog = page.getByRole("dialog");
  code = await setUpApp(market, page);
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await market.moveClock(90_000);
  await page.getByRole("button", { name: "Set questions" }).click();
  await dialog.getByLabel("Question 3").selectOption("first_job");
  for (const [place, answer] of ["Rex", "North", "Harbour office"].entries())
    await dialog.getByLabel("Answer").nth(place).fill(answer);
  await dialog.getByLabel("Code from your authenticator app").fill(await code());
  await look(page, "questions-set-1280");
  await dialog.getByRole("button", { name: "Set questions" }).click();
  await page.getByText("3 questions set").waitFor();
  await look(page, "questions-settings-1280");
});

test("on a phone, who lost the app answers them before the wait begins", { timeout: 400_000 }, async () => {
  const { viewport } = PHONE;
  const { page } = await visit(market, { viewport, colorScheme: "dark" });
  await page.goto("/ar/forgot-password");
  await mounted(page);
  await page.locator("input[type=email]").fill(email);
  await page.locator("form button[type=submit]").click();
  let link: string | undefined;
  for (let tries = 0; tries < 100 && !link; tries++) {
    const { rows } = await market.owner.query(
      "select body_text from mails where to_address = $1 and body_text like '%reset-password#%'",
      [email],
    );
    link = /reset-password#(\S+)/.exec(rows[0]?.body_text ?? "")?.[1];
    await page.waitForTimeout(100);
  }
  await page.goto(`/ar/reset-password#${link}`);
  await mounted(page);
  await page.locator("input[name=new_password]").fill("another long password 91");
  await page.locator("form button[type=submit]").click();
  await page.getByRole("button", { name: "فقدت العامل الثاني أيضًا" }).click();
  await page.getByRole("button", { name: "بدء الانتظار" }).click();
  const job = page.getByLabel("أين كان عملك الأول؟");
  await job.fill("the docks");
  await page.getByLabel("ما اسم أول حيوان أليف لديك؟").fill("rex");
  await page.getByLabel("ما اسم مدرستك الأولى؟").fill("NORTH");
  await look(page, "questions-asked-390-ar");
  await assertFits(page, "questions-asked-390-ar");
  await page.getByRole("button", { name: "بدء الانتظار" }).click();
  await page.getByText("هذه الإجابات غير صحيحة").waitFor();
  await look(page, "questions-wrong-390-ar");
  await job.fill("harbour OFFICE");
  await page.getByRole("button", { name: "بدء الانتظار" }).click();
  await page.getByText("بدأ الانتظار").waitFor();
});
