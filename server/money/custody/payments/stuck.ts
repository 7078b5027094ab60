/**
 * Signed bytes that the chain cannot take. Where that is proven and deep enough the sum goes back; where the machine
 * cannot decide, an operator is called and withdrawals over that chain stop. See decisions/money/payments-and-send-outs.md.
 */
import type { ChainName } from "#contract/money/chains.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import { halt } from "../../ledger/index.ts";
import { endPayment } from "./end-payment.ts";
import { lockPayment, type Payment, setStuck } from "./rows.ts";
import { lockRail } from "../rails/rail-rows.ts";
import { isScanned } from "../blocks/block-rows.ts";

/** lost: this chain can never mine the bytes. unclear: it cannot mine them now, but may later. */
export type Finding = { readonly kind: "lost" | "unclear"; readonly why: string };
/** The finding and the newest block when it was made. */
export type FindingAt = Finding & { readonly height: number; readonly hash: string };

/** For how many blocks in a row it must be found: about an hour of Bitcoin, ten minutes of Ethereum. */
const BLOCKS: Readonly<Record<ChainName, number>> = { bitcoin: 6, ethereum: 50 };

/**
 * Notes what was found about a signed or settled payment; undefined means that nothing prevents it. Does nothing when the
 * scanner is not at that block. Locks the chain's row, then the payment.
 */
export async function noteStuck(
  { db, log }: Pick<AppPorts, "db" | "log">,
  { id, chain, status, stuck_kind }: Payment,
  finding: FindingAt | undefined,
): Promise<void> {
  if (!finding && stuck_kind === null) return;
  await db.tx(async (tx) => {
    const rail = await lockRail(tx, chain);
    const payment = await lockPayment(tx, id, status);
    if (!rail || !payment) return;
    if (!finding) return setStuck(tx, id, undefined);
    if (rail.scanned_height !== finding.height || !(await isScanned(tx, chain, finding))) return;

    const { kind, why, height } = finding;
    const since = payment.stuck_kind === kind ? (payment.stuck_since_height ?? height) : height;
    await setStuck(tx, id, { kind, why, since });
    const facts = { payment: id.toString(), purpose: payment.purpose, subject: payment.subject, kind, why, since };
    if (height - since + 1 < BLOCKS[chain]) return log.warn(facts, "a signed payment cannot be mined");
    if (kind === "lost" && payment.status === "broadcast") return endPayment(tx, payment, { end: "conflict" });
    log.error(facts, "a signed payment is stuck; withdrawals over its chain are halted until staff has looked");
    await halt(tx, {
      name: `${chain}_out`,
      reason: `${payment.purpose} ${payment.subject} is stuck: ${why}`.slice(0, 300),
    });
  });
}
