// Guards: a user writes to another one from the profile; that one accepts and answers, and a special offer is sent as a card and opened.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFits, look } from "./look.ts";
import { aGuest, sharedMarket } from "./market.ts";
import { alsoOn, mounted } from "./steps.ts";

const market = await sharedMarket();
const seller = await aGuest(market, "chat_seller", { coins: { BTC: 100_000_000n } });
const buyer = await aGuest(market, "chat_buyer");

test("a first message from a profile is accepted and answered, and a special offer is opened from its card", {
  timeout: 400_000,
}, async () => {
  const [{ page: asking }, { page: asked }] = [buyer, seller];
  await asking.goto("/user/chat_seller");
  await mounted(asking);
  await asking.getByRole("link", { name: "Message", exact: true }).click();
  await asking.waitForURL(/\/messages\/new/);
  await mounted(asking);
  await asking.getByLabel("Your message").fill("Do you sell 500 dollars at once?");
  await look(asking, "new-message-1280");
  await asking.getByRole("button", { name: "Send message" }).click();
  await asking.waitForURL(/\/messages\/[A-Za-z0-9]{10,}/);
  await mounted(asking);
  await asking.getByText("Waiting for an answer.").waitFor();
  const attach = asking.getByTitle("Attach a file");
  assert.equal(await attach.count(), 0);

  await asked.goto("/dashboard");
  await mounted(asked);
  await asked.locator("summary", { hasText: "chat_seller" }).click();
  await asked.getByRole("link", { name: /^Messages/ }).click();
  await asked.waitForURL(/\/messages$/);
  await mounted(asked);
  await asked.getByRole("link", { name: "Requests (1)" }).click();
  await asked.waitForURL(/folder=requests/);
  await mounted(asked);
  await look(asked, "message-requests-1280");
  await asked.getByRole("link", { name: /chat_buyer/ }).click();
  await mounted(asked);
  const { pathname } = new URL(asked.url());
  await alsoOn(market, seller.id, pathname, "message-request");
  await asked.getByRole("button", { name: "Accept" }).click();
  await asked.getByLabel("Write a message").fill("Yes, I make you an offer.");
  await asked.getByRole("button", { name: "Send", exact: true }).click();
  await asking.getByText("Yes, I make you an offer.").waitFor();
  await attach.waitFor();

  await asked.getByRole("link", { name: "Make a special offer" }).click();
  await asked.waitForURL(/offer-manager\/special/);
  await mounted(asked);
  await asked.getByRole("heading", { name: /Special offer for .*chat_buyer/ }).waitFor();
  await asked.getByRole("button", { name: /^Payment method/ }).click();
  await asked.getByRole("dialog").getByRole("combobox").fill("Skrill");
  await asked.getByRole("dialog").getByRole("option", { name: "Skrill", exact: true }).click();
  await asked.getByRole("button", { name: "Continue" }).click();
  await asked.getByRole("button", { name: "Continue" }).click();
  await asked.getByRole("button", { name: "Make special offer" }).click();
  await asked.waitForURL(/my-offers/);

  await asking.getByText(/chat_seller.* sells BTC/).waitFor();
  await look(asking, "conversation-1280");
  await assertFits(asking, "conversation-1280");
  await alsoOn(market, buyer.id, pathname, "conversation");
  await asking.getByRole("link", { name: "View offer" }).click();
  await asking.waitForURL(/\/offer\//);
  await mounted(asking);
  await asking.getByText(/chat_seller.* made this offer for you/).waitFor();
  assert.deepEqual([buyer.errors, seller.errors], [[], []]);
});
