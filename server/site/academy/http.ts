/** Endpoints of the academy. Lessons are for everybody; progress and the reward are for users. */
import * as calls from "#contract/site/academy.ts";
import { route } from "../../platform/http/policy.ts";
import { answerLesson } from "./answer-lesson.ts";
import { claimLessonReward } from "./claim-reward.ts";
import { playStory } from "./story.ts";
import { getLesson, lineOf, questionsOf, rewardOf, viewLessons } from "./view-lessons.ts";

const READ = { auth: "public", rateLimit: "read", openEverywhere: true } as const;

export const routes = [
  route(calls.listLessons, { ...READ, mayLag: true }, ({ tx, viewer, query }) =>
    viewLessons(tx, { locale: query?.locale ?? "en", userId: viewer?.userId }),
  ),
  route(calls.getLesson, READ, async ({ tx, viewer, params, query }) => {
    const lesson = getLesson(params.lesson);
    const reader = { locale: query?.locale ?? "en", userId: viewer?.userId };
    const known = (await viewLessons(tx, reader)).find((one) => one.lesson === lesson.name);
    const progress = known?.progress ?? null;
    return {
      line: lineOf(lesson, { locale: reader.locale, progress }),
      questions: questionsOf(lesson, reader.locale),
      reward: await rewardOf(tx, { ...reader, lesson: lesson.name, isPassed: progress?.passedAt != null }),
    };
  }),
  route(calls.playStory, READ, async ({ params, query }) =>
    playStory(getLesson(params.lesson), query?.choices?.split(".") ?? [], query?.locale ?? "en"),
  ),
  route(
    calls.answerLesson,
    { auth: "public", rateLimit: "write", openEverywhere: true, unrestricted: true },
    ({ tx, viewer, params, body }) =>
      answerLesson(tx, {
        ...body,
        name: params.lesson,
        story: body.story,
        locale: body.locale ?? "en",
        userId: viewer?.userId,
      }),
  ),
  route(
    calls.claimLessonReward,
    { auth: "session", rateLimit: "money", action: "partner_claim", closedToStaff: true, level: 1 },
    ({ tx, viewer }) => claimLessonReward(tx, viewer),
  ),
];
