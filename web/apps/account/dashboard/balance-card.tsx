/** What the reader has, its way over a month, and the shortest ways to the wallet. */
import type { DashboardProps } from "#contract/market/pages.ts";
import { dayText } from "#sdk/words/day-text.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useHiddenBalance } from "#sdk/state/use-hidden-balance.ts";
import { IconButton, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { eye, eyeOff } from "#ui/icons/shapes.ts";
import { ChartEnds, LineChart } from "#ui/pictures/line-chart.tsx";

export function BalanceCard({ balance: { total, fiat, days } }: Pick<DashboardProps, "balance">) {
  const page = usePage();
  const t = useT();
  const { isHidden, toggle } = useHiddenBalance();
  const money = (sum: string) => (isHidden ? "••••" : `${fiatText(page.locale, sum, fiat)} ${fiat}`);
  const isMoving = days.some(({ rate }) => !/^[0.]*$/.test(rate));
  return (
    <Card aria-labelledby="balance" className="grid content-start gap-4 p-5">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 id="balance" className="text-sm text-muted">
            {t("dashboard.balance.title")}
          </h2>
          <p className="text-2xl font-bold tabular-nums">
            <bdi>{total === null ? "–" : money(total)}</bdi>
          </p>
        </div>
        <IconButton label={t(isHidden ? "dashboard.balance.show" : "dashboard.balance.hide")} onClick={toggle}>
          <Icon shape={isHidden ? eyeOff : eye} />
        </IconButton>
      </div>
      {isMoving && !isHidden && (
        <div className="grid gap-1">
          <LineChart points={days} label={t("dashboard.balance.line")} height={72} className="h-18" />
          <ChartEnds points={days} day={(date) => dayText(page.locale, date, "full")} price={money} />
          <p className="text-2xs text-muted">{t("dashboard.balance.hint")}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <LinkButton look="secondary" size="sm" href={page.href("wallet", undefined)}>
          {t("dashboard.balance.wallet")}
        </LinkButton>
        <LinkButton look="quiet" size="sm" href={page.href("walletHistory", undefined)}>
          {t("dashboard.balance.history")}
        </LinkButton>
      </div>
    </Card>
  );
}
