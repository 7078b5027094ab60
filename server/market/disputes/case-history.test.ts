// Guards: a moderator sees how often each side was in a dispute of another trade, and how many of those it lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aMarket, testApp } from "../../testing/index.ts";
import { aModerator, openDisputeAndTake } from "../../testing/market/disputes.ts";
import { caseHistory } from "./rows.ts";

const app = await testApp();

test("disputes of other trades count for both sides, lost ones for the side that lost, and this one for neither", async () => {
  const market = await aMarket(app);
  const moderator = await aModerator(market);
  const first = await openDisputeAndTake(market, { moderator });
  const historyOf = (hash: string) => app.db.read((tx) => caseHistory(tx, hash));
  const none = { disputes: 0, lost: 0 };
  assert.deepEqual(await historyOf(first), { buyer: none, seller: none });
  for (const winner of ["buyer", "seller", "seller"] as const) await openDisputeAndTake(market, { moderator, winner });
  assert.deepEqual(await historyOf(first), { buyer: { disputes: 3, lost: 2 }, seller: { disputes: 3, lost: 1 } });
  const stranger = await openDisputeAndTake(await aMarket(app), { moderator });
  assert.deepEqual(await historyOf(stranger), { buyer: none, seller: none });
});
