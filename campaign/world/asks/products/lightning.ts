/** Right calls of Lightning. */
import { lnurlOf, useOutsideWallet } from "../../../../server/products/lightning/index.ts";
import { scriptedLightning } from "../../../../server/testing/outside/scripted/lightning.ts";
import type { TestApp } from "../../../../server/testing/index.ts";
import {
  aLightningPayer,
  aLightningQuote,
  anOpenInvoice,
  anOpenWithdrawal,
  anOutsideInvoice,
  aWithdrawalQuote,
} from "../../../../server/testing/market/lightning.ts";

export function lightningAsks(app: TestApp) {
  const node = scriptedLightning();
  useOutsideWallet(() => node);
  return {
    createLightningInvoice: async () => ({
      by: (await aLightningPayer(app)).client.token,
      body: { amount: "0.001", memo: "A book" },
    }),
    getLightningInvoice: async () => {
      const { id, client } = await aLightningPayer(app);
      return { by: client.token, params: { id: (await anOpenInvoice(app, id)).hash } };
    },
    quoteLightningPayment: async () => ({
      by: (await aLightningPayer(app)).client.token,
      body: { invoice: (await anOutsideInvoice(app)).bolt11 },
    }),
    payLightning: async () => {
      const { id, client } = await aLightningPayer(app);
      const quote_id = await aLightningQuote(app, id);
      await app.prove(client.token, { kind: "order", id: quote_id });
      return { by: client.token, body: { quote_id } };
    },
    payFromOutside: async () => ({
      by: (await aLightningPayer(app)).client.token,
      body: { invoice: (await anOutsideInvoice(app)).bolt11 },
    }),
    quoteLightningWithdrawal: async () => ({
      by: (await aLightningPayer(app)).client.token,
      body: { amount: "0.0001" },
    }),
    openLightningWithdrawal: async () => {
      const { id, client } = await aLightningPayer(app);
      const quote_id = await aWithdrawalQuote(app, id);
      await app.prove(client.token, { kind: "order", id: quote_id });
      return { by: client.token, body: { quote_id } };
    },
    cancelLightningWithdrawal: async () => {
      const { id, client } = await aLightningPayer(app);
      return { by: client.token, params: { id: (await anOpenWithdrawal(app, id)).hash } };
    },
    withdrawFromOutside: async () => {
      const { id, client } = await aLightningPayer(app);
      return { by: client.token, body: { code: lnurlOf((await anOpenWithdrawal(app, id)).k1) } };
    },
    invoiceFromOutside: async () => ({
      by: (await aLightningPayer(app)).client.token,
      body: { amount: "0.0001" },
    }),
  };
}
