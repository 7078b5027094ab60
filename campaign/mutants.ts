/** Mutation tests by StrykerJS of pure code about money: each file is changed and its own test must fail. */
import { spawnSync } from "node:child_process";

/** Files whose test needs no database and no node, so that a mutant takes about a second. */
const TESTS: Readonly<Record<string, string>> = {
  "contract/platform/decimal.ts": "contract/platform/decimal.test.ts",
  "contract/money/money.ts": "contract/money/money.test.ts",
  "contract/money/fees.ts": "contract/money/fees.test.ts",
  "contract/money/prices.ts": "contract/money/prices.test.ts",
  "contract/money/metals.ts": "contract/money/metals.test.ts",
  "contract/market/disputes/award-shares.ts": "contract/market/disputes/award-shares.test.ts",
  "server/market/trades/trade.ts": "server/market/trades/trade.test.ts",
  "server/market/trades/flows/index.ts": "server/market/trades/flows.test.ts",
  "server/money/custody/coins/choose-coins.ts": "server/money/custody/coins/choose-coins.test.ts",
  "server/money/custody/payments/payment.ts": "server/money/custody/payments/payment.test.ts",
  "server/signer/proofs/policy.ts": "server/signer/proofs/policy.test.ts",
};
const STRYKER = "node_modules/@stryker-mutator/core/bin/stryker.js";

/** Prints the mutants that survive; the exit code is 1 when Stryker itself fails. */
export function runMutants(word = ""): void {
  const chosen = Object.entries(TESTS).filter(([file]) => file.includes(word));
  if (chosen.length === 0) throw new Error(`no such file: there are ${Object.keys(TESTS).join(", ")}`);
  for (const [file, test] of chosen) {
    const { status } = spawnSync(process.execPath, [STRYKER, "run", "stryker.config.mjs", "--mutate", file], {
      env: { ...process.env, MUTANT_TEST: test, NODE_TEST_CONTEXT: undefined },
      stdio: "inherit",
    });
    if (status !== 0) process.exitCode = 1;
  }
}
