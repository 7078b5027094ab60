/** A user disputes what a merchant took with a card; the issuer answers (messages.ts). */
import type { DisputeReason } from "#contract/products/cards/names.ts";
import type { CardDispute } from "#contract/products/cards/cards.ts";
import { ids } from "../../platform/ids.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import { centsFrom } from "./cards.ts";
import { disputesOf, insertDispute } from "./dispute-rows.ts";
import { REFUSES } from "./refusals.ts";
import { viewDispute } from "./view.ts";

type Asked = {
  readonly taking_id: string;
  readonly reason: DisputeReason;
  readonly usd: string;
  readonly evidence: string;
};

export async function openDispute(tx: Tx, userId: bigint, asked: Asked): Promise<CardDispute> {
  const cents = centsFrom(asked.usd, "usd");
  const hash = ids.hash();
  const { taking_id: entry, reason, evidence } = asked;
  const outcome = await insertDispute(tx, { hash, userId, entry, reason, evidence, cents });
  if (outcome !== "opened") throw outcomeRefusal(outcome, REFUSES);
  const dispute = (await disputesOf(tx, userId)).find((one) => one.hash === hash);
  if (!dispute) throw new Error(`no dispute ${hash}`);
  return viewDispute(dispute);
}
