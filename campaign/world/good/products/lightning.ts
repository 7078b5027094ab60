/** Right arguments for the functions of Lightning. */
import { ids } from "../../../../server/platform/ids.ts";
import {
  aLightningPayer,
  aLightningQuote,
  anOpenInvoice,
  anOpenWithdrawal,
  anOutsideInvoice,
  aWithdrawalQuote,
  seeNode,
} from "../../../../server/testing/market/lightning.ts";
import { type Good, type Ground, prove } from "../../ground.ts";

/** Millisatoshi on both sides and in flight, what can be paid and received, channels, closing; and of the books owed, held and credited. */
const SEEN = [5_000_000_000, 5_000_000_000, 0, 4_000_000_000, 4_000_000_000, 1, 0, [], 0, 0, 0] as const;

export function lightningCalls(ground: Ground): Record<string, Good[]> {
  const { app } = ground;
  const proved = async () => {
    const { id } = await aLightningPayer(app);
    const hash = await aLightningQuote(app, id);
    await prove(ground, `provider_order:${hash}`, id);
    return { id, hash };
  };
  const inFlight = async () => {
    const { id } = await aLightningPayer(app);
    const invoice = await anOutsideInvoice(app);
    const hash = await aLightningQuote(app, id, invoice);
    await prove(ground, `provider_order:${hash}`, id);
    await app.owner.query("select pay_lightning($1, $2, market_now())", [hash, id]);
    await app.owner.query("select begin_lightning_payments(10, market_now())");
    const { rows } = await app.owner.query("select id from product_quotes where hash = $1", [hash]);
    return { quoteId: rows[0].id as string, preimage: invoice.preimage };
  };
  return {
    ...invoiceCalls(ground),
    ...withdrawalCalls(ground),
    quote_lightning: [
      async (now) => {
        const { id } = await aLightningPayer(app);
        const { bolt11, paymentHash } = await anOutsideInvoice(app);
        return [ids.hash(), id, bolt11, paymentHash, 10_000_000, "02".repeat(33), "", "2101-01-01T00:00:00Z", now];
      },
    ],
    pay_lightning: [
      async (now) => {
        const { id, hash } = await proved();
        return [hash, id, now];
      },
    ],
    begin_lightning_payments: [
      async (now) => {
        const { id, hash } = await proved();
        await app.owner.query("select pay_lightning($1, $2, market_now())", [hash, id]);
        return [10, now];
      },
    ],
    "end_lightning_payment settled": [
      async (now) => {
        const { quoteId, preimage } = await inFlight();
        return [quoteId, preimage, 1000, null, now];
      },
    ],
    note_lightning_node: [
      async (now) => {
        await seeNode(app);
        return ["02".repeat(33), ...SEEN, true, now];
      },
    ],
  };
}

function invoiceCalls({ app }: Ground): Record<string, Good[]> {
  return {
    ask_lightning_invoice: [
      async (now) => [ids.hash(), (await aLightningPayer(app)).id, 1_000_000, "A book", 3600, null, now],
    ],
    open_lightning_invoice: [
      async (now) => {
        const { id } = await aLightningPayer(app);
        const hash = ids.hash();
        await app.owner.query("select ask_lightning_invoice($1, $2, 1000000, '', 3600, null, market_now())", [
          hash,
          id,
        ]);
        const { paymentHash, bolt11 } = await anOutsideInvoice(app);
        return [hash, paymentHash, bolt11, now];
      },
    ],
    "credit_lightning credited": [
      async (now) => {
        const { id } = await aLightningPayer(app);
        return [(await anOpenInvoice(app, id)).paymentHash, 10_000_000, 1, now];
      },
    ],
    end_lightning_invoices: [async (now) => [[(await anOpenInvoice(app, (await aLightningPayer(app)).id)).hash], now]],
  };
}

function withdrawalCalls(ground: Ground): Record<string, Good[]> {
  const { app } = ground;
  return {
    quote_lightning_withdrawal: [async (now) => [ids.hash(), (await aLightningPayer(app)).id, 10_000, now]],
    open_lightning_withdrawal: [
      async (now) => {
        const { id } = await aLightningPayer(app);
        const hash = await aWithdrawalQuote(app, id);
        await prove(ground, `provider_order:${hash}`, id);
        return [hash, id, "ab".repeat(32), now];
      },
    ],
    "collect_lightning_withdrawal reserved": [
      async (now) => {
        const { k1 } = await anOpenWithdrawal(app, (await aLightningPayer(app)).id);
        const { bolt11, paymentHash } = await anOutsideInvoice(app);
        return [k1, bolt11, paymentHash, 10_000_000, "02".repeat(33), "", "2101-01-01T00:00:00Z", now];
      },
    ],
    "cancel_lightning_withdrawal cancelled": [
      async (now) => {
        const { id } = await aLightningPayer(app);
        return [(await anOpenWithdrawal(app, id)).hash, id, now];
      },
    ],
    expire_lightning_withdrawals: [
      async (now) => {
        const { hash } = await anOpenWithdrawal(app, (await aLightningPayer(app)).id);
        await app.owner.query(
          `update ln_withdrawals set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
           where quote_id = (select id from product_quotes where hash = $1)`,
          [hash],
        );
        return [10, now];
      },
    ],
  };
}
