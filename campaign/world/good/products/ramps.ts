/** Right arguments for functions of purchases and sales at providers. */
import { createOffRamp, openOnRamp } from "#contract/products/ramps/ramps.ts";
import { ids } from "../../../../server/platform/ids.ts";
import { PAYER } from "../../../../server/testing/market/ramps.ts";
import { aBuyQuote, aHeldPurchase, aSellQuote } from "../../asks/products/ramps.ts";
import { type Good, type Ground, one, prove } from "../../ground.ts";

const CORRIDORS = [
  {
    ...{ code: "X-bank", direction: "buy", country: "NG", currency: "NGN", rail: "bank", networks: [] },
    ...{ lowest: "100", highest: "100000000", fee_bp: 10, fee: "0", per_usd: "1500", opens: null, closes: null },
    minutes: 5,
  },
];

async function anOpened({ app }: Ground, isByPhone = false) {
  const { person, quote } = await aBuyQuote(app, isByPhone);
  const { data } = await person.client.call(openOnRamp, { body: { quote_id: quote } });
  await app.runJob("run-ramps");
  return { person, order: data };
}

async function aPayout({ app }: Ground) {
  const { person, quote } = await aSellQuote(app);
  const { data } = await person.client.call(createOffRamp, { body: { quote_id: quote } });
  await app.runJob("run-ramps");
  return data;
}

export function rampCalls(ground: Ground): Record<string, Good[]> {
  const { app } = ground;
  return {
    keep_ramp_corridors: [async (now) => ["tests", CORRIDORS, now]],
    "quote_ramp quoted": [
      async (now) => {
        const { person } = await aBuyQuote(app);
        const words = `PAR-${ids.digits(6)}`;
        const corridor = await one<{ id: string }>(
          ground,
          "select id from ramp_corridors where provider = 'house_bank' and country = 'NG' and direction = 'buy'",
        );
        return [ids.hash(), person.id, corridor.id, "USDT", "3000000", null, null, words, Buffer.from("sealed"), now];
      },
    ],
    "reserve_off_ramps reserved": [
      async (now) => {
        const { person, quote } = await aSellQuote(app);
        await prove(ground, `provider_order:${quote}`, person.id);
        return [[ids.hash()], [ids.uuid()], [quote], [person.id], now];
      },
    ],
    open_on_ramp: [
      async (now) => {
        const { person, quote } = await aBuyQuote(app);
        return [ids.hash(), ids.uuid(), quote, person.id, now];
      },
    ],
    cancel_on_ramp: [
      async (now) => {
        const { person, order } = await anOpened(ground);
        return [order.id, person.id, now];
      },
    ],
    choose_on_ramp: [
      async (now) => {
        const { person, order } = await aHeldPurchase(app);
        return [order.id, person.id, "refund", "0", now];
      },
    ],
    pay_house_bank: [
      async (now) => {
        const { order } = await anOpened(ground);
        const row = await one<{ words: string }>(ground, "select words from house_bank_orders where reference = $1", [
          order.reference,
        ]);
        return [row.words, "NGN", "3000000", PAYER, now, now];
      },
    ],
    answer_house_prompt: [async (now) => [(await anOpened(ground, true)).order.reference, PAYER, true, now]],
    send_back_from_house: [async (now) => [(await aPayout(ground)).reference, now]],
  };
}
