/** The index of the help with the functions that search it, from when somebody needs it. */
import { useCallback, useState } from "react";
import type { HelpArticle } from "#contract/site/help-search.ts";
import type { SupportTopic } from "#contract/reach/support/names.ts";
import { type PageKit, usePage } from "#sdk/page-kit.ts";

export type ArticleSearch = {
  findArticles(typed: string, most: number): HelpArticle[];
  suggestArticles(ticket: { topic: SupportTopic | ""; text: string }): HelpArticle[];
};

let loading: Promise<ArticleSearch> | undefined;

/** Asked for once in the life of a document. */
async function load(page: PageKit): Promise<ArticleSearch> {
  const [{ listArticles }, { findArticles, suggestArticles }] = await Promise.all([
    import("#contract/site/help.ts"),
    import("#contract/site/help-search.ts"),
  ]);
  const { data } = await page.call(listArticles, { query: { locale: page.locale } });
  return {
    findArticles: (typed, most) => findArticles(data, typed, most),
    suggestArticles: (ticket) => suggestArticles(data, ticket),
  };
}

export function useArticles(): { search: ArticleSearch | undefined; begin: () => void } {
  const page = usePage();
  const [search, setSearch] = useState<ArticleSearch>();
  const begin = useCallback(() => {
    loading ??= load(page);
    loading.then(
      (found) => setSearch(() => found),
      () => {
        // The form asks the server; the next use of the field tries again.
        loading = undefined;
      },
    );
  }, [page]);
  return { search, begin };
}
