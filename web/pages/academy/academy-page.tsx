/** The academy: its lessons, how far the reader is, and the reward for one of them. */
import { pathOf } from "#contract/platform/paths.ts";
import type { AcademyProps, LessonLine } from "#contract/site/academy.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Meter } from "#ui/meter.tsx";
import { LessonRewardIsland, ProgressBadge } from "./lesson-parts.tsx";

type Props = AcademyProps & { readonly setting: PageSetting };

export function AcademyPage({ lessons, isSignedIn, reward, setting }: Props) {
  const { t, locale } = setting;
  const done = lessons.filter(({ progress }) => progress?.passedAt != null).length;
  const sentence = t("academy.done", { done, all: lessons.length });
  const signIn = `${pathOf(locale, "login", undefined)}?next=${encodeURIComponent(pathOf(locale, "academy", undefined))}`;
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t("academy.title")}</h1>
        <p className="max-w-xl text-muted">{t("academy.lead")}</p>
        <div className="mt-1 grid max-w-sm gap-1.5 text-sm">
          {isSignedIn ? (
            <>
              <p className="font-medium">{sentence}</p>
              <Meter value={done} max={lessons.length} label={sentence} isAim />
            </>
          ) : (
            <a className="inline-flex min-h-11 items-center justify-self-start text-brand underline" href={signIn}>
              {t("academy.sign_in")}
            </a>
          )}
        </div>
      </header>
      <ol className="grid gap-4 md:grid-cols-2">
        {lessons.map((line, at) => (
          <li key={line.lesson} className="grid">
            <Lesson line={line} number={at + 1} setting={setting} />
          </li>
        ))}
      </ol>
      {reward && <LessonRewardIsland reward={reward} isOfLesson={false} />}
      <p className="text-sm text-muted">
        <a
          className="inline-flex min-h-11 items-center underline hover:text-ink"
          href={pathOf(locale, "help", undefined)}
        >
          {t("academy.more")}
        </a>
      </p>
    </div>
  );
}

function Lesson({
  line: { title, description, href, minutes, hasStory, isEnglish, progress },
  number,
  setting: { t },
}: {
  line: LessonLine;
  number: number;
  setting: PageSetting;
}) {
  return (
    <article className="relative flex gap-4 rounded-xl border border-line bg-raised p-5 shadow-card hover:border-edge">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold tabular-nums text-brand"
      >
        {number}
      </span>
      <div className="grid min-w-0 content-start gap-1.5" {...(isEnglish ? { lang: "en", dir: "ltr" } : {})}>
        <h2 className="font-semibold">
          <a className="after:absolute after:inset-0 after:rounded-xl" href={href}>
            {title}
          </a>
        </h2>
        <p className="text-sm text-muted">{description}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
          <span>{t("academy.minutes", { count: minutes })}</span>
          {hasStory && <Badge tone="info">{t("academy.with_story")}</Badge>}
          {progress && <ProgressBadge progress={progress} t={t} />}
        </p>
      </div>
    </article>
  );
}
