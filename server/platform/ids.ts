/** Public ids and secrets, from a random port: the system's generator in production, a seeded one in replays. */
import { createHash, randomBytes } from "node:crypto";

export type Random = { bytes(size: number): Uint8Array };

export const systemRandom: Random = drawnAhead(4096);

/** A call to the system costs more than its bytes do: many are drawn at once, and each is returned once. */
function drawnAhead(ahead: number): Random {
  let drawn = randomBytes(ahead);
  let used = 0;
  return {
    bytes(size) {
      if (size > ahead) return randomBytes(size);
      if (used + size > ahead) {
        drawn = randomBytes(ahead);
        used = 0;
      }
      used += size;
      return drawn.subarray(used - size, used);
    },
  };
}

/** The same bytes for the same seed, on every machine. For tests and for the demo market; never for secrets. */
export function seededRandom(seed: string): Random {
  let counter = 0;
  return {
    bytes(size) {
      const out = new Uint8Array(size);
      for (let filled = 0; filled < size; ) {
        const block = createHash("sha256").update(`${seed}:${counter++}`).digest();
        out.set(block.subarray(0, Math.min(block.length, size - filled)), filled);
        filled += block.length;
      }
      return out;
    },
  };
}

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

const HASH_LENGTH = 14;
/** Bytes from here on would make the first letters likelier. */
const EVEN_BYTES = Math.floor(256 / ALPHABET.length) * ALPHABET.length;

/** By byte; none for those that are not even. */
const LETTERS = Array.from({ length: 256 }, (_, byte) =>
  byte < EVEN_BYTES ? (ALPHABET[byte % ALPHABET.length] ?? "") : "",
);

/** The number of values of four bytes. */
const DRAWS = 0x1_00_00_00_00;

export type Ids = {
  /** A public hash that cannot be guessed: 14 letters and digits, some 81 bits. */
  hash(): string;
  /** A secret of 256 bits as text, for sessions and tokens. */
  secret(): string;
  /** A uuid of version 4. */
  uuid(): string;
  /** A code of so many decimal digits. */
  digits(length: number): string;
  /** A whole number from 0 to below, evenly. Throws a RangeError unless the limit is a whole number from 1 to 2^32. */
  below(limit: number): number;
};

export function makeIds(random: Random): Ids {
  const below = (limit: number): number => {
    if (!Number.isInteger(limit) || limit < 1 || limit > DRAWS) throw new RangeError(`nothing is below ${limit}`);
    // Draws above the last full multiple would make small numbers likelier: draw again.
    const ceiling = Math.floor(DRAWS / limit) * limit;
    for (;;) {
      const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4);
      const drawn = a * 0x1_00_00_00 + b * 0x1_00_00 + c * 0x1_00 + d;
      if (drawn < ceiling) return drawn % limit;
    }
  };
  return {
    hash() {
      let text = "";
      while (text.length < HASH_LENGTH) {
        const bytes = random.bytes(HASH_LENGTH + 2);
        for (let at = 0; at < bytes.length && text.length < HASH_LENGTH; at++) text += LETTERS[bytes[at] ?? 0];
      }
      return text;
    },
    secret: () => Buffer.from(random.bytes(32)).toString("base64url"),
    uuid() {
      const bytes = Buffer.from(random.bytes(16));
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      const hex = bytes.toString("hex");
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
    },
    digits: (length) => Array.from({ length }, () => below(10)).join(""),
    below,
  };
}

/** The ids of the running process. */
let current: Ids = makeIds(systemRandom);

/** A recording brings ids of its own, before anything is drawn that it writes down. */
export function drawFrom(other: Ids): void {
  current = other;
}

export const ids: Ids = {
  hash: () => current.hash(),
  secret: () => current.secret(),
  uuid: () => current.uuid(),
  digits: (length) => current.digits(length),
  below: (limit) => current.below(limit),
};
