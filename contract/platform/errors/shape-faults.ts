/** Errors of a field's shape, by the codes of the schemas. */
export const SHAPE_FAULTS = [
  "invalid_type",
  "too_big",
  "too_small",
  "invalid_format",
  "not_multiple_of",
  "unrecognized_keys",
  "invalid_union",
  "invalid_key",
  "invalid_element",
  "invalid_value",
  "custom",
  "required",
] as const;

/**
 * What is expected of a field, by form; web/i18n/refusals has the sentence of each, filled with the values of the fault. A
 * schema names the form as its error. No pattern and no word of a library is shown.
 */
export const SHAPE_FORMS = [
  "missing",
  "empty",
  "text",
  "number",
  "yes_no",
  "list",
  "object",
  "nothing",
  "unexpected",
  "other",
  "choice",
  "choices",
  "too_short",
  "too_long",
  "too_few",
  "too_many",
  "too_low",
  "too_high",
  "between",
  "written",
  "unstorable",
  "line_break",
  "one_way",
  "one_of_two",
  "different",
  "three_questions",
  "answer",
  "once",
  "reason_of_rejection",
  "shares",
  "email",
  "username",
  "six_digits",
  "eight_digits",
  "eleven_digits",
  "recovery_code",
  "card_start",
  "country",
  "country3",
  "currency",
  "language",
  "amount",
  "whole",
  "percent",
  "margin",
  "day",
  "instant",
  "time_of_day",
  "document_number",
  "case_number",
  "phrase",
  "upload",
] as const;
export type ShapeForm = (typeof SHAPE_FORMS)[number];

/** The name of a form, as a schema's error. */
export const form = (name: ShapeForm): ShapeForm => name;

/** The error of one field. For its shape also the expected form, with the values of its sentence. */
export type FaultOfField = {
  readonly code: string;
  readonly message: string;
  readonly form?: string;
  readonly values?: Readonly<Record<string, string | number>>;
};
