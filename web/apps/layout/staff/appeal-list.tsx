/** Appeals against decided disputes: what waits by its deadline, then what is owed, then the rest. */
import type { DisputeAppealRow } from "#contract/dispute-appeals.ts";
import { LocalTime } from "#sdk/local-time.tsx";
import { cryptoText } from "#sdk/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { scale } from "#ui/icons/shapes.ts";

export function AppealList({ appeals }: { appeals: readonly DisputeAppealRow[] }) {
  const t = useT();
  const page = usePage();
  if (appeals.length === 0) return <EmptyState shape={scale} title={t("dashboard.disputes.none_appeals")} />;
  return (
    <ul className="grid gap-3">
      {appeals.map((row) => (
        <li key={row.caseNumber}>
          <Card className="grid gap-3 p-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:gap-6">
            <div className="grid gap-2">
              <p className="flex flex-wrap items-center gap-2">
                <Standing row={row} />
                {row.takenBy && <Badge tone="neutral">{t("dashboard.disputes.taken_by", { name: row.takenBy })}</Badge>}
              </p>
              <h2 className="font-semibold">
                <bdi>{row.caseNumber}</bdi>
              </h2>
              <p className="text-sm text-muted">
                {t(
                  row.role === "buyer" ? "dashboard.disputes.appeal_by_buyer" : "dashboard.disputes.appeal_by_seller",
                  {
                    name: row.appellant,
                  },
                )}{" "}
                · <LocalTime at={row.madeAt} />
              </p>
              <p dir="auto" className="text-sm [overflow-wrap:anywhere]">
                {row.text}
              </p>
            </div>
            <LinkButton look="secondary" href={page.href("dispute", { hash: row.tradeHash })}>
              {t("dashboard.disputes.appeal_look")}
            </LinkButton>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function Standing({ row }: { row: DisputeAppealRow }) {
  const t = useT();
  const { locale } = usePage();
  if (row.outcome === null)
    return (
      <Badge tone="warn">
        {t("dashboard.disputes.appeal_open")}, {t("dashboard.disputes.appeal_due")} <LocalTime at={row.dueAt} />
      </Badge>
    );
  if (!row.compensation) return <Badge tone="good">{t("dashboard.disputes.appeal_upheld")}</Badge>;
  const amount = `${cryptoText(locale, row.compensation, row.cryptoCurrencyCode)} ${row.cryptoCurrencyCode}`;
  return (
    <Badge tone={row.isPaid ? "good" : "warn"}>
      {t(row.isPaid ? "dashboard.disputes.appeal_paid" : "dashboard.disputes.appeal_owed", { amount })}
    </Badge>
  );
}
