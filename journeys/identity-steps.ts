/** How a passport is shown in the pages, and how a reviewer goes through it. */
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { aPicture } from "../server/testing/people/verification.ts";
import { drawn } from "./drawn.ts";
import type { Visitor } from "./market.ts";
import { mounted } from "./steps.ts";

type In = Pick<Visitor, "page">;

/** The name and the country of the passport. */
export type Named = { readonly first: string; readonly last: string; readonly country: string };

/** From the open form to the step that wants its pictures. */
export async function fillPassport({ page }: In, { first, last, country }: Named): Promise<void> {
  await page.getByLabel("Country that issued the document").selectOption(country);
  await page.getByText("Passport", { exact: true }).click();
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill(last);
  await page.getByLabel("Document number").fill("A00123456");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("heading", { name: "Passport" }).waitFor();
}

export function side({ page }: In, name: string): Locator {
  return page.locator(`[data-side="${name}"]`);
}

/** Both pictures by file, and on its way to the reviewers. */
export async function submitPictures(of: In): Promise<void> {
  for (const one of ["front", "selfie"]) {
    const picture = { name: "one.jpg", mimeType: "image/jpeg", buffer: await aPicture("#468") };
    await side(of, one).locator("input[type=file]").setInputFiles(picture);
    await side(of, one).getByText("Uploaded").waitFor();
  }
  await of.page.getByRole("button", { name: "Submit for review" }).click();
  await of.page.getByText("We are reviewing your document").waitFor();
}

/** This user's submission, with both of its pictures loaded. */
export async function openDocument({ page }: In, username: string): Promise<void> {
  await page.goto("/staff/verifications");
  await mounted(page);
  await page.locator("tr", { hasText: username }).getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("button", { name: "Open documents" }).click();
  await page.locator("[data-opened] img").first().waitFor();
  const pictures = page.locator("[data-opened] img");
  await drawn(pictures);
  assert.equal(await pictures.count(), 2);
}

/** Goes through the checklist of what is open, and proves with a code. */
export async function approvePassport({ page }: In, { code }: { code: () => Promise<string> }): Promise<void> {
  const approve = page.getByRole("button", { name: "Approve" });
  assert.ok(await approve.isDisabled(), "before the checklist is gone through");
  for (const box of await page.getByRole("group", { name: "Checklist" }).getByRole("checkbox").all()) await box.check();
  await page.getByLabel("The document expires on").fill("2039-01-31");
  await page
    .locator("[data-opened]")
    .getByLabel("Code from your authenticator app")
    .fill(await code());
  await approve.click();
  await page.locator("[data-opened]").waitFor({ state: "detached" });
}
