import type { Translate } from "#sdk/words/t.ts";
import { Article, ArticleSection } from "./article.tsx";

const SECTIONS = ["one", "two", "three", "four"] as const;

export function AboutPage({ t }: { t: Translate }) {
  return (
    <Article title={t("pages.about.title")} lead={t("pages.about.lead")}>
      {SECTIONS.map((section) => (
        <ArticleSection key={section} title={t(`pages.about.${section}.title`)}>
          <p>{t(`pages.about.${section}.text`)}</p>
        </ArticleSection>
      ))}
    </Article>
  );
}
