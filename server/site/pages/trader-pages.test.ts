// Guards: the pages of the trader's dashboard and settings open at the addresses of their keys, with the tab or the filters of the address, and old addresses lead to them.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { DashboardProps, P2pDashboardProps } from "#contract/market/pages.ts";
import type { ContactsProps } from "#contract/people/pages.ts";
import { releaseTrade } from "#contract/market/trades/trade/trades.ts";
import { changeRelation } from "#contract/people/accounts.ts";
import type { WalletFilesProps, WalletHistoryProps } from "#contract/products/pages.ts";
import { makeApp } from "../../app.ts";
import { aMarket, aTrade, signIn, testApp } from "../../testing/index.ts";
import { writePlainWeb } from "../../testing/plain-web.ts";
import { ownPages } from "./people/own-pages.ts";
import { settingsPages } from "./people/settings-page.ts";
import { walletPages } from "./products/wallet-pages.ts";

const app = await testApp();
const folder = mkdtempSync(join(tmpdir(), "parley-trader-pages-"));
const drawing = await makeApp({ ...app.ports, distDir: writePlainWeb(folder) });
after(async () => {
  await drawing.close();
  rmSync(folder, { recursive: true, force: true });
});

async function answerOf(userId: bigint, url: string) {
  const session = await app.db.tx((tx) => signIn(tx, userId));
  const headers = { accept: "text/html", cookie: `parley=${session}` };
  const { statusCode, headers: answered } = await drawing.fastify.inject({ method: "GET", url, headers });
  return [statusCode, answered.location] as const;
}

/** What the page at this address shows. */
async function propsOf<Props>(userId: bigint, path: string, { query = {}, params = {} } = {}): Promise<Props> {
  const route = [...ownPages, ...settingsPages, ...walletPages].find((one) => one.path === path);
  assert.ok(route, path);
  const shown = await app.db.read((tx) =>
    route.load({ tx, viewer: { userId }, query, params, locale: "en" } as unknown as Parameters<typeof route.load>[0]),
  );
  assert.ok("props" in shown);
  return shown.props as Props;
}

test("contacts open at their list, and the addresses of before lead there", async () => {
  const { seller, buyer } = await aMarket(app);
  const { rows } = await app.owner.query("select username from users where id = $1", [buyer.id]);
  const { username } = rows[0];
  await seller.client.call(changeRelation, { params: { username }, body: { action: "blocked" } });
  for (const list of ["recent-trades", "trusted", "blocked"])
    assert.deepEqual(await answerOf(seller.id, `/dashboard/contacts/${list}`), [200, undefined]);
  assert.equal((await answerOf(seller.id, "/dashboard/contacts/enemies"))[0], 404);
  assert.deepEqual(await answerOf(seller.id, "/account/contacts?list=trusted"), [303, "/dashboard/contacts/trusted"]);
  assert.deepEqual(await answerOf(seller.id, "/es/account/contacts"), [303, "/es/dashboard/contacts/recent-trades"]);
  assert.deepEqual(await answerOf(seller.id, "/dashboard/contacts"), [303, "/dashboard/contacts/recent-trades"]);
  assert.deepEqual(await answerOf(seller.id, "/trader-settings"), [200, undefined]);
  const blocked = await propsOf<ContactsProps>(seller.id, "/trader-settings/blocked-users");
  assert.deepEqual([blocked.list, blocked.isOfSettings], ["blocked", true]);
  assert.deepEqual(
    blocked.rows.map(({ user }) => user.username),
    [username],
  );
});

test("the page of open trades keeps the tab of its address, and shows the reader's own offers", async () => {
  const market = await aMarket(app);
  const trade = await aTrade(market, "paid");
  const shown = (query: object) => propsOf<P2pDashboardProps>(market.seller.id, "/dashboard/p2p", { query });
  assert.equal((await shown({})).activeTab, "buy");
  assert.equal((await shown({ activeTab: "neither" })).activeTab, "buy");
  const { activeTab, active, offers, counts } = await shown({ activeTab: "sell" });
  assert.deepEqual([activeTab, active.map(({ tradeHash, role }) => [tradeHash, role])], ["sell", [[trade, "seller"]]]);
  assert.deepEqual([offers.map(({ idHashed }) => idHashed), counts.sell], [[market.offer], 1]);
  assert.deepEqual(await answerOf(market.seller.id, "/dashboard/p2p?activeTab=sell"), [200, undefined]);
});

test("the dashboard keeps the tab of its address, and leads a newcomer to the first trade until there is one", async () => {
  const market = await aMarket(app);
  const shown = (query: object = {}) => propsOf<DashboardProps>(market.seller.id, "/dashboard", { query });
  const { start, activeTab, balance, limits } = await shown();
  assert.deepEqual(
    [start?.hasStarted, activeTab, (await shown({ activeTab: "sell" })).activeTab],
    [false, "buy", "sell"],
  );
  assert.ok(balance.days.length > 0 && Number(balance.total) > 0);
  assert.equal(limits.used.openTrades, 0);
  const hash = await aTrade(market, "paid");
  assert.equal((await shown()).start?.hasStarted, true);
  await market.seller.client.call(releaseTrade, { params: { id: hash } });
  assert.equal((await shown()).start, null);
});

test("the history of a wallet shows what its address says, and its files begin with the same filters", async () => {
  const market = await aMarket(app);
  await aTrade(market, "paid");
  const query = { coin: "BTC", kind: "trade", direction: "out", from: "2001-02-03" };
  const { rows, filters, isFirst } = await propsOf<WalletHistoryProps>(market.seller.id, "/wallet/history", { query });
  assert.deepEqual(
    rows.map(({ type }) => type),
    ["trade_lock"],
  );
  assert.deepEqual([filters, isFirst], [{ ...query, until: "", q: "" }, true]);
  const wrong = { coin: "DOGE", kind: "x", from: "soon", after: "1.x" };
  const all = await propsOf<WalletHistoryProps>(market.seller.id, "/wallet/history", { query: wrong });
  assert.deepEqual([all.rows.length, all.isFirst], [2, true]);
  const files = await propsOf<WalletFilesProps>(market.seller.id, "/wallet/files", { query });
  assert.deepEqual([files.filters, files.files], [{ ...query, until: "" }, []]);
  for (const url of ["/wallet/history?kind=fee", "/wallet/files"])
    assert.deepEqual(await answerOf(market.seller.id, url), [200, undefined]);
});
