/** Right calls about payment accounts, by people who have just registered, and about banks. */
import { createBankAccount, createMobileWallet } from "#contract/market/trades/payment/accounts.ts";
import type { TestApp } from "../../../server/testing/index.ts";
import { RIGHT_ACCOUNTS, RIGHT_WALLET } from "../../../server/testing/market/payment-accounts.ts";

export function paymentAsks(app: TestApp, registered: () => Promise<{ token: string }>) {
  const withAccount = async () => {
    const client = app.client((await registered()).token);
    const { data } = await client.call(createBankAccount, { body: RIGHT_ACCOUNTS.GB });
    return { by: client.token, params: { id: data.id } };
  };
  const withWallet = async () => {
    const client = app.client((await registered()).token);
    const { data } = await client.call(createMobileWallet, { body: RIGHT_WALLET });
    return { by: client.token, params: { id: data.id } };
  };
  const asking = async (query: object) => ({ by: (await registered()).token, query });
  return {
    createBankAccount: async () => ({ by: (await registered()).token, body: RIGHT_ACCOUNTS.OTHER }),
    getBankAccount: withAccount,
    updateBankAccount: async () => ({ ...(await withAccount()), body: RIGHT_ACCOUNTS.US }),
    deleteBankAccount: withAccount,
    createMobileWallet: async () => ({ by: (await registered()).token, body: RIGHT_WALLET }),
    updateMobileWallet: async () => ({ ...(await withWallet()), body: { ...RIGHT_WALLET, phone: "+254722000111" } }),
    deleteMobileWallet: withWallet,
    listBanks: () => asking({ country_id: "566", limit: "1000" }),
    findBanksByIban: () => asking({ iban: "GB29NWBK60161331926819" }),
    findBanksByRoutingNumber: () => asking({ routing_number: "021000021" }),
    findBanksBySwift: () => asking({ swift_code: "NWBKGB2L" }),
  };
}
