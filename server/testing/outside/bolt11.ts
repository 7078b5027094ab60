/** Invoices for tests, by BOLT 11: the least that one needs, signed. */
import { createHash } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bech32 } from "@scure/base";
import { ids } from "../../platform/ids.ts";

type Said = {
  /** 0: the payer says how much. */
  readonly msat: bigint;
  readonly memo?: string;
  /** Hex, in the place of the memo. */
  readonly descriptionHash?: string | null;
  /** Seconds since 1970. */
  readonly at: number;
  readonly seconds?: number;
  readonly network?: "bc" | "bcrt";
  /** Without them no node takes it. */
  readonly hasFeatures?: boolean;
};

export type TestInvoice = { readonly bolt11: string; readonly paymentHash: string; readonly preimage: string };

export function signedInvoice(made: Said): TestInvoice {
  const { msat, memo = "test", descriptionHash = null, at, seconds = 3600 } = made;
  const { network = "bcrt", hasFeatures = true } = made;
  const preimage = createHash("sha256").update(ids.secret()).digest();
  const hash = createHash("sha256").update(preimage).digest();
  const prefix = `ln${network}${msat > 0n ? `${msat * 10n}p` : ""}`;
  const words = [
    ...number(at, 7),
    ...tagged(1, bech32.toWords(hash)),
    ...tagged(16, bech32.toWords(hash)),
    ...(descriptionHash
      ? tagged(23, bech32.toWords(Buffer.from(descriptionHash, "hex")))
      : tagged(13, bech32.toWords(Buffer.from(memo)))),
    ...tagged(6, number(seconds, 4)),
    // It needs the secret above, and the form of the onion that carries one.
    ...(hasFeatures ? tagged(5, [16, 8, 0]) : []),
  ];
  const key = createHash("sha256").update(ids.secret()).digest();
  const said = new Uint8Array([...Buffer.from(prefix), ...bytesOf(words)]);
  const [recovery = 0, ...rest] = secp256k1.sign(said, key, { format: "recovered" });
  const bolt11 = bech32.encode(prefix, [...words, ...bech32.toWords(new Uint8Array([...rest, recovery]))], false);
  return { bolt11, paymentHash: hash.toString("hex"), preimage: preimage.toString("hex") };
}

const tagged = (type: number, data: readonly number[]) => [type, data.length >> 5, data.length & 31, ...data];

function number(value: number, words: number): number[] {
  return Array.from({ length: words }, (_, place) => Math.floor(value / 32 ** (words - 1 - place)) % 32);
}

/** The last byte is filled with zeros. */
function bytesOf(words: readonly number[]): number[] {
  const bits = words.map((word) => word.toString(2).padStart(5, "0")).join("");
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}
