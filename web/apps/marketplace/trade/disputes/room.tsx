/** The page of a dispute: whose turn it is, the form for evidence, what both sides submitted, the decision and its appeal. */
import { citationOf } from "#contract/market/disputes/award-reasons.ts";
import type { DisputeView, EvidenceItem } from "#contract/market/disputes/disputes.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { loadTexts } from "#sdk/words/late-texts.ts";
import type { Messages } from "#sdk/words/t.ts";
import { durationText } from "#sdk/words/ago.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { useLive } from "#sdk/live/use-live.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { check, clock } from "#ui/icons/shapes.ts";
import { AppealSection } from "./appeal-section.tsx";
import { turnOf } from "./turn.ts";
import { FileLink } from "./evidence-files.tsx";
import { Failed, Loading } from "./failed.tsx";
import { EvidenceForm } from "./evidence-form.tsx";
import { QuestionForm } from "./question-form.tsx";

const ROOM_TEXTS = import.meta.glob<Messages>("../../../../i18n/room/*.json", { import: "default" });

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
      const [{ data }] = await Promise.all([
        page.call(getDispute, { params: { id: hash } }),
        loadTexts(page, "room", ROOM_TEXTS),
      ]);
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
      {dispute.decision ? (
        <Decision decision={dispute.decision} />
      ) : (
        <Standing dispute={dispute} role={trade.viewerRole} />
      )}
      {dispute.proposal && (
        <Alert kind="info" title={t("room.silence.title")}>
          {t(dispute.proposal.winner === "buyer" ? "room.silence.buyer" : "room.silence.seller")}
        </Alert>
      )}
      <div id="evidence" className="grid gap-5">
        {dispute.maySubmit && <EvidenceForm hash={hash} onChange={take} />}
        {dispute.decision && dispute.evidence.length > 0 ? (
          <details>
            <summary className="min-h-11 cursor-pointer py-2 text-sm font-medium text-brand">
              {t("room.evidence")}
            </summary>
            <Evidence items={dispute.evidence} />
          </details>
        ) : (
          <section className="grid gap-3">
            <h3 className="font-semibold">{t("room.evidence")}</h3>
            <p className="text-xs text-muted">{t("room.seen_by")}</p>
            <Evidence items={dispute.evidence} />
          </section>
        )}
      </div>
      <AppealSection hash={hash} crypto={trade.cryptoCurrencyCode} appeal={dispute.appeal} onChange={take} />
      {dispute.mayAsk && <QuestionForm hash={hash} onChange={take} />}
    </Card>
  );
}

/** Whose turn it is and until when, the deadlines, and whether a moderator has the case. */
function Standing({ dispute, role }: { dispute: DisputeView; role: TradeView["viewerRole"] }) {
  const t = useT();
  const nowMs = useNow(60_000);
  const turn = turnOf(dispute, role);
  const left = turn ? Math.floor((Date.parse(turn.by) - nowMs) / 1000) : 0;
  const moderator = dispute.isTaken ? "taken" : dispute.isModeratorAvailable ? "available" : "not_available";
  return (
    <div className="grid gap-4">
      {turn && (
        <div
          className={cx(
            "grid gap-0.5 rounded-lg border p-4",
            turn.who === "you" ? "border-brand/30 bg-brand-soft" : "border-line bg-sunken",
          )}
        >
          <p className="font-semibold">{t(`room.turn.${turn.what}_${turn.who}` as TurnKey)}</p>
          <p className="text-sm text-muted">
            {t("room.turn.until")} <LocalTime at={turn.by} /> ·{" "}
            {left > 0 ? t("room.turn.left", { time: durationText(t, left) }) : t("room.turn.over")}
          </p>
        </div>
      )}
      <ol className="grid gap-3 text-sm sm:grid-cols-3">
        {dispute.clocks.map(({ name, dueAt, doneAt }) => (
          <li key={name} className="flex items-start gap-2">
            <Icon
              shape={doneAt ? check : clock}
              size={16}
              className={cx("mt-0.5", doneAt ? "text-good" : "text-muted")}
            />
            <span className="grid">
              <span className="font-medium">{t(`room.clock.${name}`)}</span>
              <span className="text-xs text-muted">
                {t(doneAt ? "room.done_at" : "room.due_at")} <LocalTime at={doneAt ?? dueAt} />
              </span>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">{t(`room.moderator.${moderator}`)}</p>
    </div>
  );
}

type TurnKey =
  `room.turn.${"evidence_you" | "evidence_buyer" | "evidence_seller" | "evidence_both" | "decision_you" | "decision_moderator" | "decision_nobody"}`;

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

/** Each side's items have its color at the edge. */
const EDGES = { buyer: "border-buy", seller: "border-sell", moderator: "border-edge" } as const;
const TONES = { buyer: "buy", seller: "sell", moderator: "neutral" } as const;

function Evidence({ items }: { items: readonly EvidenceItem[] }) {
  const t = useT();
  if (items.length === 0) return <p className="text-sm text-muted">{t("room.nothing")}</p>;
  return (
    <ol className="grid gap-4">
      {items.map((item) => (
        <li key={item.place} className={cx("grid gap-2 border-s-4 ps-3 text-sm", EDGES[item.by])}>
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
            <Badge tone={TONES[item.by]}>{t(saidBy(item))}</Badge>
            <LocalTime at={item.at} />
          </p>
          <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
            {item.text ?? t("room.erased")}
          </p>
          {item.files.map((file) => (
            <ShownFile key={file.url} file={file} />
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

/** A picture is shown in its place; it opens in full in a tab of its own, as another file does. */
function ShownFile({ file }: { file: EvidenceItem["files"][number] }) {
  if (!file.mimeType.startsWith("image/")) return <FileLink href={file.url}>{file.name}</FileLink>;
  return (
    <a href={file.url} target="_blank" rel="noopener noreferrer" className="grid justify-items-start gap-1">
      <img
        src={file.url}
        alt={file.name}
        loading="lazy"
        className="max-h-64 max-w-full rounded-lg border border-line object-contain"
      />
      <bdi className="text-xs text-muted [overflow-wrap:anywhere]">{file.name}</bdi>
    </a>
  );
}

function saidBy({ by, isMine, asks }: EvidenceItem) {
  if (by === "moderator") return `room.asks.${asks ?? "both"}` as const;
  return isMine ? "room.by.mine" : (`room.by.${by}` as const);
}
