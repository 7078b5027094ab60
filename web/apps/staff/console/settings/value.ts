/** A setting's value as it is read and typed. */
import type { SettingShape } from "#contract/staff/console.ts";
import type { SettingJson } from "#contract/staff/changes.ts";
import type { Translate } from "#sdk/words/t.ts";

export function valueText(t: Translate, value: SettingJson): string {
  if (typeof value === "boolean") return t(value ? "console.yes" : "console.no");
  if (Array.isArray(value)) return value.join(", ") || t("console.empty");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([key, one]) => `${key}: ${one}`)
    .join(", ");
}

export function rangeText(t: Translate, shape: SettingShape): string {
  switch (shape.type) {
    case "boolean":
      return `${t("console.yes")}, ${t("console.no")}`;
    case "integer":
      return t("console.range.number", { min: shape.minimum, max: shape.maximum });
    case "string":
      return t("console.range.text");
    case "array":
      return t("console.range.list", { count: shape.maxItems });
    case "object":
      return shape.additionalProperties.type === "integer"
        ? rangeText(t, shape.additionalProperties)
        : t("console.range.map");
  }
}

/** The initial value of a form: one text, or one for each key of a map. */
export function typedOf(value: SettingJson): Readonly<Record<string, string>> {
  if (Array.isArray(value)) return { "": value.join(" ") };
  if (typeof value !== "object") return { "": String(value) };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, String(one)]));
}

/** Either a value that fits, or what is wrong with each text, by key. */
export type Read = { readonly value: SettingJson } | { readonly faults: Readonly<Record<string, string>> };

export function readTyped(t: Translate, shape: SettingShape, typed: Readonly<Record<string, string>>): Read {
  if (shape.type !== "object") {
    const read = readOne(t, shape, typed[""] ?? "");
    return "fault" in read ? { faults: { "": read.fault } } : read;
  }
  const faults: Record<string, string> = {};
  const value: Record<string, number | string> = {};
  for (const key of shape.required) {
    const read = readOne(t, shape.additionalProperties, typed[key] ?? "");
    if ("fault" in read) faults[key] = read.fault;
    else value[key] = read.value as number | string;
  }
  return Object.keys(faults).length > 0 ? { faults } : { value };
}

type Single = Exclude<SettingShape, { type: "object" }>;

function readOne(t: Translate, shape: Single, typed: string): { value: SettingJson } | { fault: string } {
  const text = typed.trim();
  switch (shape.type) {
    case "boolean":
      return { value: text === "true" };
    case "integer": {
      const isInside = /^-?\d{1,12}$/.test(text) && Number(text) >= shape.minimum && Number(text) <= shape.maximum;
      return isInside
        ? { value: Number(text) }
        : { fault: t("console.form.number", { min: shape.minimum, max: shape.maximum }) };
    }
    case "string":
      return new RegExp(shape.pattern).test(text) ? { value: text } : { fault: t("console.form.text") };
    case "array": {
      const items = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
      const isRight =
        items.length <= shape.maxItems && items.every((item) => new RegExp(shape.items.pattern).test(item));
      return isRight ? { value: items } : { fault: t("console.form.list") };
    }
  }
}
