/** Chargebacks of the queue: facts first; a moderator takes a case with a reason, reads it, and dismisses or confirms it. */
import { useState } from "react";
import type { ChargebackPage, ChargebackRow } from "#contract/market/disputes/chargebacks.ts";
import { CaseReason } from "#widgets/case-reason.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { scale } from "#ui/icons/shapes.ts";
import { QueueCards } from "../console/queue/cards.tsx";
import { useQueue } from "../console/queue/use-queue.ts";
import { CaseFacts } from "./case-facts.tsx";
import { CasePager, type CasesProps } from "./case-filters.tsx";
import { ChargebackDecision } from "./chargeback-decision.tsx";

export function ChargebackList(props: CasesProps<"chargebacks">) {
  const t = useT();
  const page = usePage();
  const { found, change } = useQueue<ChargebackPage>({
    name: "chargebacks",
    asked: { queue: props.queue, ...props.filters },
    first: props.found,
    load: async (query) => {
      const { listChargebacks } = await import("#contract/market/disputes/chargebacks.ts");
      return (await page.call(listChargebacks, { query })).data;
    },
  });
  const [opening, setOpening] = useState<ChargebackRow | null>(null);
  // A decided case stays here until the queue is loaded again.
  const put = (row: ChargebackRow) =>
    change(({ rows, next }) => ({ rows: rows.map((one) => (one.caseNumber === row.caseNumber ? row : one)), next }));
  return (
    <>
      {found.rows.length === 0 ? (
        <EmptyState shape={scale} title={t(`dashboard.disputes.none_case.${props.queue}`)} />
      ) : (
        <QueueCards
          label={t("dashboard.disputes.chargebacks")}
          rows={found.rows}
          keyOf={({ caseNumber }) => caseNumber}
        >
          {(row) => <CaseCard row={row} onOpen={() => setOpening(row)} onDecided={put} />}
        </QueueCards>
      )}
      <CasePager {...props} next={found.next} />
      {opening && (
        <CaseReason
          onClose={() => setOpening(null)}
          onOpen={async (reason) => {
            const { takeChargeback } = await import("#contract/market/disputes/chargebacks.ts");
            const { data } = await page.call(takeChargeback, {
              params: { id: opening.caseNumber },
              body: { reason },
            });
            put(data);
            setOpening(null);
          }}
        />
      )}
    </>
  );
}

type CardProps = { row: ChargebackRow; onOpen: () => void; onDecided: (row: ChargebackRow) => void };

function CaseCard({ row, onOpen, onDecided }: CardProps) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  const isMine = row.takenBy !== null && row.takenBy === session?.username;
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_auto] lg:items-start lg:gap-6">
        <div className="grid gap-2">
          <p className="flex flex-wrap items-center gap-2">
            <Standing row={row} />
            {row.takenBy && (
              <Badge tone={isMine ? "brand" : "neutral"}>
                {isMine ? t("dashboard.disputes.mine") : t("dashboard.disputes.taken_by", { name: row.takenBy })}
              </Badge>
            )}
          </p>
          <h2 className="font-semibold">{t(`chargeback.why.${row.reason}`)}</h2>
          <p className="text-sm text-muted">
            <bdi>{row.caseNumber}</bdi>
          </p>
          <p className={row.confirmedBefore > 0 ? "text-sm font-medium text-bad" : "text-sm text-muted"}>
            {t("dashboard.disputes.cb.before", { count: row.confirmedBefore })}
          </p>
        </div>
        <CaseFacts
          row={row}
          times={[
            [t("dashboard.disputes.cb.released"), row.releasedAt],
            [t("dashboard.disputes.cb.reported"), row.reportedAt],
          ]}
        />
        <div className="flex flex-wrap gap-2 lg:w-44 lg:flex-col">
          {row.mayTake && <Button onClick={onOpen}>{t("dashboard.disputes.cb.take")}</Button>}
          {isMine && row.status === "Pending" && (
            <LinkButton look="secondary" href={page.href("viewTrade", { hash: row.tradeHash })}>
              {t("dashboard.disputes.cb.open")}
            </LinkButton>
          )}
          {row.status === "Pending" && !row.takenBy && !row.mayTake && (
            <p className="text-sm text-muted">{t("dashboard.disputes.cb.other")}</p>
          )}
        </div>
      </div>
      {row.words && <Said row={row} words={row.words} />}
      {row.mayDecide && <ChargebackDecision row={row} onDecided={onDecided} />}
    </>
  );
}

function Said({ row, words }: { row: ChargebackRow; words: NonNullable<ChargebackRow["words"]> }) {
  const t = useT();
  return (
    <div className="grid gap-2 rounded-lg bg-sunken p-4 text-sm">
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
        {words.text}
      </p>
      <p className="text-muted">
        {t("dashboard.disputes.cb.payer")}: <bdi className="text-ink">{words.payerName}</bdi>
        {words.payerEmail && (
          <>
            {" "}
            · <bdi className="text-ink">{words.payerEmail}</bdi>
          </>
        )}
      </p>
      {row.files.map((file) => (
        <a
          key={file.url}
          href={file.url}
          target="_blank"
          rel="noopener noreferrer"
          className="flex min-h-11 items-center font-medium text-brand underline"
        >
          <bdi>{file.name}</bdi>
        </a>
      ))}
    </div>
  );
}

function Standing({ row }: { row: ChargebackRow }) {
  const t = useT();
  const { locale } = usePage();
  if (row.status === "Pending")
    return (
      <Badge tone="warn">
        {t("dashboard.disputes.cb.waits")} <LocalTime at={row.dueAt} />
      </Badge>
    );
  const amount =
    row.compensation && `${cryptoText(locale, row.compensation, row.cryptoCurrencyCode)} ${row.cryptoCurrencyCode}`;
  return (
    <>
      <Badge tone={row.status === "Confirmed" ? "bad" : "neutral"}>{t(`dashboard.disputes.cb.${row.status}`)}</Badge>
      {row.madeGoodBy === "buyer" && <Badge tone="good">{t("dashboard.disputes.cb.paid_by_buyer")}</Badge>}
      {row.madeGoodBy === "operator" && amount && (
        <Badge tone="good">{t("dashboard.disputes.cb.paid_by_operator", { amount })}</Badge>
      )}
      {!row.madeGoodBy && amount && <Badge tone="warn">{t("dashboard.disputes.cb.owed", { amount })}</Badge>}
    </>
  );
}
