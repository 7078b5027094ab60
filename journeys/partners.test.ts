// Guards: a partner sends their link, a newcomer registers by it and trades, the partner sees the reward with its reason and claims it, and staff see
// what it costs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { anOffer } from "../server/testing/index.ts";
import { alsoOn, giveName, mounted, openTrade, payTrade, register, releaseTrade, startTrade } from "./steps.ts";
import { look } from "./look.ts";
import { aGuest, enterAs, sharedMarket, visit } from "./market.ts";

const market = await sharedMarket();
const DAY_MS = 24 * 3_600_000;

test("a link brings a newcomer, whose trade becomes a reward that is claimed", { timeout: 400_000 }, async () => {
  const partner = await aGuest(market, "link_partner");
  const seller = await aGuest(market, "link_seller", { coins: { BTC: 100_000_000n } });
  const offer = await market.db.tx((tx) => anOffer(tx, seller.id, { payment_method: "paypal", range_max: "100000" }));
  await partner.page.goto("/dashboard");
  await mounted(partner.page);
  await partner.page.getByRole("link", { name: "Open the partner program" }).click();
  await partner.page.waitForURL(/\/trader-settings\/partner-program/);
  await mounted(partner.page);
  await partner.page.getByText("No rewards yet. They begin").waitFor();
  const link = (await partner.page.getByText("?referralCode=").textContent()) ?? "";
  await look(partner.page, "partner-program-new-1280");

  const newcomer = await visit(market);
  await newcomer.page.goto(link);
  await mounted(newcomer.page);
  const code = newcomer.page.getByLabel("Invitation code (optional)");
  assert.equal(await code.inputValue(), new URL(link).searchParams.get("referralCode"));
  await newcomer.page.getByText("This code is valid.").waitFor();
  await code.fill("nobody99");
  await newcomer.page.getByText("No user has this code. You can register without it.").waitFor();
  // Days later the browser still knows the last link.
  await newcomer.page.goto("/register");
  await mounted(newcomer.page);
  assert.equal(await code.inputValue(), new URL(link).searchParams.get("referralCode"));
  await register(market, newcomer, "invited@example.org");
  await newcomer.page.goto("/account/verification/name");
  await giveName(newcomer);
  const { rows } = await market.owner.query("select max(id) as id from users");
  const buyerId = BigInt(rows[0].id);
  await market.owner.query("update users set granted_level = 4 where id = $1", [buyerId]);

  const path = await startTrade(newcomer, offer, "400");
  await payTrade(newcomer);
  await openTrade(seller, path);
  await releaseTrade(seller);
  await newcomer.page
    .getByText(/Completed/)
    .first()
    .waitFor();
  // Half of the fee of so small a trade.
  const setting = "insert into settings (name, value, changed_at) values ('partner.claim_usd', '1', market_now())";
  await market.owner.query(setting);
  const held = "select from reward_entries where referrer_id = $1 and status = $2";
  const until = async (status: string) => {
    while ((await market.owner.query(held, [partner.id, status])).rowCount === 0)
      await partner.page.waitForTimeout(200);
  };
  await until("held");
  await market.moveClock(7 * DAY_MS + 60_000);
  await until("open");
  await enterAs(market, partner, partner.id);
  await partner.page.goto("/trader-settings/partner-program");
  await mounted(partner.page);
  await partner.page.getByText("Rate version").first().waitFor();
  await look(partner.page, "partner-program-1280");
  await alsoOn(market, partner.id, "/trader-settings/partner-program", "partner-program");
  await partner.page.getByRole("button", { name: "Claim BTC" }).click();
  await partner.page.getByText("is in your balance.").first().waitFor();
  await partner.page.getByText("Claimed", { exact: true }).first().waitFor();
  assert.ok(await partner.page.getByRole("button", { name: "Claim BTC" }).isDisabled());

  const firstHeading = () => partner.page.getByRole("heading", { level: 2 }).first().textContent();
  await partner.page.goto("/dashboard");
  await mounted(partner.page);
  assert.notEqual(await firstHeading(), "Rewards");
  await market.owner.query(
    "insert into feature_flag_users (name, user_id, is_on) values ('isRewardsBlockOnTopOnDashboard', $1, true)",
    [partner.id],
  );
  await partner.page.reload();
  await mounted(partner.page);
  assert.equal(await firstHeading(), "Rewards");

  await partner.page.goto("/trader-settings/share-profile");
  await mounted(partner.page);
  const picture = partner.page.getByRole("img", { name: "Picture of your profile" });
  await picture.waitFor();
  const width = await partner.page.evaluate(`{
    const image = document.querySelector('img[src$="share-profile.png"]');
    image.decode().then(() => image.naturalWidth);
  }`);
  assert.equal(width, 1200);
  await look(partner.page, "share-profile-1280");
  await market.owner.query("delete from settings where name = 'partner.claim_usd'");
  assert.deepEqual(partner.errors, []);
});

test("the page for everybody computes what one could earn, and staff see the shares with what they cost", {
  timeout: 200_000,
}, async () => {
  const guest = await visit(market);
  await guest.page.goto("/partner-program");
  await mounted(guest.page);
  await guest.page.getByText("70 USD").waitFor();
  await guest.page.getByLabel("Users you invite").fill("20");
  await guest.page.getByText("140 USD").waitFor();
  await look(guest.page, "partner-landing-1280");
  await guest.page.getByRole("link", { name: "Terms of the program" }).click();
  await guest.page.getByRole("heading", { name: "Partner program terms" }).waitFor();
  const admin = await aGuest(market, "link_reviewer", { role: "admin" });
  await admin.page.goto("/staff/partners");
  await mounted(admin.page);
  await admin.page.getByLabel("Another share in percent").fill("25");
  await admin.page.getByRole("button", { name: "Preview the cost" }).click();
  await admin.page.waitForURL(/percent=25/);
  await mounted(admin.page);
  await look(admin.page, "staff-partners-1280");
  await alsoOn(market, admin.id, "/staff/partners", "staff-partners");
  assert.deepEqual([...guest.errors, ...admin.errors], []);
});
