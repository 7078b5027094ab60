/** Which passwords are taken: length and a block list instead of composition rules. The signer hashes and compares them. */
import { PASSWORD_MIN } from "#contract/auth.ts";
import { fieldRefusal } from "#contract/refusals.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** Refuses auth.password_weak: too short, common, one character over and over, or the person's own name. At this field. */
export function checkPassword(password: string, own: readonly string[], field = "password"): void {
  const folded = password.normalize("NFKC").toLowerCase();
  const length = [...folded].length;
  const weak =
    length < PASSWORD_MIN ||
    isCommonPassword(folded) ||
    new Set(folded).size < 4 ||
    isRun(folded) ||
    own.some((word) => word.length >= 4 && folded.replace(/\d+/g, "") === word.toLowerCase().replace(/\d+/g, ""));
  if (weak) throw fieldRefusal("auth.password_weak", field, { min: PASSWORD_MIN });
}

/** 1234567890, abcdefghij, and the rows of a keyboard. */
function isRun(text: string): boolean {
  const rows = [
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "1q2w3e4r5t6y7u8i9o0p",
  ];
  return rows.some((row) => row.includes(text) || [...row].reverse().join("").includes(text));
}
