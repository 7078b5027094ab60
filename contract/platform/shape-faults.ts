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
 * What is expected of a field: a sentence for each form, filled with the values of the fault. A schema names the form as
 * its error; web/i18n/refusals has the other languages. No pattern and no word of a library is shown.
 */
export const SHAPE_FORMS = {
  missing: "This field is required.",
  empty: "Enter something. Spaces do not count.",
  text: "Send a text here.",
  number: "Send a number here.",
  yes_no: "Send true or false here.",
  list: "Send a list here.",
  object: "Send an object with named fields here.",
  nothing: "This call takes nothing here.",
  unexpected: "This field is not expected.",
  other: "This value is not possible here.",
  choice: "Choose one of: {options}.",
  choices: "Choose one of the possible values.",
  too_short: "Enter at least {min} letters. Spaces in a row count once.",
  too_long: "Use at most {max} characters.",
  too_few: "Choose at least {min}.",
  too_many: "Choose at most {max}.",
  too_low: "Enter {min} or more.",
  too_high: "Enter {max} or less.",
  between: "Enter a whole number from {min} to {max}.",
  written: "This is not complete or has a character that is not possible here.",
  unstorable: "Remove the characters that cannot be stored.",
  line_break: "Write this on one line.",
  one_way: "Send exactly one of the ways to prove that it is you.",
  one_of_two: "Send one of the two fields, not both.",
  different: "Choose different questions and answers.",
  three_questions: "Choose three questions, or none.",
  answer: "Enter at least three letters or digits.",
  once: "Name each value once.",
  reason_of_rejection: "Give a reason with a rejection, and only then.",
  shares: "The shares are more than 100 percent together.",
  email: "Enter an email address such as name@example.com. The part before @ has no accents and no spaces.",
  username: "Use 3 to 20 letters without accents, digits, hyphens and underscores.",
  six_digits: "Enter the 6 digits of the code.",
  eight_digits: "Enter the 8 digits of the code.",
  eleven_digits: "Enter the 11 digits of the number.",
  recovery_code: "Enter the 10 letters and digits of a recovery code.",
  card_start: "Enter 4 to 8 digits.",
  country: "Enter the two capital letters of a country, such as DE.",
  country3: "Enter the three capital letters of a country, such as DEU.",
  currency: "Enter the three capital letters of a currency, such as EUR.",
  language: "Enter the two small letters of a language, such as en.",
  amount: "Enter a number such as 1250.75, with a point and without other signs.",
  whole: "Enter a whole number.",
  percent: "Enter a percentage such as 2.5, with a point and at most two digits after it.",
  margin: "Enter a percentage such as 2.5 or -1, with a point.",
  day: "Enter a day as year-month-day, such as 1990-05-31.",
  instant: "Enter a time such as 2030-01-31T12:00:00Z.",
  time_of_day: "Enter a time such as 08:30.",
  document_number: "Enter the number as it is on the document: 2 to 40 letters and digits.",
  case_number: "Enter the case number as it is shown, without other signs.",
  referral_code: "Enter the 4 to 20 letters and digits of the code.",
  phrase: "Use one line without curly brackets.",
  upload: "Upload the file first and send its address.",
} as const;
export type ShapeForm = keyof typeof SHAPE_FORMS;

/** The name of a form, as a schema's error. */
export const form = (name: ShapeForm): ShapeForm => name;

/** The error of one field. For its shape also the expected form, with the values of its sentence. */
export type FaultOfField = {
  readonly code: string;
  readonly message: string;
  readonly form?: string;
  readonly values?: Readonly<Record<string, string | number>>;
};
