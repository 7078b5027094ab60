/**
 * Ten codes for a user who lost a factor: generated here, shown once, stored as keyed digests. Each signs in once or
 * removes a lost factor; none confirms a release, a send-out or a conversion.
 */
import { randomBytes } from "node:crypto";
import { base32crockford } from "@scure/base";
import type { Tx } from "../../platform/postgres/db.ts";
import { blindIndex } from "../../platform/sealed.ts";
import { countFailures, insertFailure } from "../passwords/credential-rows.ts";
import { countCodes, replaceCodes, useCode } from "./recovery-code-rows.ts";

export const CODES = 10;
/** Fifty bits, which no number of permitted tries can guess. */
const LETTERS = 10;
const BYTES = 8;
/** Wrong ones of a day that are written down. */
const MOST_COUNTED = 1000;

const markOf = (userId: bigint, code: string) => blindIndex(`${userId}\n${code}`, "recovery_codes");

/** As it was shown: without the dash, and with what is easily misread put right. */
function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[ -]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

/** Ten new ones in place of all that there were, in a transaction that has locked the user's factors. */
export async function makeCodes(tx: Tx, userId: bigint): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => base32crockford.encode(randomBytes(BYTES)).slice(0, LETTERS));
  await replaceCodes(tx, { userId, marks: codes.map((code) => markOf(userId, code)) });
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** For a user who just added the first factor; undefined if they have codes. */
export async function makeFirstCodes(tx: Tx, userId: bigint): Promise<string[] | undefined> {
  return (await countCodes(tx, userId)).made === 0 ? makeCodes(tx, userId) : undefined;
}

type Shown = { readonly userId: bigint; readonly code: string };

/**
 * True for one of the user's unused codes; the transaction, which has locked the user's factors, then uses it. Wrong codes are
 * counted and notified, and lock nothing: otherwise an attacker with the password could lock the owner out.
 */
export async function tryRecoveryCode(tx: Tx, { userId, code }: Shown): Promise<boolean> {
  const isRight = await useCode(tx, { userId, mark: markOf(userId, plainCode(code)) });
  if (isRight) return true;
  const guessed = { userId, purpose: "recovery" } as const;
  if ((await countFailures(tx, guessed, MOST_COUNTED)) < MOST_COUNTED) await insertFailure(tx, guessed, true);
  return false;
}
