/** What the page of the rulebook shows: a version of it, and the times that the settings give. */
import { RULEBOOK, RULEBOOKS, type Rulebook, type RulebookProps } from "#contract/market/disputes/award-reasons.ts";
import { Refusal } from "#contract/platform/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";

/** Without a version the one in force. Refuses request.not_found for one that never was. */
export async function viewRulebook(tx: ReadTx, version: string | undefined): Promise<RulebookProps> {
  const books: readonly Rulebook[] = RULEBOOKS;
  const book = version === undefined ? RULEBOOK : books.find((one) => String(one.version) === version);
  if (!book) throw new Refusal("request.not_found");
  const times = await readSettings(tx, [
    "disputes.first_look_minutes",
    "disputes.evidence_hours",
    "disputes.evidence_bank_hours",
    "disputes.decision_hours",
  ]);
  return {
    book: { ...book, rules: [...book.rules] },
    others: books.filter((one) => one !== book).map(({ version: number, since }) => ({ version: number, since })),
    clocks: {
      firstLookMinutes: times["disputes.first_look_minutes"],
      evidenceHours: times["disputes.evidence_hours"],
      evidenceBankHours: times["disputes.evidence_bank_hours"],
      decisionHours: times["disputes.decision_hours"],
    },
  };
}
