/** Limited-time events: those of now, those to come, and those that are over. */
import { pathOf } from "#contract/platform/paths.ts";
import type { EventsProps } from "#contract/site/pages.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { dayText } from "#sdk/words/day-text.ts";

type Props = EventsProps & { readonly setting: PageSetting };

export function EventsPage({ setting, ...events }: Props) {
  const { t, locale } = setting;
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-8 py-10">
      <header className="grid gap-2">
        <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t("events.title")}</h1>
        <p className="text-muted">{t("events.lead")}</p>
      </header>
      {events.now.length === 0 && (
        <div className="grid gap-1 rounded-xl border border-line bg-raised p-6 text-center shadow-card">
          <p className="font-semibold">{t("events.none")}</p>
          <p className="text-sm text-muted">
            {t("events.none_text")}{" "}
            <a className="underline hover:text-ink" href={pathOf(locale, "blog", undefined)}>
              {t("blog.title")}
            </a>
          </p>
        </div>
      )}
      {(["now", "soon", "past"] as const).map(
        (when) => events[when].length > 0 && <Lines key={when} when={when} lines={events[when]} setting={setting} />,
      )}
    </div>
  );
}

type LinesProps = {
  readonly when: keyof EventsProps;
  readonly lines: EventsProps["now"];
  readonly setting: PageSetting;
};

function Lines({ when, lines, setting: { t, locale } }: LinesProps) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold">{t(`events.${when}`)}</h2>
      {lines.map(({ title, description, href, isEnglish, begins, ends }) => (
        <article
          key={href}
          className="relative grid gap-1 rounded-xl border border-line bg-raised p-5 shadow-card"
          {...(isEnglish ? { lang: "en", dir: "ltr" } : {})}
        >
          <p className="text-xs text-muted">
            <time dateTime={begins}>{dayText(locale, begins, "full")}</time> –{" "}
            <time dateTime={ends}>{dayText(locale, ends, "full")}</time>
          </p>
          <h3 className="font-semibold">
            <a className="after:absolute after:inset-0" href={href}>
              {title}
            </a>
          </h3>
          <p className="text-sm text-muted">{description}</p>
        </article>
      ))}
    </section>
  );
}
