/** The code of a withdrawal: LUD-01 writes the address where a wallet asks as bech32. */
import { bech32 } from "@scure/base";
import { originHere } from "./here.ts";

const PATH = "/lnurlw";

/** Without the limit of 90 letters: the text is a URL. */
export const lnurlOf = (k1: string): string =>
  bech32.encode("lnurl", bech32.toWords(Buffer.from(`${originHere()}${PATH}/${k1}`)), false).toUpperCase();

/** The k1 of one of our codes; undefined for anything else. */
export function k1Of(code: string): string | undefined {
  try {
    const { prefix, words } = bech32.decode(code.replace(/^lightning:/i, "").toLowerCase() as `lnurl1${string}`, false);
    const url = prefix === "lnurl" ? Buffer.from(bech32.fromWords(words)).toString() : "";
    return url.startsWith(`${originHere()}${PATH}/`) ? /\/([0-9a-f]{64})$/.exec(url)?.[1] : undefined;
  } catch {
    return undefined;
  }
}
