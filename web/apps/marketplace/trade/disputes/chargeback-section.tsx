/** A chargeback of the trade: reporting it as the seller, and the status of the report, for both sides. */
import { useState } from "react";
import type { ChargebackView } from "#contract/market/disputes/chargebacks.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { loadTexts } from "#sdk/words/late-texts.ts";
import type { Messages } from "#sdk/words/t.ts";
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useLive } from "#sdk/live/use-live.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ChargebackForm } from "./chargeback-form.tsx";
import { FileLink } from "./evidence-files.tsx";
import { Failed } from "./failed.tsx";

const CHARGEBACK_TEXTS = import.meta.glob<Messages>("../../../../i18n/chargeback/*.json", { import: "default" });

const isShown = ({ report, state }: ChargebackView): boolean =>
  report !== null || state === "available" || state === "expired";

export function ChargebackSection({ trade }: { trade: TradeView }) {
  const page = usePage();
  const hash = trade.tradeHash;
  const key = ["chargeback", hash] as const;
  const query = usePageQuery<ChargebackView>({
    queryKey: key,
    queryFn: async () => {
      const { getChargeback } = await import("#contract/market/disputes/chargebacks.ts");
      const { data } = await page.call(getChargeback, { params: { id: hash } });
      if (isShown(data)) await loadTexts(page, "chargeback", CHARGEBACK_TEXTS);
      return data;
    },
  });
  const merge = useMerge<ChargebackView>(key);
  useLive("user", ({ type, payload }) => {
    if (type === "trade.changed" && payload.tradeHash === hash) void query.refetch();
  });
  const t = useT();
  const { data } = query;
  if (!data) return query.isError ? <Failed onAgain={() => void query.refetch()} /> : null;
  if (!isShown(data)) return null;
  return (
    <Card className="grid gap-3 p-5 text-sm">
      <h2 className="text-base font-semibold">{t("chargeback.title")}</h2>
      {data.report ? (
        <Report trade={trade} report={data.report} onChange={(next) => merge(() => next)} />
      ) : (
        <Reportable trade={trade} view={data} onChange={(next) => merge(() => next)} />
      )}
    </Card>
  );
}

type Change = { readonly onChange: (view: ChargebackView) => void };

function Reportable({ trade, view, onChange }: { trade: TradeView; view: ChargebackView } & Change) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (view.state === "expired" || !view.until) return <p className="text-muted">{t("chargeback.expired")}</p>;
  return (
    <>
      <p>
        {t("chargeback.intro")} <LocalTime at={view.until} />
      </p>
      <Button look="secondary" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        {t("chargeback.open")}
      </Button>
      {isOpen && (
        <ChargebackForm
          hash={trade.tradeHash}
          onClose={() => setOpen(false)}
          onReported={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      )}
    </>
  );
}

type ReportOf = NonNullable<ChargebackView["report"]>;

function Report({ trade, report, onChange }: { trade: TradeView; report: ReportOf } & Change) {
  const t = useT();
  const { words } = report;
  return (
    <>
      <p className="font-medium">{t(`chargeback.why.${report.reason}`)}</p>
      <p className="text-muted">
        {t("chargeback.case")} <bdi className="font-medium text-ink">{report.caseNumber}</bdi> ·{" "}
        <LocalTime at={report.reportedAt} />
      </p>
      {words && (
        <>
          <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
            {words.text}
          </p>
          <p className="text-muted">
            {t("chargeback.payer")}: <bdi className="text-ink">{words.payerName}</bdi>
            {words.payerEmail && (
              <>
                {" "}
                · <bdi className="text-ink">{words.payerEmail}</bdi>
              </>
            )}
          </p>
        </>
      )}
      {report.files.map((file) => (
        <FileLink key={file.url} href={file.url}>
          {file.name}
        </FileLink>
      ))}
      <Standing trade={trade} report={report} />
      {report.mayRepay && <PaidBack hash={trade.tradeHash} onChange={onChange} />}
    </>
  );
}

function Standing({ trade, report }: { trade: TradeView; report: ReportOf }) {
  const t = useT();
  const page = usePage();
  const { status, compensation, madeGood, answer } = report;
  if (status === "Pending")
    return (
      <div aria-live="polite" className="grid gap-1">
        <p>
          {t("chargeback.state.Pending")} <LocalTime at={report.dueAt} />
        </p>
        {report.isTaken && <p className="text-muted">{t("chargeback.taken")}</p>}
      </div>
    );
  const code = trade.cryptoCurrencyCode;
  const amount = compensation && `${cryptoText(page.locale, compensation, code)} ${code}`;
  return (
    <Alert kind={status === "Confirmed" ? "warning" : "info"} title={t(`chargeback.state.${status}`)}>
      {answer && <p dir="auto">{answer}</p>}
      {madeGood?.by === "buyer" && <p>{t("chargeback.by_buyer")}</p>}
      {madeGood?.by === "operator" && amount && <p>{t("chargeback.paid", { amount })}</p>}
      {status === "Confirmed" && !madeGood && (
        <p>{amount ? t("chargeback.owed", { amount }) : t("chargeback.not_owed")}</p>
      )}
    </Alert>
  );
}

/** The seller's word that they have their money; asked twice, because it ends the case. */
function PaidBack({ hash, onChange }: { hash: string } & Change) {
  const t = useT();
  const page = usePage();
  const [isAsking, setAsking] = useState(false);
  const repay = useAction(
    async () => {
      const { repayChargeback } = await import("#contract/market/disputes/chargebacks.ts");
      const { data } = await page.call(repayChargeback, { params: { id: hash } });
      onChange(data);
      page.toast("success", t("chargeback.repay_done"));
    },
    { quiet: true },
  );
  if (!isAsking)
    return (
      <Button look="secondary" size="sm" className="justify-self-start" onClick={() => setAsking(true)}>
        {t("chargeback.repay")}
      </Button>
    );
  return (
    <div className="grid gap-3">
      <p>{t("chargeback.repay_confirm")}</p>
      {repay.refusal && <Alert kind="danger">{repay.refusal.message}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" isBusy={repay.isRunning} onClick={() => void repay.run()}>
          {t("chargeback.repay")}
        </Button>
        <Button look="quiet" size="sm" onClick={() => setAsking(false)}>
          {t("trade.back")}
        </Button>
      </div>
    </div>
  );
}
