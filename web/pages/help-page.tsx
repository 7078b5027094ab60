/** The help: a search, and all articles by their areas. */
import type { ComponentProps } from "react";
import { pathOf } from "#contract/platform/paths.ts";
import type { HelpLine, HelpProps } from "#contract/site/pages.ts";
import type { PageSetting } from "#sdk/screen.ts";
import type SearchArticles from "../apps/account/help/search-articles-screen.tsx";
import { Island } from "./island.tsx";

type Props = HelpProps & { readonly setting: PageSetting };

export function HelpPage({ query, found, areas, setting }: Props) {
  const { t, locale } = setting;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-8">
      <header className="mx-auto grid w-full max-w-2xl gap-3 text-center">
        <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t("help.title")}</h1>
        <p className="text-muted">{t("help.lead")}</p>
        <Island
          app="account"
          route="search-articles"
          props={{ query } satisfies ComponentProps<typeof SearchArticles>}
        />
      </header>
      {found && <Found found={found} query={query} setting={setting} />}
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {areas.map(({ area, lines }) => (
          <section
            key={area}
            id={area}
            className="scroll-mt-24 rounded-xl border border-line bg-raised p-4 shadow-card"
          >
            <h2 className="font-semibold">{t(`help.area.${area}`)}</h2>
            <ul className="mt-1 grid">
              {lines.map((line) => (
                <li key={line.href}>
                  <Article line={line} setting={setting} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="text-center text-sm text-muted">
        {t("help.stuck_text")}{" "}
        <a className="underline hover:text-ink" href={pathOf(locale, "support", undefined)}>
          {t("help.write")}
        </a>
      </p>
    </div>
  );
}

function Found({ found, query, setting }: { found: readonly HelpLine[]; query: string; setting: PageSetting }) {
  const { t } = setting;
  return (
    <section className="mx-auto grid w-full max-w-2xl gap-2">
      <h2 className="font-semibold">{t("help.found", { count: found.length, query })}</h2>
      {found.length === 0 && <p className="text-sm text-muted">{t("help.search.none")}</p>}
      <ul className="grid gap-3">
        {found.map((line) => (
          <li key={line.href}>
            <Article line={line} setting={setting} />
            <p className="text-sm text-muted">{line.description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Article({
  line: { title, href, isEnglish, votes },
  setting: { t },
}: {
  line: HelpLine;
  setting: PageSetting;
}) {
  return (
    <span className="flex items-baseline justify-between gap-3">
      <a
        className="inline-flex min-h-9 items-center text-sm text-brand hover:underline max-md:min-h-11"
        href={href}
        {...(isEnglish ? { lang: "en", dir: "ltr" } : {})}
      >
        {title}
      </a>
      {votes && (
        <span className="shrink-0 text-xs tabular-nums text-muted">
          {t("help.votes", { yes: votes.yes, no: votes.no })}
        </span>
      )}
    </span>
  );
}
