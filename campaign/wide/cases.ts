/** Buyers' files, appeals and chargebacks of thousands of schedules: their verbs are called one after the other. */
import type { Tx } from "../../server/platform/postgres/db.ts";
import { act as actOnAttachment } from "../../server/market/attachments/act.ts";
import { submitFiles } from "../../server/market/attachments/submit-files.ts";
import { appealDispute, decideAppeal, takeAppeal } from "../../server/market/disputes/appeals/appeals.ts";
import {
  decideChargeback,
  repayChargeback,
  reportChargeback,
  takeChargeback,
} from "../../server/market/disputes/chargebacks/chargebacks.ts";
import { requirementOf } from "../market/offers/terms.ts";
import type { CaseCommand, FileCommand } from "../market/types.ts";
import { fileOf, type Pair, type WidePlace } from "./place.ts";

/** The market's ids of existing cases and files, by trade and kind. */
export type Named = ReadonlyMap<string, string>;

/** Of these trades, before this round. */
export async function namesOf(tx: Tx, hashes: readonly string[]): Promise<Named> {
  const rows = await tx.rows<{ what: string; name: string }>`
    select dispute.trade_hash || ' appeal' as what, appeal.case_number as name
    from dispute_appeals appeal
    join disputes dispute on dispute.id = appeal.dispute_id
    where dispute.trade_hash = any (${hashes}::text[])
    union all
    select trade.hash || ' report', report.case_number
    from chargeback_reports report
    join trades trade on trade.id = report.trade_id
    where trade.hash = any (${hashes}::text[])
    union all
    select trade.hash || ' ' || upload.hash, item.hash
    from trade_attachments item
    join trades trade on trade.id = item.trade_id
    join uploads upload on upload.id = item.upload_id
    where trade.hash = any (${hashes}::text[])`;
  return new Map(rows.map(({ what, name }) => [what, name]));
}

type Where = { readonly place: WidePlace; readonly named: Named };
type OfCase = { readonly hash: string; readonly userId: bigint; readonly command: CaseCommand };
const REASON = "next in the queue";
const ANSWER = "as the papers of both sides say";
const WORDS = "the bank took the payment back";

export function performOfCase(tx: Tx, { place, named }: Where, { hash, userId, command }: OfCase): Promise<unknown> {
  const restrictions: string[] = [];
  const staff = "moderator" in command ? (place.moderators[command.moderator] ?? 0n) : 0n;
  const of = (what: "appeal" | "report") => named.get(`${hash} ${what}`) ?? "";
  const units = "units" in command ? (command.units ?? null) : null;
  switch (command.kind) {
    case "appeal":
      return appealDispute(tx, { hash, userId, text: WORDS, uploadHashes: [fileOf(userId, 0)], restrictions });
    case "take appeal":
      return takeAppeal(tx, { caseNumber: of("appeal"), moderatorId: staff, reason: REASON });
    case "decide appeal": {
      const { outcome } = command;
      return decideAppeal(tx, { caseNumber: of("appeal"), moderatorId: staff, outcome, answer: ANSWER, units });
    }
    case "report": {
      const said = { text: WORDS, payer_name: "Max Payer", reason: "payment_reversed" } as const;
      // Half of them have a paper to show.
      const upload_ids = userId % 2n === 0n ? [fileOf(userId, 0)] : [];
      const body = { id_hashed: hash, isVerifiedCorrectly: true, ...said, upload_ids };
      return reportChargeback(tx, { userId, body, restrictions });
    }
    case "take report":
      return takeChargeback(tx, { caseNumber: of("report"), staffId: staff, reason: REASON });
    case "decide report": {
      const { outcome } = command;
      return decideChargeback(tx, { caseNumber: of("report"), staffId: staff, outcome, answer: ANSWER, units });
    }
    default:
      return repayChargeback(tx, { hash, userId });
  }
}

type OfFile = {
  readonly act: { readonly pair: Pair; readonly hash: string };
  readonly userId: bigint;
  readonly command: FileCommand;
};

/** Its bytes were compared before. */
export function performOfFile(
  tx: Tx,
  named: Named,
  { act: { pair, hash }, userId, command }: OfFile,
): Promise<unknown> {
  const file = fileOf(pair.buyer, command.file);
  const id = named.get(`${hash} ${file}`) ?? "nofile";
  if (command.kind === "submit file") {
    const requirement = requirementOf(pair.method, pair.flow) ?? "payment_proof";
    return submitFiles(tx, { hash, userId, checked: [{ requirement, file, isCorrupted: false }], restrictions: [] });
  }
  if (command.kind !== "judge file") return actOnAttachment(tx, { hash, userId, action: "remove", id });
  const isApproved = command.verdict === "approved";
  const said = isApproved ? { action: "approve" as const } : { action: "reject" as const, reason: "it is cut off" };
  return actOnAttachment(tx, { hash, userId, ...said, id });
}
