/** The declaration of this module; server/modules.ts lists all modules. */
import { mustPay } from "./payments/rows.ts";
import type { Module } from "../../platform/app-ports.ts";
import { payBitcoin } from "./payments/pay/bitcoin.ts";
import { payEthereum } from "./payments/pay/ethereum.ts";
import { scanBitcoin } from "./blocks/scan-bitcoin.ts";
import { scanEthereum } from "./blocks/scan-ethereum.ts";
import { DATA } from "./tables.ts";

export const module: Module = {
  name: "money/custody",
  jobs: [
    { name: "scan-bitcoin", everyMs: 1000, role: "chain", run: scanBitcoin },
    { name: "scan-ethereum", everyMs: 1000, role: "chain", run: scanEthereum },
    {
      name: "pay-bitcoin",
      everyMs: 1000,
      due: mustPay("bitcoin"),
      // Sweeps, the cold account and refills are planned by what the chain has.
      alsoEveryMs: 5000,
      role: "chain",
      run: payBitcoin,
    },
    {
      name: "pay-ethereum",
      everyMs: 1000,
      due: mustPay("ethereum"),
      // Sweeps, the cold account and refills are planned by what the chain has.
      alsoEveryMs: 5000,
      role: "chain",
      run: payEthereum,
    },
  ],
  ownData: [
    { file: "addresses", lines: "addresses" },
    { file: "deposits", lines: "deposits" },
    { file: "transfers", lines: "transfers" },
  ],
  closing: { obstacles: "custody_closing_obstacles" },
  data: DATA,
};
