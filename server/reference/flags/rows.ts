/** The SQL of feature flags; they are changed by a function of the database (staff/console), and another decides for whom each is on. */
import type { FlagName } from "#contract/reference/flag-names.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";

export async function percentRows(tx: ReadTx): Promise<{ name: string; percent: number }[]> {
  return tx.rows<{ name: string; percent: number }>`
    select name, percent
    from feature_flags`;
}

/** Of one person, by flag. */
export async function flagsOfPerson(tx: ReadTx, userId: bigint): Promise<Partial<Record<FlagName, boolean>>> {
  const rows = await tx.rows<{ flags: Partial<Record<FlagName, boolean>> }>`
    select flags_of(${userId}) as flags`;
  return onlyRow(rows).flags;
}

/** For rules: as this person has it now. */
export async function isFlagOn(tx: ReadTx, { name, userId }: { name: FlagName; userId: bigint }): Promise<boolean> {
  const rows = await tx.rows<{ is_on: boolean }>`
    select flag_is_on(${name}, ${userId}) as is_on`;
  return onlyRow(rows).is_on;
}
