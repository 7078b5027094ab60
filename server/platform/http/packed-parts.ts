/**
 * A page of several parts as one gzip member: parts that are kept are packed once and put beside what is the reader's own.
 * A part ends in a full flush (RFC 1951: an empty block, on a byte), and refers to nothing before it, so parts may stand in
 * any order. What is secret of the reader stands in a block that is not compressed: its length tells nothing.
 */
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { PagePart } from "#contract/page.ts";

type Packed = { readonly bytes: Buffer; readonly text: Buffer };

const packed = new WeakMap<PagePart, Packed>();

/** Kept parts are packed well, once; the others quickly. */
const KEPT_LEVEL = 6;
const OWN_LEVEL = 1;
/** So many bytes are the most that a block which is not compressed can hold. */
const MOST_IN_BLOCK = 0xffff;

/** `end` is the secret part. */
export function gzipOf(parts: readonly PagePart[], end: string): Buffer {
  const all = parts.map((part) => {
    if (!part.isKept) return pack(part.text, OWN_LEVEL);
    const made = packed.get(part) ?? pack(part.text, KEPT_LEVEL);
    packed.set(part, made);
    return made;
  });
  const last = Buffer.from(end);
  const sum = [...all.map(({ text }) => text), last].reduce((before, text) => crc32(text, before), 0);
  const length = all.reduce((before, { text }) => before + text.length, last.length);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(sum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([HEADER, ...all.map(({ bytes }) => bytes), storedLast(last), trailer]);
}

/** Of a gzip member: deflate, no name, no time, an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

function pack(part: string, level: number): Packed {
  const text = Buffer.from(part);
  return { bytes: deflateRawSync(text, { level, finishFlush: constants.Z_FULL_FLUSH }), text };
}

/** The last block, of bytes as they are. */
function storedLast(bytes: Buffer): Buffer {
  if (bytes.length > MOST_IN_BLOCK) throw new Error(`a block of ${bytes.length} bytes`);
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
