/** What the operator's exposure brought or cost today, in dollars, and its bound of loss. */
import type { HouseExposure } from "#contract/staff/exposure.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";

type Props = Pick<HouseExposure, "today" | "lossBoundUsd">;

export function DayCard({ today, lossBoundUsd }: Props) {
  const t = useT();
  const { locale } = usePage();
  const dollars = (sum: string) => <bdi dir="ltr">{amountText(locale, `${sum} USD`)}</bdi>;
  if (today === null)
    return (
      <Card className="grid gap-1 p-5 text-sm">
        <h2 className="font-semibold">{t("exposure.day.title")}</h2>
        <p className="text-muted">{t("exposure.day.none")}</p>
      </Card>
    );
  const facts = [
    { name: "result", value: dollars(today.resultUsd), isLoss: today.resultUsd.startsWith("-") },
    { name: "realized", value: dollars(today.realizedUsd), isLoss: false },
    { name: "unrealized", value: dollars(today.unrealizedUsd), isLoss: false },
    { name: "bound", value: lossBoundUsd === null ? t("exposure.day.no_bound") : dollars(lossBoundUsd), isLoss: false },
  ] as const;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h2 className="font-semibold">{t("exposure.day.title")}</h2>
      {today.stoppedAt !== null && <Alert kind="danger">{t("exposure.day.stopped")}</Alert>}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4">
        {facts.map(({ name, value, isLoss }) => (
          <div key={name} className="grid content-start gap-0.5">
            <dt className="text-xs text-muted">{t(`exposure.day.${name}`)}</dt>
            <dd className={cx("font-semibold tabular-nums", isLoss && "text-bad")}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted">
        {t("exposure.day.about")} <LocalTime at={today.beganAt} /> – <LocalTime at={today.notedAt} />
      </p>
    </Card>
  );
}
