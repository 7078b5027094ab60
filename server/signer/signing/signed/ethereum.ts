/** The signer's own payments over Ethereum that may still be mined, read from the bytes that it keeps. */
import { type Hex, parseTransaction } from "viem";
import type { SignedEntry, SignedJournal } from "./journal.ts";

export type SignedEthereum = {
  /** The hash of its send-out; undefined for sweeps and gas, which stay ours. */
  readonly sendOut: string | undefined;
  readonly currency: string;
  readonly txid: string;
  readonly from: string;
  readonly nonce: number;
  /** What leaves us, in the chain's units of the coin. */
  readonly leaving: bigint;
  /** The most that the network takes. */
  readonly feeWei: bigint;
};

/** Those that are not known to be over; reads on where it was the last time. Lines of before do not say where a sweep begins: they are over. */
export function followEthereum(journal: Pick<SignedJournal, "all">, hot: string) {
  let read = 0;
  let open: SignedEthereum[] = [];
  return {
    open(): readonly SignedEthereum[] {
      const entries = journal.all();
      for (; read < entries.length; read++) {
        const entry = entries[read];
        if (entry && entry.currency !== "BTC") open.push(...readSigned(entry, hot));
      }
      return open;
    },
    /** Nothing can undo it. */
    forget(isOver: (payment: SignedEthereum) => boolean): void {
      open = open.filter((payment) => !isOver(payment));
    },
  };
}

function readSigned({ payment, currency, txid, rawHex, units, from }: SignedEntry, hot: string): SignedEthereum[] {
  const [purpose, subject] = payment.split(":");
  const sender = from ?? (purpose === "sweep" ? undefined : hot);
  if (sender === undefined) return [];
  const { nonce = 0, value = 0n, gas = 0n, maxFeePerGas = 0n } = parseTransaction(rawHex as Hex);
  const isSendOut = purpose === "send_out";
  const leaving = currency === "ETH" ? value : BigInt(units);
  return [
    {
      sendOut: isSendOut ? subject : undefined,
      currency,
      txid,
      from: sender,
      nonce,
      leaving: isSendOut ? leaving : 0n,
      feeWei: gas * maxFeePerGas,
    },
  ];
}
