// Guards: whoever writes is answered with what they wrote, and both sides read it in its order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listMessages, postMessage } from "#contract/chat.ts";
import { aMarket, aTrade, testApp } from "../../testing/index.ts";

const app = await testApp();
const market = await aMarket(app);

test("each message is answered as it stands in the room", async () => {
  const params = { id: await aTrade(market) };
  const said: string[] = [];
  for (const text of ["first", "second", "third"]) {
    const answer = await market.buyer.client.call(postMessage, { params, body: { text } });
    assert.deepEqual([answer.data.text, answer.data.isMine], [text, true]);
    said.push(answer.data.id);
  }
  assert.equal(new Set(said).size, 3);
  const { data } = await market.seller.client.call(listMessages, { params, query: {} });
  const ids = data.map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id) => said.includes(id)),
    said,
  );
});
