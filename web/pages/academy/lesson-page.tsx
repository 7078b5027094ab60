/** A lesson: its story if it has one, its text, its questions, and the way to the next. */
import type { ComponentProps } from "react";
import { directionOf } from "#contract/platform/locales.ts";
import { pathOf } from "#contract/platform/paths.ts";
import type { LessonProps } from "#contract/site/academy.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { LinkButton } from "#ui/button.tsx";
import type LessonQuiz from "../../apps/account/academy/lesson-quiz-screen.tsx";
import type LessonStory from "../../apps/account/academy/lesson-story-screen.tsx";
import { Trail } from "../content-page.tsx";
import { Island } from "../island.tsx";
import { ProgressBadge } from "./lesson-parts.tsx";

type Props = LessonProps & { readonly setting: PageSetting };

export function LessonPage({
  text,
  lesson,
  minutes,
  isSignedIn,
  questions,
  story,
  progress,
  reward,
  next,
  setting,
}: Props) {
  const { t, locale } = setting;
  const { language, title, description, html, trail } = text;
  const language_ = language === locale ? {} : { lang: language, dir: directionOf(language) };
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Trail trail={trail} label={t("help.trail")} />
      <header className="grid gap-3" {...language_}>
        <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{title}</h1>
        <p className="text-lg text-muted">{description}</p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <span>{t("academy.minutes", { count: minutes })}</span>
          {progress && <ProgressBadge progress={progress} t={t} />}
        </p>
      </header>
      {language !== locale && (
        <p className="rounded-lg bg-sunken px-3 py-2 text-sm text-muted">{t("help.in_english")}</p>
      )}
      {story && (
        <Island
          app="account"
          route="lesson-story"
          props={{ lesson, first: story } satisfies ComponentProps<typeof LessonStory>}
        />
      )}
      <article className="article" {...language_}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own files as Markdown, in which HTML is text. */}
        <div dangerouslySetInnerHTML={{ __html: html }} />
      </article>
      <Island
        app="account"
        route="lesson-quiz"
        props={
          {
            lesson,
            questions,
            reward,
            isSignedIn,
            hasStory: story !== null,
            isPassed: progress?.passedAt != null,
          } satisfies ComponentProps<typeof LessonQuiz>
        }
      />
      <nav aria-label={t("academy.all")} className="flex flex-wrap gap-2 border-t border-line pt-5">
        {next && (
          <LinkButton href={next.href} look="secondary">
            {t("academy.next")}: {next.title}
          </LinkButton>
        )}
        <LinkButton
          href={pathOf(locale, "academy", undefined)}
          look="quiet"
          className={next ? "max-md:-ms-4" : "-ms-4"}
        >
          {t("academy.all")}
        </LinkButton>
      </nav>
    </div>
  );
}
