/** The academy: lessons with a quiz, one with a story to play, and the reward of the partner program for one of them. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { amount, count, cryptoCode, instant, textLocale } from "../platform/wire.ts";
import { LESSON_REWARD_STATES, type LessonReward } from "./academy-names.ts";
import type { ContentProps } from "./content.ts";

const lessonName = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/));
const part = z.string().check(z.regex(/^[a-z0-9_]{1,30}$/));
const locale = z.optional(textLocale);

const progress = z.strictObject({
  score: count,
  questions: count,
  tries: count,
  passedAt: z.nullable(instant),
});
export type LessonProgress = z.infer<typeof progress>;

const lessonReward = z.strictObject({
  amount,
  cryptoCurrencyCode: cryptoCode,
  state: z.enum(LESSON_REWARD_STATES),
});

const lessonLine = z.strictObject({
  lesson: z.string(),
  title: z.string(),
  description: z.string(),
  href: z.string(),
  /** To read it and to answer. */
  minutes: count,
  hasStory: z.boolean(),
  isRewarded: z.boolean(),
  /** The text is English, and the reader's language another. */
  isEnglish: z.boolean(),
  /** Null for visitors, and for who has not answered yet. */
  progress: z.nullable(progress),
});
export type LessonLine = z.infer<typeof lessonLine>;

const question = z.strictObject({
  id: z.string(),
  ask: z.string(),
  options: z.array(z.strictObject({ id: z.string(), text: z.string() })),
});
export type LessonQuestion = z.infer<typeof question>;

const scene = {
  /** What the reader sees beside the chat. */
  sees: z.string(),
  /** What the other side writes, in this order. */
  says: z.array(z.string()),
};

const storyStep = z.strictObject({
  ...scene,
  choices: z.array(z.strictObject({ id: z.string(), text: z.string() })),
});

const storyState = z.strictObject({
  /** What each choice so far led to. */
  taken: z.array(z.strictObject({ ...scene, text: z.string(), outcome: z.string(), isGood: z.boolean() })),
  /** Null at an end. */
  step: z.nullable(storyStep),
  end: z.nullable(z.enum(["safe", "lost"])),
});
export type StoryState = z.infer<typeof storyState>;

const answers = z.record(part, part);
/** The choices of a story, in order. */
const story = z.array(part).check(z.maxLength(20));

export const listLessons = endpoint({
  name: "listLessons",
  method: "GET",
  path: "/rest/v1/academy/lessons",
  summary: "The lessons of the academy, with the progress of a signed-in user",
  query: z.strictObject({ locale }),
  reply: z.array(lessonLine),
});

export const getLesson = endpoint({
  name: "getLesson",
  method: "GET",
  path: "/rest/v1/academy/lessons/:lesson",
  summary: "The questions of a lesson, without their answers",
  params: z.strictObject({ lesson: lessonName }),
  query: z.strictObject({ locale }),
  reply: z.strictObject({
    line: lessonLine,
    questions: z.array(question),
    reward: z.nullable(lessonReward),
  }),
});

export const playStory = endpoint({
  name: "playStory",
  method: "GET",
  path: "/rest/v1/academy/lessons/:lesson/story",
  summary: "The story of a lesson after these choices: what they led to, and what can be chosen next",
  params: z.strictObject({ lesson: lessonName }),
  query: z.strictObject({
    locale,
    /** With a point between them; absent at the beginning. */
    choices: z.optional(z.string().check(z.regex(/^[a-z0-9_]{1,30}(\.[a-z0-9_]{1,30}){0,19}$/))),
  }),
  reply: storyState,
  refusals: ["academy.choice"],
});

export const answerLesson = endpoint({
  name: "answerLesson",
  method: "POST",
  path: "/rest/v1/academy/lessons/:lesson/answers",
  summary:
    "Answers all questions of a lesson. It is passed when all are right; the progress of a signed-in user is kept, the best try counts",
  params: z.strictObject({ lesson: lessonName }),
  body: z.strictObject({
    /** The option of each question, by their ids. */
    answers,
    /** For a lesson with a story: choices that lead to its safe end. */
    story: z.optional(story),
    locale,
  }),
  reply: z.strictObject({
    results: z.array(z.strictObject({ id: z.string(), isRight: z.boolean(), why: z.string() })),
    isPassed: z.boolean(),
    /** Null for visitors. */
    progress: z.nullable(progress),
    reward: z.nullable(lessonReward),
  }),
  refusals: ["academy.answers", "academy.story", "academy.choice"],
});

export const claimLessonReward = endpoint({
  name: "claimLessonReward",
  method: "POST",
  path: "/rest/v1/academy/reward",
  summary: "Pays the reward of the partner program for its lesson into the balance, once a person",
  reply: z.strictObject({ id: z.string(), cryptoCurrencyCode: cryptoCode, amount, at: instant }),
  refusals: [
    "partner.off",
    "partner.lesson_unfinished",
    "partner.lesson_already",
    "partner.lesson_unverified",
    "partner.lesson_empty",
    "wallet.on_hold",
    "auth.restricted",
  ],
});

export type AcademyProps = {
  lessons: LessonLine[];
  isSignedIn: boolean;
  reward: LessonReward | null;
};

export type LessonProps = {
  text: ContentProps;
  lesson: string;
  minutes: number;
  isSignedIn: boolean;
  questions: LessonQuestion[];
  /** Its beginning. */
  story: StoryState | null;
  progress: LessonProgress | null;
  reward: LessonReward | null;
  next: { title: string; href: string } | null;
};
