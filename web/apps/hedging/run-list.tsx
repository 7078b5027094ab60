/** What came of the last occasions: the conversion with its amounts, or why there was none. */
import type { HedgeRun } from "#contract/products/hedging/hedging.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Badge } from "#ui/badge.tsx";
import { Table } from "#ui/table.tsx";
import { coins } from "./rule/words.ts";

export function RunList({ runs }: { readonly runs: readonly HedgeRun[] }) {
  const t = useT();
  const { locale } = usePage();
  const head = [t("hedging.run.time"), t("hedging.run.occasion"), t("hedging.run.outcome"), t("hedging.run.amounts")];
  return (
    <Table isStacked caption={t("hedging.runs")} head={head} numbers={[3]}>
      {runs.map(({ ruleId, at, occasion, outcome, from, to, gave, got }) => (
        <tr key={`${ruleId} ${at}`}>
          <td className="whitespace-nowrap text-muted">
            <LocalTime at={at} />
          </td>
          <td>{t(`hedging.occasion.${occasion}`)}</td>
          <td>
            <Badge tone={outcome === "converted" ? "good" : "neutral"}>{t(`hedging.outcome.${outcome}`)}</Badge>
          </td>
          <td className="text-end whitespace-nowrap tabular-nums">
            {gave === null || got === null
              ? "–"
              : t("hedging.run.line", { gave: coins(locale, gave, from), got: coins(locale, got, to) })}
          </td>
        </tr>
      ))}
    </Table>
  );
}
