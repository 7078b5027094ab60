/** The eleven digits of a number of the Nigerian state: of every script, with blanks and dashes between them or without. */
import * as z from "zod/mini";
import { latinDigits, plainText } from "../platform/plain-text.ts";
import { form } from "../platform/errors/shape-faults.ts";

export const elevenDigits = z.string().check(
  z.maxLength(80),
  z.overwrite((typed) => latinDigits(plainText(typed)).replaceAll(/[\s\p{Pd}]/gu, "")),
  z.regex(/^[0-9]{11}$/, form("eleven_digits")),
);
