/** Withdrawals over Lightning on the wire: an amount is set aside, and a wallet elsewhere that scans the code collects it (LNURL-withdraw, LUD-03). Sums are bitcoin. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { amount, hash, instant, text } from "../../platform/wire.ts";

const decimal = z.string();

const sums = {
  /** What the wallet gets. */
  amount: decimal,
  fee: decimal,
  /** The most that the way may cost; what it does not cost comes back. */
  mostNetworkFee: decimal,
  /** What leaves the balance at first. */
  total: decimal,
};

export const lightningWithdrawalQuote = z.strictObject({
  id: hash,
  ...sums,
  usd: decimal,
  createdAt: instant,
  expiresAt: instant,
});
export type LightningWithdrawalQuote = z.infer<typeof lightningWithdrawalQuote>;

export const lightningWithdrawal = z.strictObject({
  id: hash,
  ...sums,
  /** LNURL in capitals. Who has it can collect the amount, once. */
  code: z.string(),
  createdAt: instant,
  expiresAt: instant,
});
export type LightningWithdrawal = z.infer<typeof lightningWithdrawal>;

const path = "/rest/v1/lightning/withdrawals";

export const quoteLightningWithdrawal = endpoint({
  name: "quoteLightningWithdrawal",
  method: "POST",
  path: `${path}/quotes`,
  summary: "What it costs to let a wallet elsewhere collect an amount, for some seconds",
  body: z.strictObject({ amount }),
  reply: lightningWithdrawalQuote,
  refusals: ["lightning.too_small", "money.malformed", "money.too_many_digits", "rates.stale"],
});

export const openLightningWithdrawal = endpoint({
  name: "openLightningWithdrawal",
  method: "POST",
  path,
  summary:
    "Set the amount of a quote aside, with a proof of kind order, and get the code for it. It is collected with one invoice of exactly that amount, or comes back",
  body: z.strictObject({ quote_id: hash }),
  reply: lightningWithdrawal,
  refusals: [
    ...(["wallet.quote_unknown", "wallet.quote_taken", "wallet.quote_expired", "auth.password_proof"] as const),
    ...(["wallet.on_hold", "ledger.insufficient_balance", "ledger.halted", "LEDGER_ASYNC_MODE"] as const),
    ...(["lightning.payment_limit", "lightning.month_limit", "lightning.away", "lightning.no_capacity"] as const),
    "lightning.withdrawal_open",
  ],
});

export const cancelLightningWithdrawal = endpoint({
  name: "cancelLightningWithdrawal",
  method: "POST",
  path: `${path}/:id/cancel`,
  summary: "End a withdrawal that nobody has collected; all of it comes back",
  params: z.strictObject({ id: hash }),
  reply: z.strictObject({ id: hash }),
  refusals: ["lightning.unknown", "lightning.withdrawal_over"],
});

export const withdrawFromOutside = endpoint({
  name: "withdrawFromOutside",
  method: "POST",
  path: "/rest/v1/lightning/outside/withdrawals",
  summary: "Demo: have somebody else's wallet collect a withdrawal",
  body: z.strictObject({ code: text({ min: 20, max: 1000 }) }),
  reply: z.strictObject({ isCollected: z.boolean() }),
  refusals: ["lightning.away", "lightning.unknown", "lightning.withdrawal_over"],
});
