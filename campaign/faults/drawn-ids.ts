/** Ids that follow from a seed, and the form of names that nodes and libraries draw. */
import { type Ids, makeIds, seededRandom } from "../../server/platform/ids.ts";

/** Hashes, addresses, invoices and transactions of chains, hashes of passwords, bytes. */
export const DRAWN_OUTSIDE =
  /\\\\x[0-9a-f]+|\b(?:0x|0[23])?[0-9a-fA-F]{64}\b|\b0x[0-9a-fA-F]{40}\b|\b(?:bcrt1|lnbcrt)[a-z0-9]{30,}|\$argon2[^"\\]+|\$scrypt[^"\\]+/g;

/** Adds every id it draws to the set. */
export function rememberingIds(drawn: Set<string>): Ids {
  const seeded = makeIds(seededRandom("tape"));
  const remembered = (text: string) => {
    drawn.add(text);
    return text;
  };
  return {
    hash: () => remembered(seeded.hash()),
    secret: () => remembered(seeded.secret()),
    uuid: () => remembered(seeded.uuid()),
    digits: (length) => remembered(seeded.digits(length)),
    below: (limit) => seeded.below(limit),
  };
}
