/** What a reader sees of the academy: the lessons, their questions without the answers, and the reward. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { localized } from "#contract/platform/localized.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { LessonLine, LessonProgress, LessonQuestion } from "#contract/site/academy.ts";
import { type LessonReward, REWARDED_LESSON } from "#contract/site/academy-names.ts";
import { contentPath } from "#contract/site/content.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { isFlagOn } from "../../reference/flags/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { fillTitle } from "../content/index.ts";
import { type Lesson, LESSONS } from "./read-lessons.ts";
import { type ProgressRow, progressOf, rewardFacts } from "./rows.ts";
import { textIn } from "./text-in.ts";

/** Refuses request.not_found. */
export function getLesson(name: string): Lesson {
  const lesson = LESSONS.find((one) => one.name === name);
  if (!lesson) throw new Refusal("request.not_found");
  return lesson;
}

export const progressShown = ({ score, questions, tries, passed_at }: ProgressRow): LessonProgress => ({
  score,
  questions,
  tries,
  passedAt: passed_at?.toISOString() ?? null,
});

type Reader = { readonly locale: Locale; readonly userId: bigint | undefined };

export async function viewLessons(tx: ReadTx, { locale, userId }: Reader): Promise<LessonLine[]> {
  const rows = userId ? await progressOf(tx, userId) : [];
  return LESSONS.map((lesson) => {
    const row = rows.find((one) => one.lesson === lesson.name);
    return lineOf(lesson, { locale, progress: row ? progressShown(row) : null });
  });
}

export async function hasPassed(tx: ReadTx, { userId, lesson }: { userId: bigint; lesson: string }): Promise<boolean> {
  return (await progressOf(tx, userId)).some((row) => row.lesson === lesson && row.passed_at !== null);
}

export function lineOf(
  lesson: Lesson,
  { locale, progress }: { locale: Locale; progress: LessonProgress | null },
): LessonLine {
  const { key, editions } = lesson.page;
  const [{ texts, languages }] = editions;
  return {
    lesson: lesson.name,
    title: fillTitle(texts[locale].title),
    description: fillTitle(texts[locale].description),
    href: localized(locale, contentPath(key)),
    minutes: minutesOf(lesson),
    hasStory: lesson.story !== undefined,
    isRewarded: lesson.name === REWARDED_LESSON,
    isEnglish: !languages.includes(locale),
    progress,
  };
}

const WORDS_A_MINUTE = 130;
const QUESTIONS_A_MINUTE = 2;
const STEPS_A_MINUTE = 3;

function minutesOf({ page, questions, story }: Lesson): number {
  const words = page.editions[0].texts.en.body.split(/\s+/).length;
  const steps = story ? story.steps.length / STEPS_A_MINUTE : 0;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE + questions.length / QUESTIONS_A_MINUTE + steps));
}

export function questionsOf({ questions }: Lesson, locale: Locale): LessonQuestion[] {
  return questions.map(({ id, ask, options }) => ({
    id,
    ask: textIn(ask, locale),
    options: Object.entries(options).map(([option, text]) => ({ id: option, text: textIn(text, locale) })),
  }));
}

type Asked = { readonly lesson: string; readonly userId: bigint | undefined; readonly isPassed: boolean };

/** Null for a lesson without one, and where the program or its reward is off for this reader. */
export async function rewardOf(tx: ReadTx, { lesson, userId, isPassed }: Asked): Promise<LessonReward | null> {
  if (lesson !== REWARDED_LESSON) return null;
  const settings = await readSettings(tx, ["partner.lesson_usdt", "partner.lesson_budget_usdt"]);
  const usdt = BigInt(settings["partner.lesson_usdt"]);
  const shown = (units: bigint, state: LessonReward["state"]): LessonReward => ({
    amount: displayFromUnits(units, CRYPTO.USDT.digits),
    cryptoCurrencyCode: "USDT",
    state,
  });
  const unit = 10n ** BigInt(CRYPTO.USDT.digits);
  if (!userId) return usdt > 0n ? shown(usdt * unit, "unread") : null;
  const since = new Date(Date.UTC(tx.now.getUTCFullYear(), tx.now.getUTCMonth()));
  const facts = await rewardFacts(tx, { userId, since });
  if (facts.paid !== null) return shown(facts.paid, "paid");
  if (usdt === 0n || !(await isFlagOn(tx, { name: "isPartnerProgramEnabled", userId }))) return null;
  const isEmpty = facts.spent + usdt * unit > BigInt(settings["partner.lesson_budget_usdt"]) * unit;
  const kept = isEmpty ? "empty" : facts.is_restricted ? "restricted" : facts.is_verified ? "open" : "unverified";
  return shown(usdt * unit, isPassed ? kept : "unread");
}
