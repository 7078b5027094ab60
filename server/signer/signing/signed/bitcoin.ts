/** What the signer's own bitcoin payments spend and bring back, read from the bytes that it keeps. */
import { hex } from "@scure/base";
import { Address, OutScript, RawTx } from "@scure/btc-signer";
import { type BitcoinChain, bitcoinNetwork, bitcoinScript } from "../../../platform/outside/chains/chain-keys.ts";
import type { BitcoinCoin, BitcoinInput } from "../../../platform/outside/chains/bitcoin-node.ts";
import type { SignedEntry, SignedJournal } from "./journal.ts";

export type SignedBitcoin = {
  /** The hash of its send-out, or the number of a move to the cold account. */
  readonly sendOut: string;
  readonly txid: string;
  /** Positions of the outputs that it spends. */
  readonly inputs: readonly string[];
  /**
   * What comes back to us, by place; of a move to the cold account all of it. Lines of before do not say whom it went to: of
   * those nothing is known to come back.
   */
  readonly change: ReadonlyMap<string, BitcoinCoin>;
};

/** Where an output is, as one text. */
export function placeOf({ txid, outputIndex }: BitcoinInput): string {
  return `${txid}:${outputIndex}`;
}

export type SignedBitcoins = {
  /** Those that may spend this. */
  spendersOf(place: string): readonly SignedBitcoin[];
  byTxid(txid: string): SignedBitcoin | undefined;
  bySendOut(hash: string): SignedBitcoin | undefined;
  /** To the cold account. */
  coldMoves(): readonly SignedBitcoin[];
};

/** Reads on where it was the last time. */
export function followBitcoin(journal: Pick<SignedJournal, "all">, chain: BitcoinChain): () => SignedBitcoins {
  let read = 0;
  const spenders = new Map<string, SignedBitcoin[]>();
  const byTxid = new Map<string, SignedBitcoin>();
  const bySendOut = new Map<string, SignedBitcoin>();
  const coldMoves: SignedBitcoin[] = [];
  const found: SignedBitcoins = {
    spendersOf: (place) => spenders.get(place) ?? [],
    byTxid: (txid) => byTxid.get(txid),
    bySendOut: (hash) => bySendOut.get(hash),
    coldMoves: () => coldMoves,
  };
  return () => {
    const entries = journal.all();
    for (; read < entries.length; read++) {
      const entry = entries[read];
      if (entry?.currency !== "BTC") continue;
      const signed = readSigned(entry, chain);
      for (const place of signed.inputs) spenders.set(place, [...(spenders.get(place) ?? []), signed]);
      byTxid.set(signed.txid, signed);
      if (entry.payment.startsWith("cold:")) coldMoves.push(signed);
      else bySendOut.set(signed.sendOut, signed);
    }
    return found;
  };
}

function readSigned({ payment, txid, rawHex, destination }: SignedEntry, chain: BitcoinChain): SignedBitcoin {
  const { inputs, outputs } = RawTx.decode(hex.decode(rawHex));
  const away = destination === undefined ? undefined : bitcoinScript(destination, chain);
  const isCold = payment.startsWith("cold:");
  const change = new Map<string, BitcoinCoin>();
  outputs.forEach(({ amount, script }, outputIndex) => {
    if (isCold || (away && hex.encode(script) !== hex.encode(away)))
      change.set(placeOf({ txid, outputIndex }), { units: amount, address: addressOfScript(script, chain) });
  });
  return {
    sendOut: payment.slice(payment.indexOf(":") + 1),
    txid,
    inputs: inputs.map((input) => placeOf({ txid: hex.encode(input.txid), outputIndex: input.index })),
    change,
  };
}

function addressOfScript(script: Uint8Array, chain: BitcoinChain): string {
  return Address(bitcoinNetwork(chain)).encode(OutScript.decode(script));
}
