/** A page of text: its title, its first paragraph, and what the server made of its Markdown. */
import type { ComponentProps } from "react";
import { directionOf } from "#contract/platform/locales.ts";
import { pathOf } from "#contract/platform/paths.ts";
import type { ContentProps } from "#contract/site/content.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { dayText } from "#sdk/words/day-text.ts";
import { cx } from "#ui/cx.ts";
import type RateArticle from "../apps/account/help/rate-article-screen.tsx";
import { Island } from "./island.tsx";
import { LandingActions, LandingTitle } from "#widgets/landing-blocks.tsx";

type Props = ContentProps & { readonly setting: PageSetting };

export function ContentPage(props: Props) {
  const { title, description, actions, html, language, contents, trail, article, others, setting } = props;
  const { t, locale } = setting;
  const isWide = contents.length > 0;
  const text = { lang: language, dir: directionOf(language) };
  return (
    <div
      className={cx(
        "mx-auto grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 py-10",
        isWide ? "lg:grid-cols-[15rem_minmax(0,1fr)]" : "max-w-xl",
      )}
    >
      {trail.length > 0 && <Trail trail={trail} label={t("help.trail")} />}
      {isWide && <Contents contents={contents} label={t("help.contents")} {...text} />}
      <div className="min-w-0 max-w-xl">
        <article className="article" {...(language === locale ? {} : text)}>
          <header className="grid gap-3">
            <LandingTitle title={title} lead={description} />
            <LandingActions actions={actions ?? []} note={actions ? null : t("pages.content.not_here")} />
            <Dates {...props} />
          </header>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own files as Markdown, in which HTML is text. */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
          <Versions {...props} />
        </article>
        {others.length > 0 && (
          <footer className="mt-8 grid gap-6 border-t border-line pt-5">
            {article && (
              <Island
                app="account"
                route="rate-article"
                props={{ article } satisfies ComponentProps<typeof RateArticle>}
              />
            )}
            <Others {...props} />
          </footer>
        )}
      </div>
    </div>
  );
}

function Dates({ language, version, posted, lasts, setting: { t, locale } }: Props) {
  return (
    <>
      {posted && (
        <p className="text-sm text-muted">
          <time dateTime={posted}>{dayText(locale, posted, "full")}</time>
        </p>
      )}
      {lasts && (
        <p className="text-sm text-muted">
          <time dateTime={lasts.begins}>{dayText(locale, lasts.begins, "full")}</time> –{" "}
          <time dateTime={lasts.ends}>{dayText(locale, lasts.ends, "full")}</time>
        </p>
      )}
      {language !== locale && (
        <p className="rounded-lg bg-sunken px-3 py-2 text-sm text-muted" lang={locale} dir={directionOf(locale)}>
          {t("help.in_english")}
        </p>
      )}
      {/* Only policies are numbered. */}
      {version && language !== "en" && <p className="text-sm text-muted">{t("pages.content.translation")}</p>}
      {version && (
        <p className="text-sm text-muted">
          {t("pages.content.version", { version: String(version.version), since: version.since })}
        </p>
      )}
    </>
  );
}

export function Trail({ trail, label }: Pick<Props, "trail"> & { readonly label: string }) {
  return (
    <nav aria-label={label} className="col-span-full text-sm text-muted">
      <ol className="flex flex-wrap items-center gap-x-2">
        {trail.map(({ title, href }, at) => (
          <li key={title} className="flex items-center gap-2">
            {at > 0 && <span aria-hidden>/</span>}
            {href === "" ? (
              <span aria-current="page">{title}</span>
            ) : (
              <a className="inline-flex min-h-11 items-center underline hover:text-ink" href={href}>
                {title}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Contents({
  contents,
  label,
  ...text
}: Pick<Props, "contents"> & { label: string; lang: string; dir: string }) {
  return (
    <nav
      aria-label={label}
      className="hidden self-start rounded-xl border border-line bg-raised p-4 text-sm lg:sticky lg:top-22 lg:block"
    >
      <p className="font-semibold">{label}</p>
      <ul className="mt-1 grid" {...text}>
        {contents.map(({ id, text: heading }) => (
          <li key={id}>
            <a className="flex min-h-9 items-center text-muted hover:text-ink max-md:min-h-11" href={`#${id}`}>
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Others({ others, posted, setting: { t, locale } }: Props) {
  return (
    <div className="grid gap-4 text-sm sm:grid-cols-2">
      <nav aria-labelledby="more-articles" className="grid content-start">
        <p id="more-articles" className="font-semibold">
          {t(posted ? "blog.more" : "help.more")}
        </p>
        {others.map((one) => (
          <a
            key={one.href}
            className="flex min-h-9 items-center text-muted hover:text-ink max-md:min-h-11"
            href={one.href}
            lang={one.lang}
          >
            {one.title}
          </a>
        ))}
      </nav>
      <div className={cx("grid content-start gap-1", posted && "hidden")}>
        <p className="font-semibold">{t("help.stuck")}</p>
        <p className="text-muted">
          {t("help.stuck_text")}{" "}
          <a className="underline hover:text-ink" href={pathOf(locale, "support", undefined)}>
            {t("help.write")}
          </a>
        </p>
      </div>
    </div>
  );
}

function Versions({ otherVersions, setting: { t } }: Props) {
  if (otherVersions.length === 0) return null;
  return (
    <section>
      <h2>{t("pages.content.others")}</h2>
      <ul>
        {otherVersions.map((other) => (
          <li key={other.version}>
            <a href={`?version=${other.version}`}>
              {t("pages.content.version", { version: String(other.version), since: other.since })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
