/** The SQL of the academy. */
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { ID_LEVEL } from "../../people/accounts/index.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

export type ProgressRow = {
  readonly lesson: string;
  readonly score: number;
  readonly questions: number;
  readonly tries: number;
  readonly passed_at: Date | null;
};

export async function progressOf(tx: ReadTx, userId: bigint): Promise<ProgressRow[]> {
  return tx.rows<ProgressRow>`
    select lesson, score::int, questions::int, tries, passed_at
    from lesson_progress
    where user_id = ${userId}`;
}

type Try = {
  readonly userId: bigint;
  readonly lesson: string;
  readonly score: number;
  readonly questions: number;
};

/** The best try counts; what was passed stays passed. */
export async function saveTry(tx: Tx, { userId, lesson, score, questions }: Try): Promise<ProgressRow> {
  const rows = await tx.rows<ProgressRow>`
    insert into lesson_progress as known (user_id, lesson, score, questions, tries, passed_at, at)
    values (${userId}, ${lesson}, ${score}, ${questions}, 1, ${score === questions ? tx.now : null}, ${tx.now})
    on conflict (user_id, lesson) do update
    set score = case
          when known.questions = excluded.questions then greatest(known.score, excluded.score)
          else excluded.score
        end,
        questions = excluded.questions,
        tries = known.tries + 1,
        passed_at = coalesce(known.passed_at, excluded.passed_at),
        at = excluded.at
    returning lesson, score::int, questions::int, tries, passed_at`;
  return onlyRow(rows);
}

/** What of the reward was paid to them, whether anything keeps it from them, and what all together were paid since then. */
export async function rewardFacts(tx: ReadTx, { userId, since }: { userId: bigint; since: Date }) {
  const rows = await tx.rows<{
    paid: bigint | null;
    is_verified: boolean;
    is_restricted: boolean;
    spent: bigint;
  }>`
    select
      (select reward.units from lesson_rewards reward where reward.user_id = person.id) as paid,
      person.level >= ${ID_LEVEL} as is_verified,
      exists (
        select
        from user_restrictions restriction
        where restriction.user_id = person.id and restriction.lifted_at is null
      ) as is_restricted,
      (select coalesce(sum(reward.units), 0)::bigint from lesson_rewards reward where reward.at >= ${since}) as spent
    from users person
    where person.id = ${userId}`;
  return onlyRow(rows);
}

type Claim = { readonly userId: bigint; readonly lesson: string; readonly hash: string; readonly at: Date };

export async function claim(tx: Tx, { userId, lesson, hash, at }: Claim): Promise<{ outcome: string; units: bigint }> {
  const rows = await tx.rows<{ outcome: string; units: bigint }>`
    select outcome, units from claim_lesson_reward(${userId}, ${lesson}, ${hash}, ${at})`;
  return onlyRow(rows);
}
