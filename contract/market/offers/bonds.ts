/** Bonds on the wire: what is missing of one's own, what is held and until when, and the calls that move it. */
import * as z from "zod/mini";
import { endpoint } from "../../platform/endpoint.ts";
import { BOND_BEHAVIOURS } from "./offer-fields.ts";
import { amount, cryptoCode, empty, instant } from "../../platform/wire.ts";

const bondActivity = z.strictObject({
  isEnabled: z.boolean(),
  options: z.array(z.strictObject({ currencyCode: cryptoCode, missingAmount: amount })),
});

export const depositData = z.strictObject({
  activities: z.strictObject({
    /** The missing amount of the bond, in each coin that can be deposited. */
    makeDeposit: bondActivity,
    /** The amount that is returned, and is missing afterwards. */
    makeWithdraw: bondActivity,
  }),
  bond: z.strictObject({
    behaviour: z.enum(BOND_BEHAVIOURS),
    /** Dollars; a bond counts with its value at the time of the deposit. */
    neededUsd: amount,
    heldUsd: amount,
    /** An open trade depends on it. */
    isInTrade: z.boolean(),
    /** Until when it stays after the last such trade. */
    lockedUntil: z.nullable(instant),
  }),
});
export type DepositData = z.infer<typeof depositData>;

export const depositBond = endpoint({
  name: "depositBond",
  method: "POST",
  path: "/wallet/deposit-bond",
  summary: "Deposit the missing amount of the caller's bond, in one coin of their balance.",
  body: z.strictObject({ crypto_currency_code: cryptoCode }),
  reply: depositData,
  refusals: [
    "bond.nothing_missing",
    "wallet.on_hold",
    "rates.stale",
    "ledger.insufficient_balance",
    "ledger.halted",
    "LEDGER_ASYNC_MODE",
  ],
});

export const retrieveBond = endpoint({
  name: "retrieveBond",
  method: "POST",
  path: "/wallet/retrieve-bond",
  summary: "Takes all of the caller's bond back into their balance; offers that need it leave the market.",
  body: z.optional(empty),
  reply: depositData,
  refusals: ["bond.none", "bond.in_trade", "bond.locked", "wallet.on_hold", "ledger.halted", "LEDGER_ASYNC_MODE"],
});
