/**
 * CRC-32 as gzip has it (RFC 1952, section 8), of concatenated texts, without reading again what was read
 * before: a sum is a polynomial over two, and text behind it multiplies it by x for each bit.
 */
import { crc32 } from "node:zlib";

/** Of some bytes: `shift` is x to as many as they have bits. */
export type Sum = { readonly crc: number; readonly length: number; readonly shift: number };

export function sumOf(bytes: Buffer): Sum {
  return { crc: crc32(bytes), length: bytes.length, shift: shiftBy(bytes.length) };
}

/** Of what was summed up to `before`, and `next` behind it. */
export function joined(before: number, next: Sum): number {
  return (product(next.shift, before) ^ next.crc) >>> 0;
}

/** Bits in this order are powers from the lowest: the highest bit is one. */
const ONE = 0x80000000;
const X = 0x40000000;
const POLYNOMIAL = 0xedb88320;

function product(one: number, other: number): number {
  let sum = 0;
  let shifted = other;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (one & bit) sum ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

function shiftBy(bytes: number): number {
  let power = ONE;
  let square = X;
  for (let left = bytes * 8; left >= 1; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = product(square, power);
    square = product(square, square);
  }
  return power;
}
