/** Whose an invoice is: the public key that its signature is of, by BOLT 11. An invoice that was changed has another, which nobody can be paid by. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";

/** Of 5 bits each: 64 bytes and the way to recover the key. */
const SIGNATURE_WORDS = 104;

/** Compressed, as hex. Throws where it is no invoice. */
export function payeeOf(bolt11: string): string {
  const { prefix, words } = bech32.decode(bolt11 as `${string}1${string}`, false);
  const signature = bech32.fromWords(words.slice(-SIGNATURE_WORDS));
  const said = [...utf8ToBytes(prefix), ...bytesOf(words.slice(0, -SIGNATURE_WORDS))];
  const recoverable = new Uint8Array([signature[64] ?? 0, ...signature.slice(0, 64)]);
  return bytesToHex(secp256k1.recoverPublicKey(recoverable, new Uint8Array(said)));
}

/** The last byte is filled with zeros. */
function bytesOf(words: readonly number[]): number[] {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const word of words) {
    held = ((held << 5) | word) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  if (bits > 0) bytes.push((held << (8 - bits)) & 0xff);
  return bytes;
}
