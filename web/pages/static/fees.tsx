import type { Locale } from "#contract/platform/page.ts";
import type { FeesProps } from "#contract/platform/page-props.ts";
import { numeralLocale } from "#contract/platform/locales.ts";
import type { Translate } from "#sdk/words/t.ts";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";
import { Article, ArticleSection } from "./article.tsx";

type Props = FeesProps & { readonly t: Translate; readonly locale: Locale };

/** Drawn by the server only: no page pays for it in bytes. */
function percentText(locale: Locale, pct: string): string {
  return `${new Intl.NumberFormat(numeralLocale(locale)).format(pct as Intl.StringNumericLiteral)}%`;
}

export function FeesPage(props: Props) {
  const { t } = props;
  return (
    <Article title={t("pages.fees.title")} lead={t("pages.fees.lead")}>
      <Card>
        <TradeFees {...props} />
      </Card>
      <ArticleSection title={t("pages.fees.when_title")}>
        <p>{t("pages.fees.when_text")}</p>
        <p>{t("pages.fees.cashback")}</p>
      </ArticleSection>
      <Card>
        <WalletFees {...props} />
      </Card>
    </Article>
  );
}

function TradeFees({ t, locale, rows }: Props) {
  return (
    <Table
      caption={t("pages.fees.trade_title")}
      head={[t("pages.fees.group"), t("pages.fees.seller"), t("pages.fees.buyer")]}
    >
      {rows.map(({ group, methods, pct }) => (
        <tr key={`${group} ${pct}`}>
          <td>
            {t.maybe(`catalog.groups.${group}`, group)}
            {methods.length > 0 && <span className="block text-xs text-muted">{methods.join(", ")}</span>}
          </td>
          <td className="font-semibold tabular-nums">{percentText(locale, pct)}</td>
          <td className="tabular-nums">{percentText(locale, "0")}</td>
        </tr>
      ))}
    </Table>
  );
}

function WalletFees({ t, locale, sendOutQuoteSec, conversionPct }: Props) {
  const lines = [
    [t("pages.fees.deposit"), t("pages.fees.deposit_price")],
    [t("pages.fees.send"), t("pages.fees.send_price", { seconds: sendOutQuoteSec })],
    [t("pages.fees.convert"), t("pages.fees.convert_price", { pct: percentText(locale, conversionPct) })],
  ] as const;
  return (
    <Table caption={t("pages.fees.wallet_title")} head={[t("pages.fees.wallet_title"), t("pages.fees.price")]}>
      {lines.map(([what, price]) => (
        <tr key={what}>
          <td>{what}</td>
          <td>{price}</td>
        </tr>
      ))}
    </Table>
  );
}
