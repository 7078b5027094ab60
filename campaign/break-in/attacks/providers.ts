/** With orders at providers: which nobody proved, which others made, and which a provider did not deliver. */
import { openOnRamp } from "#contract/products/ramps/ramps.ts";
import { ids } from "../../../server/platform/ids.ts";
import { giveHistory } from "../../../server/testing/index.ts";
import { aBuyQuote } from "../../world/asks/products/ramps.ts";
import { one, prove } from "../../world/ground.ts";
import { type Attempt, almost, call } from "../attempt.ts";
import type { Stage } from "../stage.ts";

const DELIVERED = JSON.stringify({ providerRef: "1", currency: "NGN", delivered: 150_000, charged: 100, tookMs: 5 });

/** A price that an honest web gave the seller, for a dollar of airtime. */
async function aQuote(stage: Stage, now: string): Promise<string> {
  const { app, market } = stage;
  // A provider that sells, with the operator's money there.
  await almost(stage, "quote_top_up", now);
  await giveHistory(app, [market.seller.id]);
  const [lookUp, quote] = [ids.hash(), ids.hash()];
  await app.owner.query(
    `insert into top_up_lookups (hash, user_id, provider, country, phone_sealed, phone_index, asked_at)
     values ($1, $2, 'tests', 'NG', 'sealed', $3, market_now())`,
    [lookUp, market.seller.id, Buffer.from(ids.secret())],
  );
  const product = await one<{ id: string }>(
    stage,
    `select product.id from top_up_products product join top_up_operators operator on operator.id = product.operator_id
     where operator.provider = 'tests' and not product.is_pin limit 1`,
  );
  const values = [quote, market.seller.id, product.id, lookUp, now];
  await app.owner.query("select * from quote_top_up($1, $2, $3, null, 'USDT', $4, $5)", values);
  return quote;
}

const reserved = (quote: string, userId: bigint, now: string) => [[ids.hash()], [ids.uuid()], [quote], [userId], now];

/** The seller paid it, and a worker asked for it. */
async function anOrder(stage: Stage, now: string): Promise<{ id: string; reference: string }> {
  const { app, market, pool } = stage;
  const quote = await aQuote(stage, now);
  await prove(pool.ground, `provider_order:${quote}`, market.seller.id);
  await app.owner.query("select * from reserve_top_ups($1, $2, $3, $4, $5)", reserved(quote, market.seller.id, now));
  await app.owner.query("select * from begin_provider_attempts('top_up', 'tests', 100, $1)", [now]);
  return one(
    stage,
    `select made.id, made.external_ref as reference from provider_orders made join product_quotes quote on quote.id = made.quote_id
     where quote.hash = $1`,
    [quote],
  );
}

/** Of an accomplice, who pays nothing. */
async function aPurchase({ app }: Stage): Promise<string> {
  const { person, quote } = await aBuyQuote(app);
  const { data } = await person.client.call(openOnRamp, { body: { quote_id: quote } });
  await app.runJob("run-ramps");
  await app.owner.query("update provider_orders set ask_at = market_now() - interval '1 day' where hash = $1", [
    data.id,
  ]);
  return data.id;
}

const END = "select * from end_provider_attempt($1, 1, $2, $3, $4)";

const ending: (as: Attempt["as"]) => Attempt = (as) => ({
  as,
  tries: "says that an order was delivered, with a login that asks no provider",
  run: async (stage, ask, now) => ask(END, [(await anOrder(stage, now)).id, "succeeded", DELIVERED, now]),
});

