import { citationOf, type RulebookProps } from "#contract/market/disputes/award-reasons.ts";
import type { Translate } from "#sdk/words/t.ts";
import { Article, ArticleSection } from "./article.tsx";

type Props = RulebookProps & { readonly t: Translate };

/** By which rules disputes are decided: one version, with links to the others. */
export function RulebookPage({ t, book, others, clocks }: Props) {
  return (
    <Article title={t("pages.rulebook.title")} lead={t("pages.rulebook.lead")}>
      <p className="text-sm text-muted">
        {t("pages.rulebook.version", { version: String(book.version), since: book.since })}
      </p>
      <ArticleSection title={t("pages.rulebook.how_title")}>
        <p>
          {t("pages.rulebook.how_text", {
            look: clocks.firstLookMinutes,
            evidence: clocks.evidenceHours,
            bank: clocks.evidenceBankHours,
            decision: clocks.decisionHours,
          })}
        </p>
        <p>{t("pages.rulebook.silence")}</p>
        <p>{t("pages.rulebook.settle")}</p>
        <p>{t("pages.rulebook.order")}</p>
      </ArticleSection>
      {book.rules.map((rule) => (
        <section key={rule} id={rule} className="grid scroll-mt-24 gap-2">
          <h2 className="text-lg font-semibold">
            <bdi className="text-muted tabular-nums">{citationOf(book.version, rule)}</bdi>{" "}
            {t(`pages.rulebook.v1.${rule}.title`)}
          </h2>
          <p>{t(`pages.rulebook.v1.${rule}.text`)}</p>
        </section>
      ))}
      {others.length > 0 && (
        <ArticleSection title={t("pages.rulebook.others")}>
          <ul className="grid gap-1">
            {others.map(({ version, since }) => (
              <li key={version}>
                <a href={`?version=${version}`} className="text-brand underline">
                  {t("pages.rulebook.version", { version: String(version), since })}
                </a>
              </li>
            ))}
          </ul>
        </ArticleSection>
      )}
    </Article>
  );
}
