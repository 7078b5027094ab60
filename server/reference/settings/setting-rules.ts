/** What the database holds settings to: shape, default, and whether a change takes two administrators. */
import * as z from "zod/mini";
import type { Settings } from "../../platform/setting-shapes.ts";
import { type SettingName, SETTINGS } from "./settings.ts";

/** A part of JSON Schema, as `value_fits` of the database reads it. A map has the keys of its default, all of them. */
export type SettingShape =
  | { readonly type: "integer"; readonly minimum: number; readonly maximum: number }
  | { readonly type: "boolean" }
  | { readonly type: "string"; readonly pattern: string }
  | { readonly type: "array"; readonly items: SettingShape; readonly maxItems: number }
  | { readonly type: "object"; readonly required: readonly string[]; readonly additionalProperties: SettingShape };

export type SettingRule = { readonly shape: SettingShape; readonly initial: unknown; readonly takesTwo: boolean };

/** Every setting as it is in `setting_rules`; a setting without a row there cannot be changed by staff. */
export function settingRule(name: SettingName): SettingRule {
  const { value, schema, onePerson }: Settings[string] = SETTINGS[name];
  const { $schema: _version, propertyNames: _names, ...shape } = z.toJSONSchema(schema);
  const required = shape.type === "object" ? { required: Object.keys(value as object) } : {};
  return {
    shape: { ...shape, ...required } as SettingShape,
    initial: value,
    takesTwo: !onePerson,
  };
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** As the database judges it: the shape, and of a map every key of the default and no other. */
export function fitsSetting(name: SettingName, value: unknown): boolean {
  if (!SETTINGS[name].schema.safeParse(value).success) return false;
  const { initial, shape } = settingRule(name);
  if (shape.type !== "object") return true;
  const keysOf = (map: unknown) =>
    Object.keys(map as object)
      .sort()
      .join();
  return keysOf(value) === keysOf(initial);
}
