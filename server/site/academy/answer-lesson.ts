/** A reader answers the questions of a lesson. */
import type { Locale } from "#contract/platform/locales.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { answerLesson as call } from "#contract/site/academy.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { saveTry } from "./rows.ts";
import { playStory } from "./story.ts";
import { textIn } from "./text-in.ts";
import { getLesson, progressShown, rewardOf } from "./view-lessons.ts";

type Answers = {
  readonly name: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly story: readonly string[] | undefined;
  readonly locale: Locale;
  readonly userId: bigint | undefined;
};

/** Nothing of a visitor's answers is kept. Refuses request.not_found, academy.answers, academy.story, academy.choice. */
export async function answerLesson(
  tx: Tx,
  { name, answers, story = [], locale, userId }: Answers,
): Promise<ReplyOf<typeof call>> {
  const lesson = getLesson(name);
  const { questions } = lesson;
  const isAnswered = questions.every(({ id, options }) => Object.hasOwn(options, answers[id] ?? ""));
  if (!isAnswered || Object.keys(answers).length !== questions.length) throw new Refusal("academy.answers");
  if (lesson.story && playStory(lesson, story, locale).end !== "safe") throw new Refusal("academy.story");

  const results = questions.map(({ id, right, why }) => ({
    id,
    isRight: answers[id] === right,
    why: textIn(why, locale),
  }));
  const score = results.filter(({ isRight }) => isRight).length;
  const row = userId ? await saveTry(tx, { userId, lesson: name, score, questions: questions.length }) : undefined;
  return {
    results,
    isPassed: score === questions.length,
    progress: row ? progressShown(row) : null,
    reward: await rewardOf(tx, { lesson: name, userId, isPassed: Boolean(row?.passed_at) }),
  };
}
