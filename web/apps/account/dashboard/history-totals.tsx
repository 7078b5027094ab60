/** What the shown trades come to, by side, asset and currency. */
import type { HistoryTotals } from "#contract/market/trades/history-totals.ts";
import { countText, cryptoText, fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { Table } from "#ui/table.tsx";

export function Totals({ totals: { sums, isWhole } }: { totals: HistoryTotals }) {
  const t = useT();
  const { locale } = usePage();
  if (sums.length === 0) return null;
  const title = t(isWhole ? "dashboard.history.totals" : "dashboard.history.totals_newest");
  return (
    <Card className="grid gap-1 p-2">
      <h2 className="px-3 pt-2 text-sm font-semibold">{title}</h2>
      <Table
        caption={title}
        head={[
          t("dashboard.history.role"),
          t("dashboard.history.sum_trades"),
          t("dashboard.history.sum_crypto"),
          t("dashboard.history.sum_fiat"),
          t("dashboard.history.fee"),
        ]}
        numbers={[1, 2, 3, 4]}
        wide={[1, 4]}
      >
        {sums.map((sum) => {
          const { role, cryptoCurrencyCode: coin, fiatCurrencyCode: fiat } = sum;
          return (
            <tr key={`${role} ${coin} ${fiat}`}>
              <td>
                <span className="flex items-center gap-1.5 font-medium">
                  <Coin code={coin} size={16} />
                  {t(role === "buyer" ? "dashboard.history.sum_bought" : "dashboard.history.sum_sold", { coin, fiat })}
                </span>
              </td>
              <td className="text-end tabular-nums max-sm:hidden">{countText(locale, sum.trades)}</td>
              <td className="text-end whitespace-nowrap tabular-nums">
                <bdi>
                  {cryptoText(locale, sum.cryptoAmount, coin)} {coin}
                </bdi>
              </td>
              <td className="text-end whitespace-nowrap tabular-nums">
                <bdi>
                  {fiatText(locale, sum.fiatAmount, fiat)} {fiat}
                </bdi>
              </td>
              <td className="text-end whitespace-nowrap tabular-nums max-sm:hidden">
                {role === "buyer" ? (
                  "–"
                ) : (
                  <bdi>
                    {cryptoText(locale, sum.fee, coin)} {coin}
                  </bdi>
                )}
              </td>
            </tr>
          );
        })}
      </Table>
    </Card>
  );
}
