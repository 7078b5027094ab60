/** Levels of accounts by name, as screens need them, with the number of each. */

export const LEVEL_NAMES = ["L0", "L1", "L1+", "L2", "L2+POA", "L3", "L4"] as const;
export type LevelName = (typeof LEVEL_NAMES)[number];

export const LEVEL_NUMBERS: Readonly<Record<LevelName, number>> = {
  L0: 0,
  L1: 1,
  "L1+": 1.5,
  L2: 2,
  "L2+POA": 2.5,
  L3: 3,
  L4: 4,
};

/** Of accounts that trade play money: what they have shown says nothing outside a demo market. */
const DEMO_NUMBER = -1;

/** The number that API clients compare: the level's number, and -1 for a demo account at any level. */
export function levelNumberOf({ level, isDemo }: { level: LevelName; isDemo: boolean }): number {
  return isDemo ? DEMO_NUMBER : LEVEL_NUMBERS[level];
}

/** The highest that the number reaches. */
export function levelNameOf(level: number): LevelName {
  return LEVEL_NAMES.findLast((name) => LEVEL_NUMBERS[name] <= level) ?? "L0";
}

export const LEVEL_CONDITIONS = [
  "verification_condition_email",
  "verification_condition_fullname_birthday",
  "verification_condition_phone",
  "verification_condition_id",
  "verification_condition_address",
  "verification_condition_due_diligence",
  "verification_condition_agreement",
] as const;
export type LevelCondition = (typeof LEVEL_CONDITIONS)[number];

/** The requirements of each level in addition to those of lower levels. A missing telephone never blocks a document. */
export const LEVEL_NEEDS: Readonly<Record<LevelName, readonly LevelCondition[]>> = {
  L0: [],
  L1: ["verification_condition_email", "verification_condition_fullname_birthday"],
  "L1+": ["verification_condition_phone"],
  L2: ["verification_condition_id"],
  "L2+POA": ["verification_condition_address"],
  L3: ["verification_condition_due_diligence"],
  L4: ["verification_condition_agreement"],
};
