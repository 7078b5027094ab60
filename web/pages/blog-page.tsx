/** The blog: its posts, the newest first. */
import { localized } from "#contract/platform/localized.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { BLOG_FEED } from "#contract/site/content.ts";
import type { BlogProps } from "#contract/site/pages.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { dayText } from "#sdk/words/day-text.ts";

type Props = BlogProps & { readonly setting: PageSetting };

export function BlogPage({ posts, setting: { t, locale } }: Props) {
  return (
    <div className="mx-auto grid max-w-xl grid-cols-[minmax(0,1fr)] gap-6 py-10">
      <header className="grid gap-2">
        <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t("blog.title")}</h1>
        <p className="text-muted">{t("blog.lead")}</p>
      </header>
      {posts.map(({ title, description, href, posted, isEnglish }) => (
        <article
          key={href}
          className="grid gap-1 rounded-xl border border-line bg-raised p-5 shadow-card"
          {...(isEnglish ? { lang: "en", dir: "ltr" } : {})}
        >
          <p className="text-xs text-muted">
            <time dateTime={posted}>{dayText(locale, posted, "full")}</time>
          </p>
          <h2 className="text-lg font-semibold">
            <a className="hover:underline" href={href}>
              {title}
            </a>
          </h2>
          <p className="text-sm text-muted">{description}</p>
        </article>
      ))}
      <p className="flex flex-wrap gap-x-6 text-sm text-muted">
        <a
          className="inline-flex min-h-11 items-center underline hover:text-ink"
          href={localized(locale, BLOG_FEED)}
          rel="alternate"
          type="application/rss+xml"
        >
          {t("blog.feed")}
        </a>
        <a
          className="inline-flex min-h-11 items-center underline hover:text-ink"
          href={pathOf(locale, "changelog", undefined)}
        >
          {t("blog.changes.title")}
        </a>
        <a
          className="inline-flex min-h-11 items-center underline hover:text-ink"
          href={pathOf(locale, "events", undefined)}
        >
          {t("events.title")}
        </a>
      </p>
    </div>
  );
}
