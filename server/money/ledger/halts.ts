/** Switches that stop a kind of movement at once: set by the check of the ledger or by staff, lifted by staff. */
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import { HALT_NAMES, type HaltName } from "#contract/staff/names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import { deleteHalt, findHalt, firstHalt, haltsAmong, insertHalt, insertHaltsWhenBroken } from "./rows.ts";

const REFUSES: Record<HaltName, RefusalCode> = {
  money_out: "ledger.halted",
  // Withdrawals over one chain only.
  bitcoin_out: "ledger.halted",
  ethereum_out: "ledger.halted",
  // Deposits over one chain: none is credited, and no address of it is shown.
  bitcoin_in: "ledger.halted",
  ethereum_in: "ledger.halted",
  new_trades: "trade.start_halted",
  releases: "ledger.halted",
  conversions: "ledger.halted",
  ledger: "LEDGER_ASYNC_MODE",
  // Starts, releases, send-outs and conversions of one coin; what is reserved already is not planned.
  coin_BTC: "ledger.halted",
  coin_ETH: "ledger.halted",
  coin_USDT: "ledger.halted",
  // Orders of mobile top-up; those that are paid go on.
  top_up: "ledger.halted",
  // Orders of gift cards; those that are paid go on, and codes that were bought can be looked at.
  store: "ledger.halted",
  card_top_up: "ledger.halted",
  card_payments: "ledger.halted",
  // Purchases and sales of coins by bank transfer and mobile money; what is open goes on.
  // Payments of Lightning invoices, and what is paid to those of users; what is in flight goes on to its end.
  lightning_out: "ledger.halted",
  lightning_in: "ledger.halted",
  on_ramp: "ledger.halted",
  off_ramp: "ledger.halted",
  // Orders of spot markets; what is open can be cancelled.
  spot: "ledger.halted",
};

type Words = Readonly<Record<string, RefusalCode | Refusal>>;

/** As wordRefusal, of a function of the ledger: `halted:<name>` is the refusal of that halt. */
export function outcomeRefusal(outcome: string | undefined, refuses: Words): Refusal {
  const halted = HALT_NAMES.find((one) => outcome === `halted:${one}`);
  return halted ? new Refusal(REFUSES[halted]) : wordRefusal(outcome ?? "nothing", refuses);
}

export type HaltToSet = {
  readonly name: HaltName;
  readonly reason: string;
};

/** Stops a kind of movement; the first reason stays until it is lifted. */
export async function halt(tx: Tx, { name, reason }: HaltToSet): Promise<void> {
  await insertHalt(tx, { name, reason });
}

/** An invariant is broken: nothing is locked, released, sent or bought on figures that may be wrong until two of the staff lift it. */
export async function haltWhenBroken(tx: Tx, reason: string, names?: readonly HaltName[]): Promise<void> {
  await insertHaltsWhenBroken(tx, reason, names);
}

export async function lift(tx: Tx, name: HaltName): Promise<void> {
  await deleteHalt(tx, name);
}

/** Refuses `ledger.halted`, `trade.start_halted` or `LEDGER_ASYNC_MODE` while any of the named halts is set. */
export async function refuseWhenHalted(tx: ReadTx, ...names: readonly HaltName[]): Promise<void> {
  const found = await firstHalt(tx, names);
  if (found) throw new Refusal(REFUSES[found]);
}

/** The active ones of the named halts. */
export async function standingHalts(tx: ReadTx, names: readonly HaltName[]): Promise<ReadonlySet<HaltName>> {
  return new Set(await haltsAmong(tx, names));
}

/** Whether any of these kinds of movement is stopped. */
export async function isHalted(tx: ReadTx, ...names: readonly HaltName[]): Promise<boolean> {
  return findHalt(tx, names);
}
