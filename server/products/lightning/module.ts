/** The declaration of this module; server/modules.ts lists all modules. */
import { invoicesAreAsked, paymentsAreOpen } from "./rows.ts";
import type { Module } from "../../platform/app-ports.ts";
import { routes } from "./http.ts";
import { makeInvoices, readSettled, sendPayments, watchNode } from "./run-lightning.ts";
import { DATA } from "./tables.ts";
import { expireOverdue } from "./withdrawals.ts";

const role = "lightning" as const;

export const module: Module = {
  name: "products/lightning",
  routes,
  jobs: [
    {
      name: "make-lightning-invoices",
      everyMs: 150,
      due: invoicesAreAsked,
      role,
      run: makeInvoices,
    },
    { name: "read-lightning-settled", everyMs: 150, role, run: readSettled },
    {
      name: "send-lightning-payments",
      everyMs: 150,
      due: paymentsAreOpen,
      role,
      run: sendPayments,
    },
    { name: "watch-lightning-node", everyMs: 5000, role, run: watchNode },
    { name: "expire-lightning-withdrawals", everyMs: 2000, run: expireOverdue },
  ],
  ownData: [
    { file: "lightning", lines: "ln_invoices" },
    { file: "lightning", lines: "ln_payments" },
    { file: "lightning", lines: "ln_withdrawals" },
  ],
  fees: { kinds: ["ln_settle"], by: "fees_of_lightning" },
  closing: { obstacles: "lightning_closing_obstacles", erases: "erase_user_from_lightning" },
  data: DATA,
};
