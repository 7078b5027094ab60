/** Kinds of merchants by their category code (ISO 18245). */
import type { MerchantGroup } from "#contract/products/cards/names.ts";

/** The first range that has the code counts. */
const RANGES: readonly (readonly [from: number, to: number, group: MerchantGroup])[] = [
  [3000, 3999, "travel"],
  [4111, 4112, "travel"],
  [4131, 4131, "travel"],
  [4411, 4411, "travel"],
  [4511, 4511, "travel"],
  [4582, 4582, "travel"],
  [4722, 4722, "travel"],
  [4789, 4789, "travel"],
  [4829, 4829, "cash"],
  [5411, 5499, "food"],
  [5541, 5542, "fuel"],
  [5552, 5552, "fuel"],
  [5811, 5814, "food"],
  [5815, 5818, "digital"],
  [5983, 5983, "fuel"],
  [6010, 6012, "cash"],
  [6050, 6051, "cash"],
  [6536, 6540, "cash"],
  [7011, 7012, "travel"],
  [7512, 7519, "travel"],
  [7800, 7802, "gambling"],
  [7995, 7995, "gambling"],
  [9406, 9406, "gambling"],
];

/** What is in none is a shop. */
export function merchantGroupOf(code: string): MerchantGroup {
  const number = /^\d{4}$/.test(code) ? Number(code) : -1;
  return RANGES.find(([from, to]) => number >= from && number <= to)?.[2] ?? "shop";
}
