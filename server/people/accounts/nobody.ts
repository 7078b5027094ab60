/** Replaces the name of a closed account: sealed as before, and of no user. */
import { ids } from "../../platform/ids.ts";
import { seal } from "../../platform/sealed.ts";
import { emailMark } from "./rows.ts";

/** The name is what others read from then on. */
export function sealedNobody(externalId: string) {
  const place = (column: string) => `users.${column}:${externalId}`;
  // No email can ever reach it, and no two are the same.
  const email = `${ids.hash().toLowerCase()}@closed.invalid`;
  return {
    username: `closed-${ids.hash().toLowerCase().slice(0, 12)}`,
    referralCode: ids.hash().slice(0, 8),
    emailSealed: seal(email, place("email")),
    emailIndex: emailMark(email),
    firstNameSealed: seal("", place("first_name")),
    lastNameSealed: seal("", place("last_name")),
    birthDateSealed: seal("", place("birth_date")),
  };
}
