/** Solves the puzzle that the server requires before expensive work: in slices, so that the page stays responsive, and without APIs that need https. */
import { sha256 } from "@noble/hashes/sha2.js";
import { solveChallenge } from "altcha-lib";
import type { Puzzle } from "#contract/platform/puzzles.ts";

type Parameters = { readonly cost: number };

async function deriveKey({ cost }: Parameters, salt: Uint8Array, password: Uint8Array) {
  const first = new Uint8Array(salt.length + password.length);
  first.set(salt);
  first.set(password, salt.length);
  let derivedKey = sha256(first);
  for (let round = 1; round < cost; round++) derivedKey = sha256(derivedKey);
  return { derivedKey };
}

/** For the header X-Proof-Of-Work; undefined where it takes too long. */
export async function solvePuzzle(puzzle: Puzzle): Promise<string | undefined> {
  const solution = await solveChallenge({ challenge: puzzle, deriveKey });
  if (!solution) return undefined;
  return btoa(JSON.stringify({ challenge: puzzle, solution }))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
