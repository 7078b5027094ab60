/**
 * The bytes of a page: a part for all visitors, then a part for this visit. A cached page is compressed once; the
 * second part is appended uncompressed, in a separate block that brotli has for this (RFC 7932, section 9.2).
 */
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { PagePart } from "#contract/platform/page.ts";
import { gzipOf } from "./packed-parts.ts";

export type PageBytes = { readonly bytes: Buffer | string; readonly encoding: "br" | "gzip" | undefined };

const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** A page from the doctype on, without the end: a seventh of its bytes, and all that is kept of it. */
export function packStart(text: string): Buffer {
  return brotliCompressSync(text, { params: BROTLI, finishFlush: constants.BROTLI_OPERATION_FLUSH });
}

/** `accepts` is the request's Accept-Encoding; for the few who do not read brotli it is unpacked. */
export function bodyOfKept(start: Buffer, { end, accepts }: { end: string; accepts: string }): PageBytes {
  if (/\bbr\b/.test(accepts)) return { bytes: Buffer.concat([start, uncompressedBlock(end)]), encoding: "br" };
  return { bytes: brotliDecompressSync(Buffer.concat([start, LAST])).toString() + end, encoding: undefined };
}

/** The bytes of a page for one reader: cached parts are compressed once, and the secret end is in its own block. */
export function bodyOfOne(parts: readonly PagePart[], { end, accepts }: { end: string; accepts: string }): PageBytes {
  if (/\bgzip\b/.test(accepts)) return { bytes: gzipOf(parts, end), encoding: "gzip" };
  const text = textOf(parts);
  return /\bbr\b/.test(accepts)
    ? bodyOfKept(packStart(text), { end, accepts })
    : { bytes: text + end, encoding: undefined };
}

export function textOf(parts: readonly PagePart[]): string {
  return parts.map(({ text }) => text).join("");
}

/** ISLAST and ISLASTEMPTY: nothing follows. */
const LAST = Buffer.from([0b11]);
const MOST_BYTES = 1 << 16;

/** A meta-block of bytes as they are, and the end of the stream. Bits from the lowest: not last, four nibbles of length less one, uncompressed. */
function uncompressedBlock(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length === 0 || bytes.length > MOST_BYTES) throw new Error(`a block of ${bytes.length} bytes`);
  const head = Buffer.alloc(3);
  head.writeUIntLE(((bytes.length - 1) << 3) | (1 << 19), 0, 3);
  return Buffer.concat([head, bytes, LAST]);
}
