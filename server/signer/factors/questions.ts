/**
 * Three security questions for a user who lost all factors, in addition to the link from an email and the wait. The
 * answers are compared together with a slow hash, at most five times a day, and confirm nothing else.
 */
import { plainAnswer } from "#contract/people/sign-in/question-names.ts";
import { type CalledFrom, noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { Db } from "../../platform/postgres/db.ts";
import { SignerRefusal } from "../../platform/outside/signer/signer.ts";
import { countFailures, deleteFailure, insertFailure, markWrong } from "../passwords/credential-rows.ts";
import { lockFactors } from "./factor-rows.ts";
import { compareInTurn, hashInTurn } from "../passwords/passwords.ts";

const MOST_WRONG = 5;

/** As one text: one answer a line. */
const together = (answers: readonly string[]) => answers.map(plainAnswer).join("\n");

/** Slow, on no connection of the database. Refuses signer.busy. */
export const hashAnswers = (answers: readonly string[]): Promise<string> => hashInTurn(together(answers));

type Given = {
  readonly userId: bigint;
  readonly answers: readonly string[];
  readonly answersHash: string;
  readonly from: CalledFrom | undefined;
};

/** Counted before they are compared, so that many at once count like many in turn. Refuses signer.throttled and signer.busy. */
export async function areRight(db: Db, { userId, answers, answersHash, from }: Given): Promise<boolean> {
  const guessed = { userId, purpose: "answers" } as const;
  const failureId = await db.tx(async (tx) => {
    await lockFactors(tx, userId);
    if ((await countFailures(tx, guessed, MOST_WRONG)) >= MOST_WRONG)
      throw new SignerRefusal("signer.throttled", "too many wrong answers within a day");
    return insertFailure(tx, guessed, false);
  });
  const isRight = await compareInTurn(together(answers), answersHash);
  await db.tx(async (tx) => {
    await noteCaller(tx, from);
    if (failureId !== undefined) await (isRight ? deleteFailure : markWrong)(tx, failureId);
  });
  return isRight;
}
