/** The search of the help. The index comes when the field is used; without a script the form asks the server. */
import { useState } from "react";
import type { HelpArticle } from "#contract/site/help-search.ts";
import type { ContentKey } from "#contract/site/content.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { Button } from "#ui/button.tsx";
import { Input } from "#ui/forms/input.tsx";
import { useArticles } from "./use-articles.ts";

export const screen: PartScreen = { texts: ["help.search"] };

const MOST = 6;

export default function SearchArticlesScreen({ query }: { readonly query: string }) {
  const t = useT();
  const [typed, setTyped] = useState(query);
  const { search, begin } = useArticles();
  const found = typed.trim() === query ? undefined : search?.findArticles(typed, MOST);
  return (
    <search className="relative block text-start">
      <form method="get" className="flex gap-2">
        <Input
          type="search"
          name="q"
          maxLength={200}
          aria-label={t("help.search.label")}
          placeholder={t("help.search.hint")}
          autoComplete="off"
          value={typed}
          onFocus={begin}
          onChange={(event) => {
            begin();
            setTyped(event.target.value);
          }}
        />
        <Button type="submit">{t("help.search.go")}</Button>
      </form>
      {found && typed.trim() !== "" && <Found found={found} />}
    </search>
  );
}

function Found({ found }: { readonly found: readonly HelpArticle[] }) {
  const page = usePage();
  const t = useT();
  return (
    <div
      role="status"
      className="absolute inset-x-0 top-full z-30 mt-1 rounded-xl border border-line bg-raised p-2 shadow-card"
    >
      {found.length === 0 ? (
        <p className="p-2 text-sm text-muted">{t("help.search.none")}</p>
      ) : (
        <ul className="grid">
          {found.map(({ key, title, description }) => (
            <li key={key}>
              <a
                className="grid min-h-11 rounded-lg p-2 hover:bg-sunken"
                href={page.href(key as ContentKey, undefined)}
              >
                <span className="text-sm font-semibold">{title}</span>
                <span className="truncate text-xs text-muted">{description}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
