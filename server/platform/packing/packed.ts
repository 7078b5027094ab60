/**
 * JSON texts that many rows keep for a day or two: answers and live messages, whose names are the same each time. A dictionary of those
 * makes them about ten times smaller.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * What is often written; it helps as far as texts still look like it. Rows refer to its bytes: another text gets another number, and this one is
 * read for as long as rows with it are kept.
 */
const DICTIONARY = { number: 1, bytes: readFileSync(join(import.meta.dirname, "dictionary-1.txt")) };
/** Eight kilobytes back, which reaches over the whole dictionary. */
const WINDOW_BITS = 13;
const OPTIONS = { level: 6, memLevel: 5, windowBits: WINDOW_BITS, dictionary: DICTIONARY.bytes };
/** Shorter ones are kept as they are. */
const SHORT = 128;

/** A text as one of two columns has it. */
export type Kept = { readonly text: string | null; readonly packed: Buffer | null };

export function pack(text: string): Kept {
  if (text.length < SHORT) return { text, packed: null };
  return { text: null, packed: Buffer.concat([Buffer.of(DICTIONARY.number), deflateRawSync(text, OPTIONS)]) };
}

/** Throws where the bytes are no text that was packed here. */
export function unpack({ text, packed }: Kept): string {
  if (text !== null) return text;
  if (packed?.[0] !== DICTIONARY.number) throw new Error(`a text was packed with dictionary ${packed?.[0]}`);
  return inflateRawSync(packed.subarray(1), OPTIONS).toString();
}
