/** The operator of the machine stops a kind of movement, or lets it go on. */
import type { Tx } from "../../../platform/postgres/db.ts";
import { halt, type HaltName, isHalted, lift } from "../../../money/ledger/index.ts";
import { recordStaffAct } from "../../../people/audit/index.ts";

/** False when it is halted already: then nothing is written, and the first reason stays. */
export async function haltByOperator(tx: Tx, { name, reason }: { name: HaltName; reason: string }): Promise<boolean> {
  if (await isHalted(tx, name)) return false;
  await halt(tx, { name, reason });
  await recordStaffAct(tx, { staffId: null, act: "halt.set", subject: name, reason });
  return true;
}

/** False when it is not set: then nothing is written. Its cause may set it again at once. */
export async function liftByOperator(tx: Tx, { name, reason }: { name: HaltName; reason: string }): Promise<boolean> {
  if (!(await isHalted(tx, name))) return false;
  await lift(tx, name);
  await recordStaffAct(tx, { staffId: null, act: "halt.lift", subject: name, reason });
  return true;
}
