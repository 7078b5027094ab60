/** With Lightning: no payment without its user's proof, none settled without the payee's receipt, and no more credited in a day than the setting says. */
import {
  aLightningQuote,
  anOpenInvoice,
  anOpenWithdrawal,
  anOutsideInvoice,
  aWithdrawalQuote,
  seeNode,
} from "../../../server/testing/market/lightning.ts";
import { type Attempt, almost, call } from "../attempt.ts";

const crediting: (as: Attempt["as"]) => Attempt = (as) => ({
  as,
  tries: "credits an invoice that nobody has paid",
  run: async (stage, ask, now) => call(ask, "credit_lightning", await almost(stage, "credit_lightning", now)),
});

export const OF_LIGHTNING: readonly Attempt[] = [
  crediting("web"),
  crediting("worker"),
  crediting("chain"),
  {
    as: "web",
    tries: "pays an invoice with a user's coins, which nobody proved",
    run: async ({ app, market }, ask, now) => {
      await seeNode(app);
      const quote = await aLightningQuote(app, market.seller.id);
      return ask("select pay_lightning($1, $2, $3) as outcome", [quote, market.seller.id, now]);
    },
  },
  {
    as: "web",
    tries: "sets a user's coins aside for a code of its own, which nobody proved",
    run: async ({ app, market }, ask, now) => {
      await seeNode(app);
      const quote = await aWithdrawalQuote(app, market.seller.id);
      return ask("select open_lightning_withdrawal($1, $2, $3, $4) as outcome", [
        quote,
        market.seller.id,
        "ab".repeat(32),
        now,
      ]);
    },
  },
  {
    as: "web",
    tries: "collects by a code that nobody opened",
    run: async ({ app }, ask, now) => {
      const { bolt11, paymentHash } = await anOutsideInvoice(app);
      const said = ["cd".repeat(32), bolt11, paymentHash, "02".repeat(33), now];
      return ask(
        "select outcome from collect_lightning_withdrawal($1, $2, $3, 10000000, $4, '', $5::timestamptz + interval '1 hour', $5)",
        said,
      );
    },
  },
  {
    as: "web",
    tries: "collects with an invoice of its own what a user set aside for their wallet, and then more",
    acting: ["seller"],
    run: async ({ app, market }, ask, now) => {
      await seeNode(app);
      const { k1, hash } = await anOpenWithdrawal(app, market.seller.id);
      const own = await anOutsideInvoice(app);
      const collect = async ({ bolt11, paymentHash }: typeof own, msat: bigint) => {
        const said = [k1, bolt11, paymentHash, String(msat), "02".repeat(33), now];
        const { rows } = await ask(
          "select outcome from collect_lightning_withdrawal($1, $2, $3, $4, $5, '', $6::timestamptz + interval '1 hour', $6)",
          said,
        );
        return rows[0]?.outcome;
      };
      const outcomes = [
        await collect(await anOutsideInvoice(app, 20_000_000n), 20_000_000n),
        await collect(own, 10_000_000n),
        await collect(await anOutsideInvoice(app), 10_000_000n),
      ];
      // The node pays it.
      await app.owner.query(
        "select end_lightning_payment(id, $2, 0, null, market_now()) from product_quotes where hash = $1",
        [hash, own.preimage],
      );
      return { rows: [{ outcome: outcomes.join(", ") }] };
    },
  },
  {
    as: "lightning",
    tries: "collects a user's withdrawal with an invoice of its own",
    run: async (stage, ask, now) =>
      call(ask, "collect_lightning_withdrawal", await almost(stage, "collect_lightning_withdrawal", now)),
  },
  {
    as: "lightning",
    tries: "pays an invoice with a user's coins",
    run: async (stage, ask, now) => call(ask, "pay_lightning", await almost(stage, "pay_lightning", now)),
  },
  {
    as: "lightning",
    tries: "settles a payment without the payee's receipt",
    run: async (stage, ask, now) => {
      const [quote, , network] = await almost(stage, "end_lightning_payment", now);
      return call(ask, "end_lightning_payment", [quote, "00".repeat(32), network, null, now]);
    },
  },
  {
    as: "lightning",
    tries: "credits its accomplice's invoice, which nobody has paid, for more than a day may bring",
    run: async ({ app, thief }, ask, now) => {
      const { paymentHash } = await anOpenInvoice(app, BigInt(thief));
      return ask("select outcome from credit_lightning($1, 100100000000, 1, $2)", [paymentHash, now]);
    },
  },
  {
    as: "lightning",
    tries: "credits its accomplice's invoice, which nobody has paid",
    acting: ["operator"],
    run: async ({ app, thief }, ask, now) => {
      const { paymentHash } = await anOpenInvoice(app, BigInt(thief));
      return ask("select outcome from credit_lightning($1, 10000000, 1, $2)", [paymentHash, now]);
    },
  },
  {
    as: "lightning",
    tries: "writes a balance",
    run: async (_, ask) => ask("update ledger_accounts set balance_units = balance_units + 1"),
  },
];
