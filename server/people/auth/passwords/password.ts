/** Which passwords are taken: length and a block list instead of composition rules. The signer hashes and compares them. */
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import { seenLength } from "#contract/platform/plain-text.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** The least letters of a new one. */
export async function leastLetters(tx: ReadTx): Promise<number> {
  return (await readSettings(tx, ["accounts.password_letters"]))["accounts.password_letters"];
}

type Chosen = { readonly password: string; readonly own: readonly string[]; readonly least: number };

/** Refuses auth.password_weak: too short without its blanks, common, one character over and over, or the person's own name. At this field. */
export function checkPassword({ password, own, least }: Chosen, field = "password"): void {
  const folded = password.normalize("NFKC").toLowerCase();
  const weak =
    seenLength(folded, least) < least ||
    isCommonPassword(folded) ||
    new Set(folded).size < 4 ||
    isRun(folded) ||
    own.some((word) => word.length >= 4 && folded.replace(/\d+/g, "") === word.toLowerCase().replace(/\d+/g, ""));
  if (weak) throw fieldRefusal("auth.password_weak", field, { min: least });
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
