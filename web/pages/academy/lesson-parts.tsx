/** What the list of lessons and a lesson share. */
import type { ComponentProps } from "react";
import type { LessonLine } from "#contract/site/academy.ts";
import type { LessonReward } from "#contract/site/academy-names.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import type LessonRewardCard from "../../apps/account/academy/lesson-reward-screen.tsx";
import { Island } from "../island.tsx";

export function ProgressBadge({
  progress: { passedAt, score, questions },
  t,
}: {
  progress: NonNullable<LessonLine["progress"]>;
  t: PageSetting["t"];
}) {
  return passedAt ? (
    <Badge tone="good">{t("academy.passed")}</Badge>
  ) : (
    <Badge tone="warn">{t("academy.begun", { score, all: questions })}</Badge>
  );
}

export function LessonRewardIsland(props: { reward: LessonReward; isOfLesson: boolean }) {
  return <Island app="account" route="lesson-reward" props={props satisfies ComponentProps<typeof LessonRewardCard>} />;
}
