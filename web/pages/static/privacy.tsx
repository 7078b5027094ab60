import type { Translate } from "#sdk/words/t.ts";
import { Article, ArticleSection } from "./article.tsx";

const SECTIONS = ["one", "two", "three", "four"] as const;

export function PrivacyPage({ t }: { t: Translate }) {
  return (
    <Article title={t("pages.privacy.title")} lead={t("pages.privacy.lead")}>
      {SECTIONS.map((section) => (
        <ArticleSection key={section} title={t(`pages.privacy.${section}.title`)}>
          <p>{t(`pages.privacy.${section}.text`)}</p>
        </ArticleSection>
      ))}
    </Article>
  );
}
