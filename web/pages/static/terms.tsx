import type { Translate } from "#sdk/words/t.ts";
import { Article, ArticleSection } from "./article.tsx";

const SECTIONS = ["one", "two", "three", "four"] as const;

export function TermsPage({ t }: { t: Translate }) {
  return (
    <Article title={t("pages.terms.title")} lead={t("pages.terms.lead")}>
      {SECTIONS.map((section) => (
        <ArticleSection key={section} title={t(`pages.terms.${section}.title`)}>
          <p>{t(`pages.terms.${section}.text`)}</p>
        </ArticleSection>
      ))}
    </Article>
  );
}
