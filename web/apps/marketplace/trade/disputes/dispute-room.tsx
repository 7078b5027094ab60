/** The page of a dispute: deadlines, evidence in order, the rulebook, and the form for more evidence. */
import { citationOf } from "#contract/market/disputes/award-reasons.ts";
import type { DisputeView, EvidenceItem } from "#contract/market/disputes/disputes.ts";
import type { TradeView } from "#contract/market/trades/trades.ts";
import { loadTexts } from "#sdk/words/late-texts.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useLive } from "#sdk/live/use-live.ts";
import { Alert } from "#ui/alert.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { check, clock } from "#ui/icons/shapes.ts";
import { AppealSection } from "./appeal-section.tsx";
import { FileLink } from "./evidence-files.tsx";
import { Failed, Loading } from "./failed.tsx";
import { EvidenceForm } from "./evidence-form.tsx";
import { QuestionForm } from "./question-form.tsx";

/** Asked for once, and again with each line that the conversation gets. */
export function DisputeRoom({ trade }: { trade: TradeView }) {
  const page = usePage();
  const t = useT();
  const hash = trade.tradeHash;
  const key = ["dispute", hash] as const;
  const query = usePageQuery<DisputeView>({
    queryKey: key,
    queryFn: async () => {
      const { getDispute } = await import("#contract/market/disputes/disputes.ts");
      const [{ data }] = await Promise.all([page.call(getDispute, { params: { id: hash } }), loadTexts(page, "room")]);
      return data;
    },
  });
  const merge = useMerge<DisputeView>(key);
  useLive("user", ({ type, payload }) => {
    if ((type === "chat.message" || type === "trade.changed") && payload.tradeHash === hash) void query.refetch();
  });
  const { data: dispute } = query;
  if (!dispute) return query.isError ? <Failed onAgain={() => void query.refetch()} /> : <Loading />;
  const take = (next: DisputeView) => merge(() => next);
  return (
    <Card className="grid gap-5 p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-semibold">{t("room.title")}</h2>
        <a href={page.href("legal/dispute-rules", undefined)} className="text-sm font-medium text-brand underline">
          {t("room.rules")}
        </a>
      </header>
      {dispute.decision ? <Decision decision={dispute.decision} /> : <Clocks dispute={dispute} />}
      {dispute.proposal && (
        <Alert kind="info" title={t("room.silence.title")}>
          {t(dispute.proposal.winner === "buyer" ? "room.silence.buyer" : "room.silence.seller")}
        </Alert>
      )}
      <Evidence items={dispute.evidence} />
      {dispute.maySubmit && <EvidenceForm hash={hash} onChange={take} />}
      <AppealSection hash={hash} crypto={trade.cryptoCurrencyCode} appeal={dispute.appeal} onChange={take} />
      {dispute.mayAsk && <QuestionForm hash={hash} onChange={take} />}
    </Card>
  );
}

function Clocks({ dispute }: { dispute: DisputeView }) {
  const t = useT();
  return (
    <div className="grid gap-2">
      <ol className="grid gap-2 text-sm">
        {dispute.clocks.map(({ name, dueAt, doneAt }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Icon shape={doneAt ? check : clock} size={16} className={doneAt ? "text-good" : "text-muted"} />
            <span className="font-medium">{t(`room.clock.${name}`)}</span>
            <span className="text-muted">
              {t(doneAt ? "room.done_at" : "room.due_at")} <LocalTime at={doneAt ?? dueAt} />
            </span>
          </li>
        ))}
      </ol>
      {!dispute.isTaken && (
        <p className="text-sm text-muted">
          {t(dispute.isModeratorAvailable ? "room.available" : "room.not_available")}
        </p>
      )}
    </div>
  );
}

function Decision({ decision }: { decision: NonNullable<DisputeView["decision"]> }) {
  const t = useT();
  const page = usePage();
  const cited = decision.rule && decision.rulebook ? citationOf(decision.rulebook, decision.rule) : null;
  return (
    <div className="grid gap-1 text-sm">
      <p className="font-medium">{t(`room.outcome.${decision.outcome}`)}</p>
      {decision.rule && (
        <p>
          {cited ? (
            <a
              href={`${page.href("legal/dispute-rules", undefined)}?version=${decision.rulebook}#${decision.rule}`}
              className="text-brand underline"
            >
              {t("room.rule", { number: cited })}
            </a>
          ) : null}{" "}
          {t(`room.award.reasons.${decision.rule}`)}
        </p>
      )}
      <p className="text-muted">
        <LocalTime at={decision.at} />
      </p>
    </div>
  );
}

function Evidence({ items }: { items: readonly EvidenceItem[] }) {
  const t = useT();
  if (items.length === 0) return <p className="text-sm text-muted">{t("room.nothing")}</p>;
  return (
    <ol className="grid gap-4">
      {items.map((item) => (
        <li key={item.place} className="grid gap-1 border-s-2 border-line ps-3 text-sm">
          <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
            <span className="font-semibold text-ink">{t(saidBy(item))}</span>
            <LocalTime at={item.at} />
          </p>
          <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
            {item.text ?? t("room.erased")}
          </p>
          {item.files.map((file) => (
            <FileLink key={file.url} href={file.url}>
              {file.name}
            </FileLink>
          ))}
          <details className="text-2xs text-muted">
            <summary className="cursor-pointer py-1">{t("room.digest")}</summary>
            <code className="block break-all" dir="ltr">
              {item.digest}
            </code>
          </details>
        </li>
      ))}
    </ol>
  );
}

function saidBy({ by, isMine, asks }: EvidenceItem) {
  if (by === "moderator") return `room.asks.${asks ?? "both"}` as const;
  return isMine ? "room.by.mine" : (`room.by.${by}` as const);
}
