/**
 * Work asked of a caller's computer before ours works for it: where many tries at signing in, registering or emails came from one
 * network, or at one account, the next carries a solved puzzle. It is bound to a purpose and a network, ends soon and counts once;
 * the more tries, the more work. Nobody else sees it.
 */
import { createHash } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { PUZZLE_ROUNDS, solvedPuzzle, type SolvedPuzzle } from "#contract/platform/puzzles.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { Caller } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import { networkOf } from "../../../platform/words/networks.ts";
import { signed } from "../../../platform/sealed.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { countTries, spendPuzzle, type Tried } from "./puzzle-rows.ts";

const MINUTES = 5;
/** Two, four, up to sixteen times the work as the tries grow. */
const MOST_DOUBLINGS = 4;

export type PuzzlePurpose = "login" | "register" | "forgot" | "code" | "recover" | "support";

type Wanted = {
  readonly purpose: PuzzlePurpose;
  readonly caller: Pick<Caller, "ip" | "puzzle">;
  /** What is counted anyway, each within its time. */
  readonly tried: readonly Tried[];
};

/** Refuses auth.puzzle_required with a puzzle, where there were many tries and no right solution came along. */
export async function needWork(tx: Tx, { purpose, caller, tried }: Wanted): Promise<void> {
  const settings = await readSettings(tx, ["auth.puzzle_after", "auth.puzzle_hashes"]);
  const after = settings["auth.puzzle_after"];
  const count = await countTries(tx, tried);
  if (count < after) return;
  const now = await tx.readClock();
  const bound = { purpose, place: networkOf(caller.ip) };
  if (caller.puzzle && (await isSolved(tx, caller.puzzle, { ...bound, now }))) return;
  const doublings = Math.min(MOST_DOUBLINGS, Math.floor((count - after) / after));
  const hashes = settings["auth.puzzle_hashes"] * 2 ** doublings;
  throw new Refusal("auth.puzzle_required", { puzzle: await makePuzzle({ ...bound, now, hashes }) });
}

type Bound = { readonly purpose: PuzzlePurpose; readonly place: string; readonly now: Date };

/** Keys of ours, one for what is asked and one for its answer, which is then compared without working again. */
const keys = () => ({
  hmacSignatureSecret: signed("asked", "puzzle"),
  hmacKeySignatureSecret: signed("answered", "puzzle"),
});

function makePuzzle({ purpose, place, now, hashes }: Bound & { readonly hashes: number }) {
  const least = Math.ceil(hashes / PUZZLE_ROUNDS);
  return createChallenge({
    algorithm: "SHA-256",
    cost: PUZZLE_ROUNDS,
    // From the first: the visitor that solves it cannot choose easy parts.
    counter: 1 + ids.below(2 * least),
    deriveKey,
    data: { purpose, place, until: now.getTime() + MINUTES * 60_000 },
    ...keys(),
  });
}

async function isSolved(tx: Tx, header: string, { purpose, place, now }: Bound): Promise<boolean> {
  const solved = readSolved(header);
  const data = solved?.challenge.parameters.data;
  if (!solved || data?.purpose !== purpose || data.place !== place || data.until <= now.getTime()) return false;
  const { verified } = await verifySolution({ ...solved, deriveKey, ...keys() });
  const digest = createHash("sha256").update(solved.challenge.signature).digest();
  return verified && spendPuzzle(tx, { digest, until: new Date(data.until) });
}

/** Undefined for what is no puzzle of ours: then another one comes. */
function readSolved(header: string): SolvedPuzzle | undefined {
  try {
    const read = solvedPuzzle.safeParse(JSON.parse(Buffer.from(header, "base64url").toString("utf8")));
    return read.success ? read.data : undefined;
  } catch {
    // Not JSON.
    return undefined;
  }
}
