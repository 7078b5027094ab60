/** Before the first visitor both chains are read once, so that the wallet's first page is right. */
import type { AppPorts } from "../../../platform/app-ports.ts";
import { listRails } from "./rail-rows.ts";
import { scanBitcoin } from "../blocks/scan-bitcoin.ts";
import { scanEthereum } from "../blocks/scan-ethereum.ts";

/** Only the first start waits; later ones know the chains, and the jobs go on from where they were. */
export async function openRails(app: AppPorts): Promise<void> {
  const known = await app.db.read(listRails);
  if (known.length === 2) return;
  // A chain that does not answer says so in its row; the job asks again.
  await Promise.allSettled([scanBitcoin(app), scanEthereum(app)]);
}
