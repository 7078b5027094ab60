// Guards: a telephone number is confirmed in the settings with the code from the local inbox, whatever goes wrong on the way is said where it
// happened; codes by text are turned on and confirm in place of the password, and the number is taken away again.
import { test } from "node:test";
import { TEST_PASSWORD } from "../server/testing/index.ts";
import { PHONE, assertFits, look } from "./look.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { mounted } from "./steps.ts";

const market = await sharedMarket();
const guest = await aGuest(market, "phone_owner");
const { page } = guest;
const NUMBER = "+4915123456789";
const card = page.getByRole("heading", { name: "Phone number", exact: true }).locator("xpath=ancestor::*[2]");
const dialog = page.getByRole("dialog");
async function openSettings(part: "" | "/security" | "/privacy" = ""): Promise<void> {
  await page.goto(`/account/settings${part}`);
  await mounted(page);
}
async function newestCode(about: string): Promise<string> {
  const inbox = await guest.context.newPage();
  try {
    await inbox.goto(`/demo/inbox?to=${encodeURIComponent(NUMBER)}`);
    await inbox.getByText("Text message").first().waitFor();
    await inbox.getByText(about).first().waitFor();
    return (await inbox.locator("strong").first().textContent())?.trim() ?? "";
  } finally {
    await inbox.close();
  }
}
test("a number is confirmed by the code that came, after a wrong one, and removed", { timeout: 400_000 }, async () => {
  await openSettings();
  await card.getByRole("button", { name: "Add a phone number" }).click();
  await card.getByRole("textbox", { name: "Phone number" }).fill("+49 900 1234567");
  await card.getByRole("button", { name: "Text me a code" }).click();
  await card.getByText("Please agree before we send a code.").waitFor();
  await card.getByRole("checkbox").check();
  await card.getByRole("button", { name: "Text me a code" }).click();
  await card.getByText("This type of number cannot be used").waitFor();
  await look(page, "phone-refused-1280");
  await card.getByLabel("Country code").selectOption("FR");
  await card.getByRole("textbox", { name: "Phone number" }).fill("0151 23456789");
  await card.getByRole("button", { name: "Text me a code" }).click();
  await card
    .getByText("This phone number does not exist.")
    .or(card.getByText("This type of number cannot be used"))
    .waitFor();
  await card.getByLabel("Country code").selectOption("DE");
  await card.getByRole("button", { name: "Text me a code" }).click();
  await card.getByText("We sent a text with a code to").waitFor();
  const code = await newestCode("is your Parley code");
  await card.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
  await card.getByText("The code is incorrect.").waitFor();
  await page.setViewportSize(PHONE.viewport);
  await assertFits(page, "phone-wrong-390");
  await look(page, "phone-wrong-390");
  await card.getByLabel("Code").fill(code);
  await card.getByText("Confirmed", { exact: true }).waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
});
test("codes by text confirm in place of the password, and say what they confirm", { timeout: 400_000 }, async () => {
  await openSettings("/security");
  await page.getByRole("button", { name: "Get codes by text" }).click();
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Send the first code" }).click();
  await dialog.getByText("A text with a code is on its way").waitFor();
  await dialog.getByLabel("Code").fill(await newestCode("add a way to confirm"));
  await page.getByText("Codes by text", { exact: true }).waitFor();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(PHONE.viewport);
  await page.goto("/ar/account/settings/security");
  await mounted(page);
  await page.getByText("رموز برسالة نصية", { exact: true }).waitFor();
  await assertFits(page, "codes-settings-ar-dark-390");
  await look(page, "codes-settings-ar-dark-390");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSettings("/privacy");
  await market.moveClock(60_000);
  await page.getByRole("button", { name: "Request my data" }).click();
  await dialog.getByRole("button", { name: "Text me a code" }).click();
  await dialog.getByText("A text with a code is on its way").waitFor();
  await dialog.getByLabel("Code").fill(await newestCode("request your data"));
  await page.setViewportSize(PHONE.viewport);
  await assertFits(page, "codes-confirm-390");
  await dialog.getByRole("button", { name: "Request my data" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSettings();
  await card.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Turn off codes by text first").waitFor();
  await openSettings("/security");
  const factor = page.getByRole("listitem").filter({ hasText: "Codes by text" });
  await factor.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "I no longer have it" }).click();
  await dialog.getByLabel("Password").fill(TEST_PASSWORD);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await factor.getByRole("button", { name: "Remove" }).waitFor({ state: "detached" });
  await openSettings();
  await card.getByRole("button", { name: "Remove" }).click();
  await card.getByRole("button", { name: "Add a phone number" }).waitFor();
});
