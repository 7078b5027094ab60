/** Shows signed refills to the network, the same bytes until they are in a block, as payments of ours are shown. */
import type { ChainName } from "#contract/money/chains.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import { type BroadcastOutcome, NodeSilent } from "../../../platform/outside/chains/bitcoin-node.ts";
import { eachAlone } from "../payments/independently.ts";
import { isDueForBroadcast } from "../payments/pay/pay.ts";
import { noteRefillAnswer, noteRefillTry, refillsUnderWay } from "./refill/rows.ts";

type Node = { broadcast(rawHex: string): Promise<BroadcastOutcome> };

export async function showRefills(app: Pick<AppPorts, "db" | "log">, chain: ChainName, node: Node): Promise<void> {
  const { db, log } = app;
  const { open, now } = await db.tx(async (tx) => ({ open: await refillsUnderWay(tx, chain), now: tx.now }));
  const due = open.filter((refill) => isDueForBroadcast({ ...refill, status: "broadcast" }, now));
  await eachAlone(app, due, async ({ id, raw_hex: rawHex }) => {
    if (rawHex === null) throw new Error(`the refill ${id} has no bytes`);
    await db.tx((tx) => noteRefillTry(tx, id));
    try {
      const answer = await node.broadcast(rawHex);
      const fault = answer.outcome === "refused" ? answer.reason.slice(0, 300) : null;
      await db.tx((tx) => noteRefillAnswer(tx, id, fault));
    } catch (error) {
      if (!(error instanceof NodeSilent)) throw error;
      log.warn({ refill: id.toString() }, "a broadcast has an unknown outcome");
    }
  });
}
