/** Feature flags: for how many people in a hundred a feature is on, and for whom it is switched by name. */
import { FLAG_NAMES, type FlagName, type FlagValues } from "#contract/reference/flag-names.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { flagsOfPerson, percentRows } from "./rows.ts";

export type FlagPercents = { readonly [N in FlagName]: number };
/** As one person has them; the database decides that (`flags_of`). */
export type OwnFlags = { readonly [N in FlagName]?: boolean };

export async function flagPercents(tx: ReadTx): Promise<FlagPercents> {
  const rows = new Map((await percentRows(tx)).map(({ name, percent }) => [name, percent]));
  return Object.fromEntries(FLAG_NAMES.map((name) => [name, rows.get(name) ?? 0])) as FlagPercents;
}

/** As the viewer has them; a visitor has the flags that are on for all users. */
export function flagsOf(percents: FlagPercents, own: OwnFlags | undefined): FlagValues {
  const isOn = (name: FlagName) => (own ? own[name] === true : percents[name] === 100);
  return Object.fromEntries(FLAG_NAMES.map((name) => [name, isOn(name)])) as FlagValues;
}

/** As one reader has them, from the tables alone. */
export async function flagsNow(tx: ReadTx, userId: bigint | undefined): Promise<FlagValues> {
  const [percents, own] = await Promise.all([
    flagPercents(tx),
    userId === undefined ? undefined : flagsOfPerson(tx, userId),
  ]);
  return flagsOf(percents, own);
}
