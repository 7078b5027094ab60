/** What is wrong with a field by its shape alone, in the words of the schemas; each is told in the reader's language. */
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
