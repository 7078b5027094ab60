/** The seller's statement about a chargeback and its payer: sealed as one text, bound to its case. */
import type { Config } from "../../../platform/settings/config.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import { type SealRound, sealInRounds } from "../../../platform/seal-rounds.ts";
import { seal, unseal, useSealingSecret } from "../../../platform/sealed.ts";
import { lockWordsBefore, putWordsAnew } from "./chargeback-rows.ts";

export type ChargebackWords = {
  readonly text: string;
  readonly payerName: string;
  readonly payerEmail: string | null;
};

const placeOf = (caseNumber: string) => `chargeback_reports:${caseNumber}:words`;

export const sealWords = (words: ChargebackWords, caseNumber: string): Buffer =>
  seal(JSON.stringify(words), placeOf(caseNumber));

export const openWords = (sealed: Uint8Array, caseNumber: string): ChargebackWords =>
  JSON.parse(unseal(sealed, placeOf(caseNumber))) as ChargebackWords;

/** Of a line of JSON that the database made for who reported. */
export function openChargebackLine(line: string): string {
  const { words_sealed: sealed, ...facts } = JSON.parse(line) as { words_sealed: string | null; case: string };
  const words = sealed === null ? null : openWords(Buffer.from(sealed, "base64"), facts.case);
  return JSON.stringify({ ...facts, words });
}

/** Exchanges the secret, as the owner of the tables; a second call changes nothing. Returns the line for the operator. */
export async function sealChargebacksAnew(
  db: Db,
  { secret, sealing }: Pick<Config, "secret" | "sealing">,
): Promise<string> {
  useSealingSecret(secret, sealing);
  return `sealed ${await sealInRounds(db, sealReports)} reports of chargebacks with the new secret`;
}

const sealReports: SealRound = async (tx, bound) => {
  const rows = await lockWordsBefore(tx, bound);
  for (const { case_number: caseNumber, words_sealed: before } of rows)
    await putWordsAnew(tx, { caseNumber, sealed: sealWords(openWords(before, caseNumber), caseNumber) });
  return rows.length;
};
