/** The SQL of security questions. */
import type { QuestionName } from "#contract/people/sign-in/question-names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

export type QuestionsRow = { readonly questions: QuestionName[]; readonly answers_hash: string };

export async function findQuestions(tx: ReadTx, userId: bigint): Promise<QuestionsRow | undefined> {
  const [row] = await tx.rows<QuestionsRow>`
    select questions, answers_hash
    from security_questions
    where user_id = ${userId}`;
  return row;
}

type Kept = { readonly userId: bigint; readonly questions: readonly QuestionName[]; readonly answersHash: string };

export async function keepQuestions(tx: Tx, { userId, questions, answersHash }: Kept): Promise<void> {
  await tx.rows`
    insert into security_questions (user_id, questions, answers_hash, made_at)
    values (${userId}, ${questions}::text[], ${answersHash}, ${tx.now})
    on conflict (user_id) do update
    set questions = excluded.questions, answers_hash = excluded.answers_hash, made_at = excluded.made_at`;
}

export async function deleteQuestions(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    delete from security_questions
    where user_id = ${userId}`;
}
