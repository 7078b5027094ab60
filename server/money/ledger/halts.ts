/** Switches that stop a kind of movement at once: set by the check of the ledger or by staff, lifted by staff. */
import { Refusal, type RefusalCode } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { deleteHalt, findHalt, firstHalt, insertHalt } from "./rows.ts";

export type HaltName = "money_out" | "bitcoin_out" | "ethereum_out" | "new_trades" | "releases" | "ledger";

const REFUSES: Record<HaltName, RefusalCode> = {
  money_out: "ledger.halted",
  // Withdrawals over one chain only.
  bitcoin_out: "ledger.halted",
  ethereum_out: "ledger.halted",
  new_trades: "trade.start_halted",
  releases: "ledger.halted",
  ledger: "LEDGER_ASYNC_MODE",
};

/** Stops a kind of movement; the first reason stays until it is lifted. */
export async function halt(tx: Tx, { name, reason }: { name: HaltName; reason: string }): Promise<void> {
  await insertHalt(tx, { name, reason });
}

export async function lift(tx: Tx, name: HaltName): Promise<void> {
  await deleteHalt(tx, name);
}

/** Refuses `ledger.halted`, `trade.start_halted` or `LEDGER_ASYNC_MODE` while any of the named halts stands. */
export async function refuseWhenHalted(tx: ReadTx, ...names: readonly HaltName[]): Promise<void> {
  const found = await firstHalt(tx, names);
  if (found) throw new Refusal(REFUSES[found]);
}

/** Whether any of these kinds of movement is stopped. */
export async function isHalted(tx: ReadTx, ...names: readonly HaltName[]): Promise<boolean> {
  return findHalt(tx, names);
}
