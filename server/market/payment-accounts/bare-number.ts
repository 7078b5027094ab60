/** The number of an account or a bank as people paste it: with its name in front, spaces, dashes and points, in any digits. */
import { typedCode } from "#contract/platform/typed-numbers.ts";

const NAMES = "iban|bic|swift|bic/swift|swift/bic|(?:swift|bic|sort|ifsc) code|clabe|ifsc|bik";
const LONG_NAMES = "routing(?: number)?|aba|account(?: (?:number|no))?|sort";
const NAME_BEFORE = new RegExp(`^(?:(?:${NAMES})\\s+|(?:${NAMES}|${LONG_NAMES})\\s*[:#.]+\\s*)+`, "i");

export function bareNumber(text: string): string {
  return typedCode(text)
    .trim()
    .replace(NAME_BEFORE, "")
    .replaceAll(/[\s.-]/g, "");
}
