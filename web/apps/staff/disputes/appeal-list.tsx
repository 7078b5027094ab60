/** Appeals against decided disputes: what waits by its deadline, what is owed, or what is decided. */
import type { AppealPage, DisputeAppealRow } from "#contract/market/disputes/appeals.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { scale } from "#ui/icons/shapes.ts";
import { QueueCards } from "../console/queue/cards.tsx";
import { useQueue } from "../console/queue/use-queue.ts";
import { CasePager, type CasesProps } from "./case-filters.tsx";

export function AppealList(props: CasesProps<"appeals">) {
  const t = useT();
  const page = usePage();
  const { found } = useQueue<AppealPage>({
    name: "appeals",
    asked: { queue: props.queue, ...appealFilters(props) },
    first: props.found,
    load: async (query) => {
      const { listDisputeAppeals } = await import("#contract/market/disputes/appeals.ts");
      return (await page.call(listDisputeAppeals, { query })).data;
    },
  });
  return (
    <>
      {found.rows.length === 0 ? (
        <EmptyState shape={scale} title={t(`dashboard.disputes.none_case.${props.queue}`)} />
      ) : (
        <QueueCards label={t("dashboard.disputes.appeals")} rows={found.rows} keyOf={({ caseNumber }) => caseNumber}>
          {(row) => <AppealCard row={row} />}
        </QueueCards>
      )}
      <CasePager {...props} next={found.next} />
    </>
  );
}

const appealFilters = ({ filters: { reason: _none, ...filters } }: CasesProps<"appeals">) => filters;

function AppealCard({ row }: { row: DisputeAppealRow }) {
  const t = useT();
  const page = usePage();
  const by = row.role === "buyer" ? "dashboard.disputes.appeal_by_buyer" : "dashboard.disputes.appeal_by_seller";
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:gap-6">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <Standing row={row} />
          {row.takenBy && <Badge tone="neutral">{t("dashboard.disputes.taken_by", { name: row.takenBy })}</Badge>}
        </p>
        <h2 className="font-semibold">
          <bdi>{row.caseNumber}</bdi>
        </h2>
        <p className="text-sm text-muted">
          {t(by, { name: row.appellant })} · <LocalTime at={row.madeAt} />
        </p>
        <p dir="auto" className="text-sm [overflow-wrap:anywhere]">
          {row.text}
        </p>
      </div>
      <LinkButton look="secondary" href={page.href("dispute", { hash: row.tradeHash })}>
        {t("dashboard.disputes.appeal_look")}
      </LinkButton>
    </div>
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
