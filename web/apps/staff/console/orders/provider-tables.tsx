/** How calls to providers go, what their statements say, and the lines that no order explains. */
import type { ReactNode } from "react";
import type { ProviderOrders } from "#contract/products/providers/orders.ts";
import { amountText, countText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";

type Props = { readonly found: ProviderOrders };

export function ProviderTables({ found }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2 xl:items-start">
      <Circuits found={found} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Statements found={found} />
        <Unmatched found={found} />
      </div>
    </div>
  );
}

type PartProps = {
  readonly title: string;
  readonly none: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
};

function Part({ title, none, isEmpty, children }: PartProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-2 p-2">
      <h2 className="px-3 pt-2 font-semibold">{title}</h2>
      {isEmpty ? <p className="px-3 pb-3 text-sm text-muted">{none}</p> : children}
    </Card>
  );
}

function Circuits({ found: { circuits } }: Props) {
  const t = useT();
  const { locale } = usePage();
  const head = (["place", "calls", "failures", "slowest", "state"] as const).map((key) => t(`orders.circuits.${key}`));
  return (
    <Part title={t("orders.circuits.title")} none={t("orders.circuits.none")} isEmpty={circuits.length === 0}>
      <Table isStacked caption={t("orders.circuits.title")} head={head} numbers={[1, 2, 3]}>
        {circuits.map((one) => (
          <tr key={`${one.provider}:${one.product}:${one.countryIso}`}>
            <th scope="row" className="text-start font-medium">
              <bdi>{one.provider}</bdi> · {one.countryIso}
            </th>
            <td className="text-end tabular-nums">{countText(locale, one.tries)}</td>
            <td className="text-end tabular-nums">
              {t("orders.circuits.in_row", {
                total: countText(locale, one.failures),
                row: countText(locale, one.failuresInRow),
              })}
            </td>
            <td className="text-end tabular-nums">
              <bdi dir="ltr">{countText(locale, one.slowestMs)} ms</bdi>
            </td>
            <td>
              {one.pausedUntil === null ? (
                <Badge tone="good">{t("orders.circuits.closed")}</Badge>
              ) : (
                <Badge tone="bad">
                  {t("orders.circuits.paused")} <LocalTime at={one.pausedUntil} />
                </Badge>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Part>
  );
}

function Statements({ found: { statements } }: Props) {
  const t = useT();
  const { locale } = usePage();
  const head = (["day", "opening", "closing", "lines", "state"] as const).map((key) => t(`orders.statements.${key}`));
  return (
    <Part title={t("orders.statements.title")} none={t("orders.statements.none")} isEmpty={statements.length === 0}>
      <Table isStacked caption={t("orders.statements.title")} head={head} numbers={[1, 2, 3]}>
        {statements.map((one) => (
          <tr key={`${one.provider}:${one.day}`}>
            <th scope="row" className="text-start font-medium">
              <bdi dir="ltr" className="whitespace-nowrap">
                {one.day}
              </bdi>
              <span className="block text-xs font-normal text-muted">{one.provider}</span>
            </th>
            <td className="text-end tabular-nums">{amountText(locale, `${one.opening} ${one.currencyCode}`)}</td>
            <td className="text-end tabular-nums">{amountText(locale, `${one.closing} ${one.currencyCode}`)}</td>
            <td className="text-end tabular-nums">{countText(locale, one.lines)}</td>
            <td>
              <Badge tone={one.isAccepted ? "good" : "bad"}>
                {t(one.isAccepted ? "orders.statements.accepted" : "orders.statements.gap")}
              </Badge>
            </td>
          </tr>
        ))}
      </Table>
    </Part>
  );
}

function Unmatched({ found: { unmatched } }: Props) {
  const t = useT();
  const { locale } = usePage();
  const head = [t("orders.statements.day"), t("orders.unmatched.reference"), t("orders.unmatched.amount")];
  return (
    <Part title={t("orders.unmatched.title")} none={t("orders.unmatched.none")} isEmpty={unmatched.length === 0}>
      <Table caption={t("orders.unmatched.title")} head={head} numbers={[2]}>
        {unmatched.map((line) => (
          <tr key={`${line.provider}:${line.day}:${line.reference}:${line.amount}`}>
            <td className="whitespace-nowrap">
              <bdi dir="ltr">{line.day}</bdi>
            </td>
            <td className="font-mono text-2xs [overflow-wrap:anywhere]">
              <bdi dir="ltr">{line.reference}</bdi>
            </td>
            <td className="text-end tabular-nums">{amountText(locale, `${line.amount} ${line.currencyCode}`)}</td>
          </tr>
        ))}
      </Table>
    </Part>
  );
}
