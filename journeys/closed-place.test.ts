// Guards: whoever opens the market from a closed country reads that it is closed there, on any screen and in any language, and is
// one press away from signing in to what is theirs.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { makeApp } from "../server/app.ts";
import { freePort } from "../server/devnet/child.ts";
import { assertFits, look } from "./look.ts";
import { openMarket, visit } from "./market.ts";

const market = await openMarket();
const port = await freePort();
const url = `http://localhost:${port}`;
const config = { ...market.ports.config, demo: false, port, publicUrl: new URL(url), trustedProxies: ["127.0.0.1"] };
const real = await makeApp({ ...market.ports, config });
await real.fastify.listen({ port, host: "127.0.0.1" });
after(() => real.close());
const from = (ip: string, options: Parameters<typeof visit>[1] = {}) =>
  visit({ browser: market.browser, url }, { ...options, extraHTTPHeaders: { "x-forwarded-for": ip } });

test("a visitor from a closed country reads so, and may sign in and read the terms", { timeout: 400_000 }, async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await from("2.144.0.1", { colorScheme });
    for (const [width, height] of [
      [1280, 900],
      [390, 844],
    ] as const)
      for (const place of ["/", "/ar/trading/buy-btc/paypal", "/es/register"]) {
        await page.setViewportSize({ width, height });
        assert.equal((await page.goto(place))?.status(), 451, place);
        await page.getByRole("main").getByRole("heading").waitFor();
        const name = `closed-place-${colorScheme}-${width}-${place.split("/").length}${place[1] ?? ""}`;
        await assertFits(page, name);
        await look(page, name);
      }
    await page.goto("/");
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL(/\/login/);
    await page.getByLabel("Email").waitFor();
    assert.equal((await page.goto("/terms-of-service"))?.status(), 200);
  }
  const elsewhere = await from("41.58.0.1");
  assert.equal((await elsewhere.page.goto("/"))?.status(), 200);
});
