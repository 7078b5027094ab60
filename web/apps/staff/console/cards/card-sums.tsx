/** The money of the card program, and what payments came to within 30 days. */
import type { ReactNode } from "react";
import type { StaffCards } from "#contract/products/cards/staff-cards.ts";
import { amountText, countText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";

type Props = { readonly found: StaffCards };

export function CardSums({ found }: Props) {
  const t = useT();
  const { locale } = usePage();
  const { sums } = found;
  const usd = (sum: string) => amountText(locale, `${sum} USD`);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2 xl:grid-cols-[1.35fr_1fr_1fr] xl:items-start">
      <Part title={t("cardstaff.sums.title")}>
        <FactRows
          rows={[
            [t("cardstaff.sums.balance"), usd(sums.balance)],
            [t("cardstaff.sums.held"), usd(sums.held)],
            [t("cardstaff.sums.owed"), usd(sums.owed)],
            [t("cardstaff.sums.issuer"), usd(sums.issuer)],
            [t("cardstaff.sums.inventory"), usd(sums.inventory)],
            [t("cardstaff.sums.inventory_usdt"), amountText(locale, `${sums.inventoryUsdt} USDT`)],
          ]}
        />
      </Part>
      <Part title={t("cardstaff.payments.title")}>
        <FactRows
          rows={[
            ...found.payments.map(({ state, count, usd: sum }): readonly [string, ReactNode] => [
              t(`cardstaff.payments.${state}`),
              `${isolated(usd(sum))} (${countText(locale, count)})`,
            ]),
            ...found.cards.map(({ status, count }): readonly [string, ReactNode] => [
              t(`cardstaff.cards.${status}`),
              countText(locale, count),
            ]),
            [t("cardstaff.stated"), <bdi key="stated">{found.statedUntil ?? t("cardstaff.unstated")}</bdi>],
            ...(found.unsent > 0
              ? [
                  [
                    t("cardstaff.unsent"),
                    <Badge key="unsent" tone="warn">
                      {countText(locale, found.unsent)}
                    </Badge>,
                  ] as const,
                ]
              : []),
            [
              t("cardstaff.waiting"),
              <Badge key="waiting" tone={found.waiting > 100 ? "warn" : "neutral"}>
                {countText(locale, found.waiting)}
              </Badge>,
            ],
          ]}
        />
      </Part>
      <Part
        title={t("cardstaff.declines.title")}
        none={found.declines.length === 0 ? t("cardstaff.declines.none") : null}
      >
        <FactRows
          rows={found.declines.map(({ reason, count }) => [
            t(`cardstaff.declines.${reason}`),
            countText(locale, count),
          ])}
        />
      </Part>
    </div>
  );
}

type PartProps = { readonly title: string; readonly none?: string | null; readonly children: ReactNode };

function Part({ title, none = null, children }: PartProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h2 className="font-semibold">{title}</h2>
      {none === null ? (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-sm">{children}</dl>
      ) : (
        <p className="text-sm text-muted">{none}</p>
      )}
    </Card>
  );
}
