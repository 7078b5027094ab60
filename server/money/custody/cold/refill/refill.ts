/** Refills: what the operator is asked to sign elsewhere, so that coins come back from the cold account. */
import type { KeyObject } from "node:crypto";
import { CHAIN_OF } from "#contract/money/chains.ts";
import { CRYPTO, type CryptoCode, displayFromUnits } from "#contract/money/money.ts";
import type { ReadTx, Tx } from "../../../../platform/postgres/db.ts";
import { ids } from "../../../../platform/ids.ts";
import { CustodyFault } from "../../custody-fault.ts";
import { writeBitcoinRefill } from "./bitcoin.ts";
import { finishPsbt } from "../../../../platform/outside/chains/cold/psbt.ts";
import { finishTransaction } from "../../../../platform/outside/chains/cold/transaction.ts";
import { writeEthereumRefill } from "./ethereum.ts";
import { missingOf } from "../float.ts";
import { findRefill, insertRefill, type Refill, recentRefills, refillsUnderWay, setSigned } from "./rows.ts";
import { findRail, getOpenRail } from "../../rails/rails.ts";
import { readFloat } from "../read-float.ts";

type WrittenRefill = {
  readonly unsigned: string;
  readonly currency: CryptoCode;
  readonly units: bigint;
  /** Of bitcoin in satoshi, else in gwei: the most that the network takes. */
  readonly feeUnits: bigint;
  /** Where it comes to: an address of ours that the signer attested. */
  readonly to: string;
};

type RefillWish = {
  readonly currency: CryptoCode;
  /** Without it what waits, and a whole float behind it. */
  readonly units?: bigint | undefined;
  /** What the address is verified with; without it by the account key of the tables, which is enough for play money. */
  readonly key: KeyObject | undefined;
  /** Which cold account it has to be, by the settings of who asks. */
  readonly account?: string | undefined;
};

/** Writes one, and keeps what was written. Throws CustodyFault. Refuses wallet.rail_unavailable. */
export async function writeRefill(
  tx: Tx,
  { currency, units, key, account: named }: RefillWish,
): Promise<WrittenRefill> {
  const rail = await getOpenRail(tx, CHAIN_OF[currency]);
  const { cold_account: account } = rail;
  if (account === null) throw new CustodyFault(`the signer has no cold account for ${currency}`);
  if (named !== undefined && named !== account)
    throw new CustodyFault(`the cold account for ${currency} that is followed is not the one of these settings`);
  // A refill that its node refuses does not block the next one.
  const underWay = (await refillsUnderWay(tx, rail.chain)).find(({ fault }) => fault === null);
  if (underWay) throw new CustodyFault(`the refill ${underWay.txid} is signed and not in a block yet`);
  const float = await readFloat(tx, rail, currency);
  const wanted = units ?? missingOf(float);
  const show = (amount: bigint) => `${displayFromUnits(amount, CRYPTO[currency].digits)} ${currency}`;
  if (wanted <= 0n) throw new CustodyFault("nothing is missing: what is hot covers what waits, and the limit");
  if (wanted > float.coldUnits)
    throw new CustodyFault(`${show(wanted)} are more than the cold account has: ${show(float.coldUnits)}`);
  const written =
    currency === "BTC"
      ? await writeBitcoinRefill(tx, { rail: { ...rail, cold_account: account }, units: wanted, key })
      : await writeEthereumRefill(tx, { rail, currency, units: wanted, key });
  await insertRefill(tx, { ...written, hash: ids.hash(), chain: rail.chain });
  return written;
}

type SignedRefill = { readonly refill: Refill; readonly txid: string };

/**
 * Takes back what was signed, once it is just what was written: from then on its bytes are shown to the network until they are
 * in a block. A second time changes nothing. Throws CustodyFault.
 */
export async function takeSignedRefill(tx: Tx, text: string): Promise<SignedRefill> {
  let fault = "this is no refill that was written here";
  for (const refill of await recentRefills(tx)) {
    const finished = await finish(tx, refill, text);
    if ("txid" in finished) {
      if (refill.raw_hex === null) await setSigned(tx, refill.id, finished);
      return { refill, txid: finished.txid };
    }
    if (finished.fault === "not_signed") fault = "a signature is missing or wrong";
  }
  throw new CustodyFault(`${fault}; nothing was broadcast`);
}

async function finish(tx: ReadTx, { chain, unsigned }: Refill, text: string) {
  if (chain === "bitcoin") return finishPsbt(text, unsigned);
  const from = (await findRail(tx, "ethereum"))?.cold_account ?? "";
  return finishTransaction(text, { written: unsigned, from });
}

/** The refill with this transaction, and whether a block has it. */
export async function refillState(tx: ReadTx, txid: string): Promise<"unknown" | "signed" | "shown" | "in_block"> {
  const refill = await findRefill(tx, txid);
  if (!refill) return "unknown";
  const underWay = (await refillsUnderWay(tx, refill.chain)).some((one) => one.id === refill.id);
  if (!underWay) return "in_block";
  return refill.accepted_at === null ? "signed" : "shown";
}
