/** The declaration of this module; server/modules.ts lists all modules. */
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { openAccountLine } from "./sealed-fields.ts";
import { DATA } from "./tables.ts";
import { sealAccountsAnew } from "./seal-anew.ts";

export const module: Module = {
  name: "market/payment-accounts",
  routes,
  ownData: [{ file: "payment_accounts", lines: "payment_accounts", open: openAccountLine }],
  closing: { erases: "erase_user_from_payment_accounts" },
  data: DATA,
  sealAnew: sealAccountsAnew,
};
