/** Every invariant (docs/invariants.md) in one list; the job that checks them, and halts trades and money out when one is broken. */
import type { AppPorts, Job } from "../../platform/app-ports.ts";
import { checkInvariants, halt, type InvariantCheck, LEDGER_CHECKS, type Violation } from "../../money/ledger/index.ts";
import { brokenLinks } from "../../market/disputes/index.ts";
import { TRADE_CHECKS } from "../../market/trades/index.ts";
import { WALLET_CHECKS } from "../../money/custody/index.ts";
import { PROOF_CHECKS } from "../../products/wallet/index.ts";
import { noteCheck } from "./check-rows.ts";

export const ALL_CHECKS: readonly InvariantCheck[] = [
  ...LEDGER_CHECKS,
  ...TRADE_CHECKS,
  ...WALLET_CHECKS,
  ...PROOF_CHECKS,
  { id: "I13", find: brokenLinks },
];

/** What stops when an invariant is broken: nothing is locked, released or sent on figures that may be wrong. */
const STOPPED = ["money_out", "new_trades", "releases", "conversions"] as const;

/** Checks in one snapshot; a violation halts trades and money out, and says so. */
export async function checkBooks({ db, log }: Pick<AppPorts, "db" | "log">): Promise<Violation[]> {
  return db.tx(async (tx) => {
    const found = await checkInvariants(tx, ALL_CHECKS);
    await noteCheck(tx, found.length);
    const [first] = found;
    if (first) {
      log.error({ found }, "the ledger's invariants do not hold; trades and money out are halted");
      const reason = `${first.invariant}: ${first.detail}`.slice(0, 300);
      for (const name of STOPPED) await halt(tx, { name, reason, takesTwo: true });
    }
    return found;
  });
}

export const jobs: readonly Job[] = [
  {
    name: "check-books",
    everyMs: 60_000,
    run: async (app) => {
      await checkBooks(app);
    },
  },
];