export const OF_PROVIDERS: readonly Attempt[] = [
  {
    as: "web",
    tries: "pays the price of a user who has not proved it",
    run: async (stage, ask, now) =>
      call(ask, "reserve_top_ups", reserved(await aQuote(stage, now), stage.market.seller.id, now)),
  },
  {
    as: "web",
    tries: "pays the price of a user by a proof of another one",
    run: async (stage, ask, now) => {
      const [own, other] = [await aQuote(stage, now), await aQuote(stage, now)];
      await prove(stage.pool.ground, `provider_order:${own}`, stage.market.seller.id);
      return call(ask, "reserve_top_ups", reserved(other, stage.market.seller.id, now));
    },
  },
  {
    as: "web",
    tries: "pays a price in the name of a user who did not ask for it",
    run: async (stage, ask, now) => call(ask, "reserve_top_ups", reserved(await aQuote(stage, now), stage.thief, now)),
  },
  {
    as: "web",
    tries: "makes a price lower than the provider's",
    run: async (stage, ask, now) => {
      const quote = await aQuote(stage, now);
      return ask("update product_quotes set units = 1, fee_units = 0 where hash = $1", [quote]);
    },
  },
  {
    as: "web",
    tries: "opens the code of a user's top-up",
    run: async (_stage, ask) => ask("select code_sealed from top_up_pins", []),
  },
  {
    as: "web",
    tries: "books a statement that nobody made",
    run: async (stage, ask, now) =>
      call(ask, "import_provider_statement", await almost(stage, "import_provider_statement", now)),
  },
  ending("web"),
  ending("chain"),
  {
    as: "worker",
    tries: "orders in the name of a user",
    run: async (stage, ask, now) => {
      const quote = await aQuote(stage, now);
      await prove(stage.pool.ground, `provider_order:${quote}`, stage.market.seller.id);
      return call(ask, "reserve_top_ups", reserved(quote, stage.market.seller.id, now));
    },
  },
  {
    as: "worker",
    tries: "says yes to the monthly question of a user",
    run: async (stage, ask, now) => call(ask, "quote_top_up_ask", await almost(stage, "quote_top_up_ask", now)),
  },
  {
    as: "worker",
    tries: "says that the order of a user was delivered, which it was not",
    acting: ["seller"],
    run: async (stage, ask, now) => ask(END, [(await anOrder(stage, now)).id, "succeeded", DELIVERED, now]),
  },
  {
    as: "worker",
    tries: "books a statement by which the order of a user was delivered",
    acting: ["seller"],
    run: async (stage, ask, now) => {
      const { reference } = await anOrder(stage, now);
      const day = new Date(Date.parse(now) - 86_400_000).toISOString();
      const { closing = "0" } = await one<{ closing?: string }>(
        stage,
        "select coalesce(max(closing_units), 0)::text as closing from provider_statements where provider = 'tests' and is_accepted",
      );
      const lines = JSON.stringify([{ kind: "order", reference, units: "-100", at: day }]);
      const ends = String(BigInt(closing) - 100n);
      return ask("select * from import_provider_statement('top_up', 'tests', 'USD', $1, $2, $3, $4, $5)", [
        ...[day.slice(0, 10), closing, ends, lines, now],
      ]);
    },
  },
  {
    as: "worker",
    tries: "says that money came for the purchase of an accomplice, who paid nothing",
    acting: ["operator"],
    run: async (stage, ask, now) => {
      const hash = await aPurchase(stage);
      const [attempt] = (await ask("select * from begin_provider_attempts('on_ramp', 'house_bank', 100, $1)", [now]))
        .rows;
      const quote = await one<{ got_units: string; cost_units: string; id: string; got_currency: string }>(
        stage,
        `select quote.got_units, quote.cost_units, quote.got_currency, made.id from provider_orders made
         join product_quotes quote on quote.id = made.quote_id where made.hash = $1`,
        [hash],
      );
      const said = {
        currency: quote.got_currency,
        delivered: quote.got_units,
        charged: quote.cost_units,
        payerMatch: "same",
      };
      return ask("select * from end_provider_attempt($1, $2, 'succeeded', $3, $4)", [
        ...[quote.id, attempt?.n, JSON.stringify({ ...said, at: now, providerRef: "1" }), now],
      ]);
    },
  },
  {
    as: "web",
    tries: "pays for accomplices beyond what a provider may be charged in a day",
    run: async (stage, ask, now) => {
      // What the attempts before ordered is the dollar of the day.
      const quote = await aQuote(stage, now);
      await prove(stage.pool.ground, `provider_order:${quote}`, stage.market.seller.id);
      const { owner } = stage.app;
      await owner.query("insert into settings values ('top_up.provider_usd_day', '1', null, market_now())");
      try {
        return await call(ask, "reserve_top_ups", reserved(quote, stage.market.seller.id, now));
      } finally {
        await owner.query("delete from settings where name = 'top_up.provider_usd_day'");
      }
    },
  },
];
