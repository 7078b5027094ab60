// Guards: the server accepts the puzzle solution of a browser without a secure context.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { PUZZLE_ROUNDS, solvedPuzzle, type Puzzle } from "#contract/platform/puzzles.ts";
import { solvePuzzle } from "./puzzle.ts";

test("the browser's solution is right, and travels in letters that a header takes", async () => {
  const keys = { hmacSignatureSecret: "asked", hmacKeySignatureSecret: "answered" };
  const data = { purpose: "login", place: "203.0.113", until: 1 };
  const puzzle = await createChallenge({
    algorithm: "SHA-256",
    cost: PUZZLE_ROUNDS,
    counter: 77,
    deriveKey,
    data,
    ...keys,
  });
  const header = (await solvePuzzle(puzzle as Puzzle)) ?? "";
  assert.match(header, /^[A-Za-z0-9_-]+$/);
  const read = solvedPuzzle.parse(JSON.parse(Buffer.from(header, "base64url").toString("utf8")));
  assert.equal(read.solution.counter, 77);
  assert.ok((await verifySolution({ ...read, deriveKey, ...keys })).verified);
});
