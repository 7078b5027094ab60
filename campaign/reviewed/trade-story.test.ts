// Guards: what every step of a trade answers and writes, from the start to the receipt, in both directions.
// Surveys: ^server/market/(trades|offers|chat|feedback|disputes)/|^server/(people/reputation|outward/notifications)/
import { test } from "node:test";
import * as chat from "#contract/chat.ts";
import * as feedback from "#contract/feedback.ts";
import * as calls from "#contract/trades.ts";
import { aMarket, start, testApp } from "../../server/testing/index.ts";
import { holds } from "./holds.ts";
import { openTape } from "./tape.ts";

const app = await testApp({ config: { demo: true } });
const tape = await openTape(app);
const market = await aMarket(app);
const { seller, buyer } = market;

test("each step of a trade answers and writes what was reviewed", async () => {
  await tape.act("a market stands", async () => undefined);
  const started = await tape.act("the buyer takes the offer", () => start(market));
  const params = { id: started.data.tradeHash };
  await tape.act("events are delivered", () => app.deliverEvents());
  await tape.act("the buyer asks for the details", () => buyer.client.call(calls.revealPaymentDetails, { params }));
  await tape.act("the buyer has paid", () => buyer.client.call(calls.markTradePaid, { params }));
  await tape.act("events are delivered", () => app.deliverEvents());
  await tape.act("the seller releases", () => seller.client.call(calls.releaseTrade, { params }));
  await tape.act("events are delivered", () => app.deliverEvents());
  holds("trade-story", tape.lines);
});
void [chat, feedback];
