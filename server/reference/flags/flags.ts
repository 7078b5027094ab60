/** Feature flags: for how many people in a hundred a feature is on, and for whom it is switched by name. */
import { createHash } from "node:crypto";
import { FLAG_NAMES, type FlagName, type FlagValues } from "#contract/flag-names.ts";
import type { ReadTx } from "../../platform/db.ts";
import { flagFor, ownRows, percentRows } from "./rows.ts";

export type FlagPercents = { readonly [N in FlagName]: number };
/** By flag, of one person. */
export type OwnFlags = { readonly [N in FlagName]?: boolean };
type Reader = { readonly userId: bigint; readonly own: OwnFlags };

export async function flagPercents(tx: ReadTx): Promise<FlagPercents> {
  const rows = new Map((await percentRows(tx)).map(({ name, percent }) => [name, percent]));
  return Object.fromEntries(FLAG_NAMES.map((name) => [name, rows.get(name) ?? 0])) as FlagPercents;
}

/** As one reader has them. Who has no account has what everybody has. */
export function flagsOf(percents: FlagPercents, reader: Reader | undefined): FlagValues {
  const isOn = (name: FlagName) => reader?.own[name] ?? isAmong(name, percents[name], reader?.userId);
  return Object.fromEntries(FLAG_NAMES.map((name) => [name, isOn(name)])) as FlagValues;
}

/** As one reader has them, from the tables alone. */
export async function flagsNow(tx: ReadTx, userId: bigint | undefined): Promise<FlagValues> {
  const [percents, own] = await Promise.all([flagPercents(tx), userId === undefined ? [] : ownRows(tx, userId)]);
  const mine = Object.fromEntries(own.map(({ name, is_on }) => [name, is_on])) as OwnFlags;
  return flagsOf(percents, userId === undefined ? undefined : { userId, own: mine });
}

/** For rules: as this person has it now. */
export async function isFlagOn(tx: ReadTx, { name, userId }: { name: FlagName; userId: bigint }): Promise<boolean> {
  const { percent, is_on } = await flagFor(tx, { name, userId });
  return is_on ?? isAmong(name, percent, userId);
}

/** The same person is always at the same place of a hundred, at another one for another flag. */
function isAmong(name: FlagName, percent: number, userId: bigint | undefined): boolean {
  if (userId === undefined) return percent === 100;
  return createHash("sha256").update(`${name}:${userId}`).digest().readUInt32BE() % 100 < percent;
}
