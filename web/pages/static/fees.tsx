import type { Translate } from "#sdk/t.ts";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";
import { Article, ArticleSection } from "./article.tsx";

const ROWS = ["bank", "cards", "online", "mobile", "cash", "crypto", "gift", "other"] as const;
const OTHER = ["deposit", "send", "convert"] as const;

export function FeesPage({ t }: { t: Translate }) {
  return (
    <Article title={t("pages.fees.title")} lead={t("pages.fees.lead")}>
      <Card>
        <Table
          caption={t("pages.fees.trade_title")}
          head={[t("pages.fees.group"), t("pages.fees.seller"), t("pages.fees.buyer")]}
        >
          {ROWS.map((row) => (
            <tr key={row}>
              <td>{t(`pages.fees.groups.${row}`)}</td>
              <td className="font-semibold tabular-nums">{t(`pages.fees.rates.${row}`)}</td>
              <td className="tabular-nums">0%</td>
            </tr>
          ))}
        </Table>
      </Card>
      <ArticleSection title={t("pages.fees.when_title")}>
        <p>{t("pages.fees.when_text")}</p>
      </ArticleSection>
      <Card>
        <Table caption={t("pages.fees.wallet_title")} head={[t("pages.fees.wallet_title"), t("pages.fees.price")]}>
          {OTHER.map((row) => (
            <tr key={row}>
              <td>{t(`pages.fees.${row}`)}</td>
              <td>{t(`pages.fees.${row}_price`)}</td>
            </tr>
          ))}
        </Table>
      </Card>
    </Article>
  );
}
