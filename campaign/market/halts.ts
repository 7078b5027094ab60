/** The model's halts: which of them stop which step of the coins, and how it is refused. */
import type { Halt, Model } from "./types.ts";

const STOPPED_BY = {
  lock: ["ledger", "coin_BTC", "new_trades"],
  release: ["ledger", "coin_BTC", "releases"],
  return: ["ledger"],
  convert: ["ledger", "coin_BTC", "conversions", "money_out"],
  send: ["ledger", "coin_BTC", "money_out", "bitcoin_out"],
  receive: ["ledger", "coin_BTC"],
  "send over Lightning": ["ledger", "coin_BTC", "money_out"],
  pay: ["ledger", "coin_BTC", "money_out", "bitcoin_out"],
} as const satisfies Record<string, readonly Halt[]>;

/** The refusal code of the halt for this step of the coins, or "". */
export function haltOf({ halts }: Pick<Model, "halts">, step: keyof typeof STOPPED_BY): string {
  // Of several the first by name is returned.
  const [first] = STOPPED_BY[step].filter((name) => halts.has(name)).sort();
  if (first === undefined) return "";
  return first === "ledger" ? "LEDGER_ASYNC_MODE" : first === "new_trades" ? "trade.start_halted" : "ledger.halted";
}
