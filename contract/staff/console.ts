/** Settings and feature flags, which administrators view and change while the market runs, with author and time. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { inEachLocale } from "../platform/locales.ts";
import { FLAG_NAMES } from "../reference/flag-names.ts";
import { settingName, settingValue } from "./changes.ts";
import { count, instant, rowNumber, username } from "../platform/wire.ts";

const bounded = z.strictObject({ type: z.literal("integer"), minimum: z.int(), maximum: z.int() });
const patterned = z.strictObject({ type: z.literal("string"), pattern: z.string() });
const one = z.union([bounded, patterned]);

/** The shape of a setting's value. */
export const settingShape = z.union([
  z.strictObject({ type: z.literal("boolean") }),
  bounded,
  patterned,
  z.strictObject({ type: z.literal("array"), items: patterned, maxItems: count }),
  /** Every key, and no other. */
  z.strictObject({ type: z.literal("object"), required: z.array(z.string()), additionalProperties: one }),
]);
export type SettingShape = z.infer<typeof settingShape>;

/** By the end of its name. */
export const SETTING_UNITS = ["sec", "hours", "days", "usd", "bp", "level"] as const;

export const consoleSetting = z.strictObject({
  name: settingName,
  /** Its description, in each language. */
  says: z.strictObject(inEachLocale(() => z.string())),
  /** As it counts now. */
  value: settingValue,
  initial: settingValue,
  shape: settingShape,
  /** Null for numbers of things, and for what is no number. */
  unit: z.nullable(z.enum(SETTING_UNITS)),
  takesTwo: z.boolean(),
  changedAt: z.nullable(instant),
  /** Null if staff never changed it: it is the default, or set by the operator. */
  changedBy: z.nullable(username),
});
export type ConsoleSetting = z.infer<typeof consoleSetting>;

export const listSettings = endpoint({
  name: "listSettings",
  method: "GET",
  path: "/rest/v1/staff/settings",
  summary: "Every setting with its value, default, range and last author, by name",
  reply: z.array(consoleSetting),
});

/** With where the next page begins; null at the end. */
const historyOf = <Change extends z.ZodMiniType>(change: Change) =>
  z.strictObject({ rows: z.array(change), next: z.nullable(rowNumber) });

export const listSettingChanges = endpoint({
  name: "listSettingChanges",
  method: "GET",
  path: "/rest/v1/staff/setting-changes",
  summary: "Changes of a setting with author, time and reason; newest first, fifty on a page",
  query: z.strictObject({ name: settingName, after: z.optional(rowNumber) }),
  reply: historyOf(
    z.strictObject({
      value: z.nullable(settingValue),
      reason: z.nullable(z.string()),
      /** Null is the operator of the machine. */
      changedBy: z.nullable(username),
      confirmedBy: z.nullable(username),
      at: instant,
    }),
  ),
  refusals: ["settings.unknown"],
});

export const consoleFlag = z.strictObject({
  name: z.enum(FLAG_NAMES),
  /** The percentage of users who have it; visitors have it only at 100. */
  percent: z.int(),
  initial: z.int(),
  changedAt: z.nullable(instant),
  changedBy: z.nullable(username),
  /** Users with an individual value: five of them, or the requested ones, and their number. */
  people: z.array(z.strictObject({ username, isOn: z.boolean() })),
  peopleTotal: count,
});
export type ConsoleFlag = z.infer<typeof consoleFlag>;

export const listFlags = endpoint({
  name: "listFlags",
  method: "GET",
  path: "/rest/v1/staff/flags",
  summary: "Every feature flag: for how many it is on, and for whom by name; or those that are switched for one person",
  query: z.strictObject({ who: z.optional(username) }),
  reply: z.array(consoleFlag),
});

export const listFlagPeople = endpoint({
  name: "listFlagPeople",
  method: "GET",
  path: "/rest/v1/staff/flag-people",
  summary: "Whom a feature flag is switched for by name, in the order of their names, fifty on a page",
  query: z.strictObject({ name: z.enum(FLAG_NAMES), after: z.optional(username) }),
  reply: z.strictObject({
    rows: z.array(z.strictObject({ username, isOn: z.boolean() })),
    /** Where the next page begins; null at the end. */
    next: z.nullable(username),
  }),
});

export const listFlagChanges = endpoint({
  name: "listFlagChanges",
  method: "GET",
  path: "/rest/v1/staff/flag-changes",
  summary: "Changes of a feature flag with author, time and reason; newest first, fifty on a page",
  query: z.strictObject({ name: z.enum(FLAG_NAMES), after: z.optional(rowNumber) }),
  reply: historyOf(
    z.strictObject({
      /** The user; null for all users. */
      username: z.nullable(username),
      /** A percentage for all users; on, off or default for one user. */
      value: z.string(),
      reason: z.string(),
      changedBy: z.nullable(username),
      at: instant,
    }),
  ),
});
