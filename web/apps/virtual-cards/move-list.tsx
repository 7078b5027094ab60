/** Top-ups and withdrawals, newest first. */
import type { CardMove } from "#contract/products/cards/cards.ts";
import { cryptoText, fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Table } from "#ui/table.tsx";

export function MoveList({ moves }: { moves: readonly CardMove[] }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <Table
      caption={t("cards.moves")}
      head={[t("cards.move.what"), t("cards.move.coins"), t("cards.sum")]}
      numbers={[1, 2]}
    >
      {moves.map((one) => (
        <tr key={one.id}>
          <td>
            <span className="font-medium">{t(`cards.move.${one.kind}`)}</span>
            <span className="block text-2xs text-muted">
              <LocalTime at={one.at} />
            </span>
          </td>
          <td className="text-end tabular-nums">
            <bdi>
              {one.kind === "top_up" ? "−" : "+"}
              {cryptoText(locale, one.amount, one.cryptoCurrencyCode)} {one.cryptoCurrencyCode}
            </bdi>
          </td>
          <td className="text-end font-medium tabular-nums">
            <bdi>
              {one.kind === "top_up" ? "+" : "−"}
              {fiatText(locale, one.usd, "USD")} USD
            </bdi>
          </td>
        </tr>
      ))}
    </Table>
  );
}
