/**
 * A page of several parts as one gzip member: cached parts are compressed once and placed beside the reader's own. A part ends
 * in a full flush (RFC 1951: an empty block, on a byte) and refers to nothing before it, so parts may be in any order. The
 * reader's secrets are in a block that is not compressed: its length reveals nothing.
 */
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { PagePart } from "#contract/platform/page.ts";
import { joined, type Sum, sumOf } from "../joined-sums.ts";

type Packed = { readonly bytes: Buffer; readonly sum: Sum };

const packed = new WeakMap<PagePart, Packed>();

/** Kept parts are packed well, once; the others quickly. */
const KEPT_LEVEL = 6;
const OWN_LEVEL = 1;
/** So many bytes are the most that a block which is not compressed can hold. */
const MOST_IN_BLOCK = 0xffff;

/** What is shorter takes longer to be packed than to be sent. */
const LEAST_PACKED = 2000;

/** `end` is the secret part. */
export function gzipOf(parts: readonly PagePart[], end: string): Buffer {
  const last = Buffer.from(end);
  const pieces: Buffer[] = [HEADER];
  let sum = 0;
  let length = last.length;
  for (const part of parts) {
    const known = packed.get(part);
    if (known) {
      pieces.push(known.bytes);
      sum = joined(sum, known.sum);
      length += known.sum.length;
      continue;
    }
    const text = Buffer.from(part.text);
    const bytes = pack(text, part.isKept === true);
    if (part.isKept) packed.set(part, { bytes, sum: sumOf(text) });
    pieces.push(bytes);
    sum = crc32(text, sum);
    length += text.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(last, sum), 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([...pieces, stored(last, LAST), trailer]);
}

/** Of a gzip member: deflate, no name, no time, an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

function pack(text: Buffer, isKept: boolean): Buffer {
  if (!isKept && text.length < LEAST_PACKED) return stored(text, NOT_LAST);
  return deflateRawSync(text, { level: isKept ? KEPT_LEVEL : OWN_LEVEL, finishFlush: constants.Z_FULL_FLUSH });
}

const NOT_LAST = 0;
const LAST = 1;

/** A block of bytes as they are. */
function stored(bytes: Buffer, last: typeof LAST | typeof NOT_LAST): Buffer {
  if (bytes.length > MOST_IN_BLOCK) throw new Error(`a block of ${bytes.length} bytes`);
  const head = Buffer.alloc(5);
  head.writeUInt8(last, 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
