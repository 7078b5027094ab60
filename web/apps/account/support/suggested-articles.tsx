/** Articles of the help that may answer what somebody writes to support. */
import { useEffect } from "react";
import type { ContentKey } from "#contract/site/content.ts";
import type { SupportTopic } from "#contract/reach/support/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useArticles } from "../help/use-articles.ts";

export function SuggestedArticles({ topic, text }: { readonly topic: SupportTopic | ""; readonly text: string }) {
  const page = usePage();
  const t = useT();
  const { search, begin } = useArticles();
  useEffect(begin, [begin]);
  const found = search?.suggestArticles({ topic, text }) ?? [];
  if (found.length === 0) return null;
  return (
    <nav aria-label={t("help.suggest.title")} className="grid rounded-lg bg-sunken px-4 py-3 text-sm">
      <p className="font-semibold">{t("help.suggest.title")}</p>
      {found.map(({ key, title }) => (
        <a
          key={key}
          className="inline-flex min-h-9 items-center underline max-md:min-h-11"
          href={page.href(key as ContentKey, undefined)}
          target="_blank"
          rel="noopener"
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
