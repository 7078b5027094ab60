/** Disputes of the queue, the earliest deadline first; taking a case opens its page, where it is decided. */
import { useState } from "react";
import type { DisputeRow } from "#contract/market/disputes/disputes.ts";
import type { Locale } from "#contract/platform/page.ts";
import { durationText } from "#sdk/words/ago.ts";
import { CaseReason } from "#widgets/case-reason.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { cryptoText, isolated } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { alertTriangle, clock, scale } from "#ui/icons/shapes.ts";
import { QueueCards } from "../console/queue/cards.tsx";
import { CaseFacts } from "./case-facts.tsx";
import { CasePager, type CasesProps } from "./case-filters.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import { useDisputes } from "./use-disputes.ts";

export function DisputeList(props: CasesProps<"open" | "decided">) {
  const t = useT();
  const { found, refresh } = useDisputes(props);
  // Held here and not by its card: it stays open when the list moves on, or loses the case to a colleague.
  const [deciding, setDeciding] = useState<DisputeRow | null>(null);
  return (
    <>
      {found.rows.length === 0 ? (
        <EmptyState shape={scale} title={t(`dashboard.disputes.none_${props.state}`)} />
      ) : (
        <QueueCards
          label={t("dashboard.disputes.title")}
          rows={found.rows}
          keyOf={(row) => `${row.tradeHash} ${row.openedAt}`}
        >
          {(row) => <DisputeCard row={row} onDecide={() => setDeciding(row)} />}
        </QueueCards>
      )}
      <CasePager {...props} next={found.next} />
      {deciding && (
        <DecideDialog
          row={deciding}
          onClose={() => {
            setDeciding(null);
            refresh();
          }}
        />
      )}
    </>
  );
}

function DisputeCard({ row, onDecide }: { row: DisputeRow; onDecide: () => void }) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const [isOpening, setOpening] = useState(false);
  const open = async (reason: string) => {
    const { takeDispute } = await import("#contract/market/disputes/disputes.ts");
    await page.call(takeDispute, { params: { id: row.tradeHash }, body: { reason } });
    await page.go("dispute", { hash: row.tradeHash });
  };
  const isMine = row.takenBy !== null && row.takenBy === session?.username;
  const isOpen = row.outcome === null;
  const mayConfirm = isOpen && row.proposal !== null && row.proposal.by !== session?.username;
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_auto] lg:items-start lg:gap-6">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="warn">
            {t(row.openedBy === "buyer" ? "dashboard.disputes.by_buyer" : "dashboard.disputes.by_seller")}
          </Badge>
          {row.takenBy && (
            <Badge tone={isMine ? "brand" : "neutral"}>
              {isMine ? t("dashboard.disputes.mine") : t("dashboard.disputes.taken_by", { name: row.takenBy })}
            </Badge>
          )}
          {isOpen && row.proposal && !row.proposal.division && (
            <Badge tone="info">
              {t(
                row.proposal.winner === "buyer"
                  ? "dashboard.disputes.proposed_buyer"
                  : "dashboard.disputes.proposed_seller",
                { name: row.proposal.by },
              )}
            </Badge>
          )}
          {row.outcome && !row.division && <Badge tone="good">{t(`dashboard.disputes.outcome.${row.outcome}`)}</Badge>}
        </p>
        <h2 className="font-semibold">{t(`disputes.reason.${row.reasonCode}`)}</h2>
        <p dir="auto" className="text-sm break-words text-muted">
          {row.text}
        </p>
        <DivisionText row={row} />
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
          <span>
            {t("dashboard.disputes.opened")} <LocalTime at={row.openedAt} />
          </span>
          {row.decidedAt && (
            <span>
              {t("dashboard.disputes.decided_at")} <LocalTime at={row.decidedAt} />
            </span>
          )}
        </p>
        {isOpen && <Due at={row.dueAt} isTaken={row.takenBy !== null} />}
      </div>
      <CaseFacts row={row} />
      <div className="flex flex-wrap gap-2 lg:w-44 lg:flex-col">
        {isOpen && !row.takenBy && <Button onClick={() => setOpening(true)}>{t("dashboard.disputes.take")}</Button>}
        {isOpen && row.takenBy && <Button onClick={onDecide}>{t("dashboard.disputes.decide")}</Button>}
        {mayConfirm ? (
          <Button look="secondary" onClick={() => setOpening(true)}>
            {t("dashboard.disputes.review")}
          </Button>
        ) : (
          <LinkButton look="secondary" href={page.href("dispute", { hash: row.tradeHash })}>
            {t("dashboard.disputes.room")}
          </LinkButton>
        )}
      </div>
      {isOpening && <CaseReason onOpen={open} onClose={() => setOpening(false)} />}
    </div>
  );
}

type Division = NonNullable<DisputeRow["division"]>;

/** How the escrow was divided, or what a first moderator proposed: too long for a badge. */
function DivisionText({ row }: { row: DisputeRow }) {
  const t = useT();
  const { locale } = usePage();
  const { division, proposal } = row;
  const proposed = row.outcome === null ? proposal?.division : null;
  if (!division && !proposed) return null;
  return (
    <p className="text-sm font-medium">
      {division && t("dashboard.disputes.outcome.divided", partsText(locale, row, division))}
      {proposed &&
        t("dashboard.disputes.proposed_divided", {
          name: isolated(proposal?.by ?? ""),
          ...partsText(locale, row, proposed),
        })}
    </p>
  );
}

function partsText(locale: Locale, { cryptoCurrencyCode: code }: DisputeRow, { buyer, seller }: Division) {
  const coins = (amount: string) => isolated(`${cryptoText(locale, amount, code)} ${code}`);
  return { buyer: coins(buyer), seller: coins(seller) };
}

/** Of the first look, or of the decision once somebody has the case. */
function Due({ at, isTaken }: { at: string; isTaken: boolean }) {
  const t = useT();
  const leftMs = Date.parse(at) - useNow(30_000);
  const time = durationText(t, Math.abs(leftMs) / 1000);
  return leftMs < 0 ? (
    <p>
      <Badge tone="bad" icon={alertTriangle}>
        {t("dashboard.disputes.overdue", { time })}
      </Badge>
    </p>
  ) : (
    <p>
      <Badge tone="info" icon={clock}>
        {t(isTaken ? "dashboard.disputes.decision_due" : "dashboard.disputes.due", { time })}
      </Badge>
    </p>
  );
}
