/** Opens what is sealed of a person in a line of JSON that the database made of their row, for themselves. */
import { unseal } from "../../platform/sealed.ts";

const SEALED = {
  email: "email",
  firstName: "first_name",
  lastName: "last_name",
  birthDate: "birth_date",
  antiPhishingPhrase: "mail_phrase",
} as const;

/** The sealed fields are there in base64, under their columns; they are gone from the answer, and what was in them is there. */
export function openSealedLine(line: string): string {
  const fields = JSON.parse(line) as Record<string, unknown>;
  for (const [name, column] of Object.entries(SEALED)) {
    const sealed = fields[`${column}_sealed`];
    if (typeof sealed !== "string") continue;
    fields[name] = unseal(Buffer.from(sealed, "base64"), `users.${column}:${fields.externalId}`);
    delete fields[`${column}_sealed`];
  }
  return JSON.stringify(fields);
}
