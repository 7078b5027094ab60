/** Work that a caller's computer does before the server does some for it, as ALTCHA's second version has it. */
import * as z from "zod/mini";

/** Digests of one step. */
export const PUZZLE_ROUNDS = 50;

const hex = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[0-9a-f]+$/));

/** The puzzle as it was issued, with its binding. */
const challenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal("SHA-256"),
    nonce: hex(64),
    salt: hex(64),
    cost: z.literal(PUZZLE_ROUNDS),
    keyLength: z.literal(32),
    keyPrefix: hex(64),
    keySignature: hex(64),
    data: z.strictObject({
      purpose: z.string().check(z.maxLength(20)),
      place: z.string().check(z.maxLength(64)),
      until: z.int(),
    }),
  }),
  signature: hex(64),
});
export type Puzzle = z.infer<typeof challenge>;

/** In base64url, as JSON, in the header X-Proof-Of-Work. */
export const solvedPuzzle = z.strictObject({
  challenge,
  solution: z.strictObject({
    counter: z.int().check(z.minimum(0)),
    derivedKey: hex(64),
    time: z.optional(z.number()),
  }),
});
export type SolvedPuzzle = z.infer<typeof solvedPuzzle>;
