/** The pages of the academy. Visitors may be shown kept ones; what a user has done is read for each. */
import { PATHS } from "#contract/platform/paths.ts";
import { localized } from "#contract/platform/localized.ts";
import { REWARDED_LESSON } from "#contract/site/academy-names.ts";
import { contentPath } from "#contract/site/content.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/pages/page-route.ts";
import { findPlainText } from "../../platform/texts.ts";
import { fillTitle, textProps } from "../content/index.ts";
import { type Lesson, LESSONS } from "./read-lessons.ts";
import { playStory } from "./story.ts";
import { lineOf, questionsOf, rewardOf, viewLessons } from "./view-lessons.ts";

const OPEN = { auth: "public", rateLimit: "read", openEverywhere: true } as const;
const KEPT_MS = 60_000;
const keeping = { topics: [], forMs: KEPT_MS };

async function loadAcademy({ tx, viewer, locale }: PageContext): Promise<Shown> {
  const userId = viewer?.userId;
  const lessons = await viewLessons(tx, { locale, userId });
  const isPassed = lessons.some(({ isRewarded, progress }) => isRewarded && progress?.passedAt != null);
  return {
    page: "academy",
    props: {
      lessons,
      isSignedIn: viewer !== undefined,
      reward: await rewardOf(tx, { lesson: REWARDED_LESSON, userId, isPassed }),
    },
    keeping,
  };
}

async function loadLesson(lesson: Lesson, context: PageContext): Promise<Shown> {
  const { tx, viewer, locale } = context;
  const userId = viewer?.userId;
  const text = await textProps(lesson.page, context);
  const known = (await viewLessons(tx, { locale, userId })).find((one) => one.lesson === lesson.name);
  const progress = known?.progress ?? null;
  const { minutes } = lineOf(lesson, { locale, progress });
  const next = LESSONS[LESSONS.indexOf(lesson) + 1];
  const title = findPlainText("academy.title", locale) ?? "";
  return {
    page: "lesson",
    props: {
      text: {
        ...text,
        trail: [
          { title, href: localized(locale, PATHS.academy) },
          { title: text.title, href: "" },
        ],
      },
      lesson: lesson.name,
      minutes,
      isSignedIn: viewer !== undefined,
      questions: questionsOf(lesson, locale),
      story: lesson.story ? playStory(lesson, [], locale) : null,
      progress,
      reward: await rewardOf(tx, { lesson: lesson.name, userId, isPassed: progress?.passedAt != null }),
      next: next
        ? {
            title: fillTitle(next.page.editions[0].texts[locale].title),
            href: localized(locale, contentPath(next.page.key)),
          }
        : null,
    },
    keeping,
  };
}

export const academyPages: readonly PageRoute[] = [
  { path: PATHS.academy, policy: OPEN, load: loadAcademy },
  ...LESSONS.map((lesson) => ({
    path: contentPath(lesson.page.key),
    policy: OPEN,
    load: (context: PageContext) => loadLesson(lesson, context),
  })),
];
