/** Endpoints of bank accounts, wallets of mobile money, and directories of banks. */
import * as calls from "#contract/market/trades/payment/accounts.ts";
import { route } from "../../platform/http/policy.ts";
import { getBankAccount, listBankAccounts, removeBankAccount, saveBankAccount } from "./banks/bank-accounts.ts";
import { banksByIban, banksByRoutingNumber, banksBySwift, listBanks } from "./banks/find-banks.ts";
import { listWallets, removeWallet, saveWallet } from "./wallets.ts";

const READ = { auth: "session", rateLimit: "read" } as const;
const ADD = { auth: "session", rateLimit: "write", action: "account" } as const;
const OWN = { id: { kind: "payment_account", relations: ["owner"] } } as const;
const CHANGE = { ...ADD, objects: OWN } as const;

export const routes = [
  route(calls.listBankAccounts, READ, ({ tx, viewer }) => listBankAccounts(tx, viewer.userId)),
  route(calls.getBankAccount, { ...READ, objects: OWN }, ({ tx, viewer, params }) =>
    getBankAccount(tx, viewer.userId, params.id),
  ),
  route(calls.createBankAccount, ADD, ({ tx, viewer, caller, body }) =>
    saveBankAccount(tx, { viewer, caller }, { body }),
  ),
  route(calls.updateBankAccount, CHANGE, ({ tx, viewer, caller, params, body }) =>
    saveBankAccount(tx, { viewer, caller }, { id: params.id, body }),
  ),
  route(calls.deleteBankAccount, CHANGE, ({ tx, viewer, caller, params }) =>
    removeBankAccount(tx, { viewer, caller }, params.id),
  ),
  route(calls.listBanks, READ, ({ tx, query }) =>
    listBanks(tx, {
      countryId: Number(query.country_id),
      limit: query.limit === undefined ? undefined : Number(query.limit),
      offset: query.offset === undefined ? undefined : Number(query.offset),
    }),
  ),
  route(calls.findBanksByIban, READ, async ({ query }) => banksByIban(query.iban)),
  route(calls.findBanksByRoutingNumber, READ, ({ tx, query }) => banksByRoutingNumber(tx, query.routing_number)),
  route(calls.findBanksBySwift, READ, async ({ query }) => banksBySwift(query.swift_code)),
  route(calls.listMobileWallets, READ, ({ tx, viewer }) => listWallets(tx, viewer.userId)),
  route(calls.createMobileWallet, ADD, ({ tx, viewer, caller, body }) => saveWallet(tx, { viewer, caller }, { body })),
  route(calls.updateMobileWallet, CHANGE, ({ tx, viewer, caller, params, body }) =>
    saveWallet(tx, { viewer, caller }, { id: params.id, body }),
  ),
  route(calls.deleteMobileWallet, CHANGE, ({ tx, viewer, caller, params }) =>
    removeWallet(tx, { viewer, caller }, params.id),
  ),
];
