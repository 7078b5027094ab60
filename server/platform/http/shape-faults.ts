/** From what a schema says of a request to sentences of ours: what is expected of each field. */
import type * as z from "zod";
import { shapeText } from "#contract/platform/errors/refusal-texts.ts";
import type { RefusalDetails } from "#contract/platform/errors/refusals.ts";
import { SHAPE_FAULTS, SHAPE_FORMS, type ShapeForm } from "#contract/platform/errors/shape-faults.ts";

type Issue = z.core.$ZodIssue;
type Values = Record<string, string | number>;
type Fault = RefusalDetails[string][number];

export function detailsOf(issues: readonly Issue[], value: unknown): RefusalDetails {
  // Without a prototype: a field may be named toString.
  const details = Object.create(null) as RefusalDetails;
  for (const issue of issues) {
    const fault = faultOf(issue, value);
    const names = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 10) : [issue.path.map(String).join(".")];
    for (const name of names) {
      const field = name.slice(0, 80);
      const known = details[field] ?? [];
      // Two checks of one field may expect the same.
      if (!known.some(({ message }) => message === fault.message)) details[field] = [...known, fault];
    }
  }
  return details;
}

export function shapeFault(code: Fault["code"], form: ShapeForm, values: Values = {}): Fault {
  const message = shapeText(form, values);
  return { code, form, message, ...(Object.keys(values).length > 0 ? { values } : {}) };
}

function faultOf(issue: Issue, value: unknown): Fault {
  const code = SHAPE_FAULTS.find((one) => one === issue.code) ?? "custom";
  const [form, values] = formOf(issue, value);
  return shapeFault(code, form, values);
}

const isForm = (name: string | undefined): name is ShapeForm => SHAPE_FORMS.some((form) => form === name);

function formOf(issue: Issue, value: unknown): readonly [form: ShapeForm, values?: Values] {
  if (isForm(issue.message)) return [issue.message, "params" in issue ? (issue.params as Values) : {}];
  switch (issue.code) {
    case "invalid_type":
      return [valueAt(value, issue.path) === undefined ? "missing" : (TYPES[issue.expected] ?? "other")];
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum));
    case "too_big":
      return [BIG[issue.origin] ?? "too_high", { max: Number(issue.maximum) }];
    case "invalid_format":
      return [FORMATS[issue.format] ?? "written"];
    case "unrecognized_keys":
      return ["unexpected"];
    case "invalid_value":
      if (valueAt(value, issue.path) === undefined) return ["missing"];
      return issue.values.length <= MOST_OPTIONS ? ["choice", { options: issue.values.join(", ") }] : ["choices"];
    default:
      // Of several shapes none fits what is not there.
      return [valueAt(value, issue.path) === undefined ? "missing" : "other"];
  }
}

const MOST_OPTIONS = 12;

const TYPES: Readonly<Record<string, ShapeForm>> = {
  string: "text",
  number: "number",
  int: "whole",
  boolean: "yes_no",
  array: "list",
  object: "object",
  record: "object",
};
const BIG: Readonly<Record<string, ShapeForm>> = { string: "too_long", array: "too_many" };
const FORMATS: Readonly<Record<string, ShapeForm>> = { email: "email", date: "day", datetime: "instant" };

function tooSmall(origin: string, min: number): readonly [form: ShapeForm, values?: Values] {
  if (origin === "string") return min === 1 ? ["empty"] : ["too_short", { min }];
  return [origin === "array" ? "too_few" : "too_low", { min }];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, key) ? at[key as keyof typeof at] : undefined,
    value,
  );
}
