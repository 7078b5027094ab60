// Guards: a link to the send page fills in its form, says so, and names what it left out, on every screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertFits, look, PHONE } from "./look.ts";
import { aGuest, enterAs, openMarket, visit } from "./market.ts";
import { every, mounted } from "./steps.ts";

const market = await openMarket({ chains: true });
const sender = await aGuest(market, "link_reader", { coins: { ETH: 3_000_000_000n, USDT: 50_000_000n } });

const ADDRESS = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const GOOD = `/wallet/send?currency=eth&address=${ADDRESS}&amount=0.015`;
const BAD = "/wallet/send/usdt?address=nowhere&amount=1,5";
const WALKS = [
  ["1280", "", {}],
  ["1280-dark", "", { colorScheme: "dark" as const }],
  ["1280-ar", "/ar", {}],
  ["390-es", "/es", PHONE],
  ["390-ar-dark", "/ar", { ...PHONE, colorScheme: "dark" as const }],
] as const;

for (const [name, prefix, browser] of WALKS) {
  test(`a link to the send page at ${name}`, { timeout: 400_000 }, async () => {
    const visitor = await visit(market, browser);
    await enterAs(market, visitor, sender.id);
    const { page } = visitor;
    for (const [link, address] of [
      ["good", GOOD],
      ["bad", BAD],
    ] as const) {
      await page.goto(`${prefix}${address}`);
      await mounted(page);
      const [whom, howMuch] = await every(page.locator("#wallet-panel input"));
      assert.equal(await whom?.inputValue(), link === "good" ? ADDRESS : "");
      assert.equal((await howMuch?.inputValue())?.replace(",", "."), link === "good" ? "0.015" : "");
      assert.equal(
        await page.locator("#wallet-panel [role=status], #wallet-panel [role=alert]").count(),
        link === "good" ? 1 : 2,
      );
      await look(page, `send-link-${link}-${name}`);
      await assertFits(page, `the ${link} link at ${name}`);
    }
    assert.deepEqual(visitor.errors, []);
    await visitor.context.close();
  });
}

test("the form of another coin is empty, and who is not signed in comes back to what the link asks", async () => {
  const { page } = sender;
  await page.goto(GOOD);
  await mounted(page);
  await page.getByRole("region", { name: "USDT", exact: true }).getByRole("button").first().click();
  assert.equal(await page.getByLabel("Recipient address").inputValue(), "");
  assert.equal(await page.getByText("A link filled in this form.").count(), 0);

  const stranger = await visit(market);
  await stranger.page.goto(GOOD);
  assert.equal(new URL(stranger.page.url()).searchParams.get("next"), GOOD);
  await stranger.context.close();
});
