/** Deliveries with their responses, the latest first; one message or all failed ones can be sent again. */
import { useId, useState } from "react";
import { DELIVERY_STATES } from "#contract/reach/webhooks/names.ts";
import type { WebhookPageProps } from "#contract/reach/pages.ts";
import type { Webhook, WebhookDelivery } from "#contract/reach/webhooks/webhooks.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { send } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";

type Log = WebhookPageProps["log"];
type Shown = "all" | WebhookDelivery["state"];
const TONES: Readonly<Record<WebhookDelivery["state"], Tone>> = { waiting: "info", delivered: "good", failed: "bad" };
const DAY_MS = 86_400_000;

export function DeliveryLog({ first, webhook }: { first: Log; webhook: Webhook }) {
  const t = useT();
  const page = usePage();
  const panel = useId();
  const [log, setLog] = useState(first);
  const [shown, setShown] = useState<Shown>("all");
  const load = useAction(async (state: Shown, after: string | undefined) => {
    const { listWebhookDeliveries } = await import("#contract/reach/webhooks/webhooks.ts");
    const query = { ...(state === "all" ? {} : { state }), ...(after ? { after } : {}) };
    const { data } = await page.call(listWebhookDeliveries, { query });
    setShown(state);
    setLog(after ? { rows: [...log.rows, ...data.rows], next: data.next } : data);
  });
  const replayAll = useAction(async () => {
    const { replayFailedWebhooks } = await import("#contract/reach/webhooks/webhooks.ts");
    const since = new Date(page.nowMs() - DAY_MS).toISOString();
    const { sent } = (await page.call(replayFailedWebhooks, { body: { since } })).data;
    page.toast("success", t("webhooks.replayed", { count: sent }));
    await load.run(shown, undefined);
  });
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t("webhooks.log")}</h2>
        <span className="flex flex-wrap gap-2">
          <Button look="quiet" size="sm" isBusy={load.isRunning} onClick={() => void load.run(shown, undefined)}>
            {t("webhooks.refresh")}
          </Button>
          <Button
            look="quiet"
            size="sm"
            disabled={!webhook.enabled}
            isBusy={replayAll.isRunning}
            onClick={() => void replayAll.run()}
          >
            {t("webhooks.replay_failed")}
          </Button>
        </span>
      </div>
      <Segments
        label={t("webhooks.log")}
        controls={panel}
        chosen={shown}
        onChoose={(key) => void load.run(key as Shown, undefined)}
        segments={["all" as const, ...DELIVERY_STATES].map((key) => ({ key, label: t(`webhooks.state.${key}`) }))}
      />
      <div id={panel} role="tabpanel" aria-label={t("webhooks.log")} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {log.rows.length === 0 ? (
          <EmptyState shape={send} title={t("webhooks.log_none")}>
            {t("webhooks.log_none_text")}
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-lg border border-line">
            {log.rows.map((row) => (
              <Delivery
                key={row.id}
                row={row}
                mayReplay={webhook.enabled && row.messageId !== null}
                onReplayed={() => void load.run(shown, undefined)}
              />
            ))}
          </ul>
        )}
        {log.next && (
          <Button
            look="secondary"
            className="justify-self-center"
            isBusy={load.isRunning}
            onClick={() => void load.run(shown, log.next ?? undefined)}
          >
            {t("webhooks.more")}
          </Button>
        )}
      </div>
    </section>
  );
}

type Row = { readonly row: WebhookDelivery; readonly mayReplay: boolean; readonly onReplayed: () => void };

function Delivery({ row, mayReplay, onReplayed }: Row) {
  const t = useT();
  const page = usePage();
  const replay = useAction(async () => {
    const { replayWebhook } = await import("#contract/reach/webhooks/webhooks.ts");
    await page.call(replayWebhook, { params: { id: row.id } });
    page.toast("success", t("webhooks.replayed", { count: 1 }));
    onReplayed();
  });
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
          <Badge tone={TONES[row.state]}>{t(`webhooks.state.${row.state}`)}</Badge>
          <span className="font-medium">
            {row.type === null ? t("webhooks.check") : <span dir="ltr">{row.type}</span>}
          </span>
          {row.attempt > 1 && <span className="text-muted">{t("webhooks.attempt", { count: row.attempt })}</span>}
          <span className="ms-auto text-muted">
            <LocalTime at={row.endedAt ?? row.plannedAt} />
          </span>
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-4 text-sm">
          {row.fault && <p className="text-bad">{t(`webhooks.fault.${row.fault}`)}</p>}
          {row.ms !== null && (
            <p className="text-muted">
              {row.httpStatus === null
                ? t("webhooks.took", { ms: row.ms })
                : t("webhooks.answered", { status: String(row.httpStatus), ms: row.ms })}
            </p>
          )}
          {row.retryAt && (
            <p className="text-muted">
              {t("webhooks.retry_at")} <LocalTime at={row.retryAt} />
            </p>
          )}
          {row.body && <Bytes title={t("webhooks.request")} text={row.body} />}
          {row.answer && <Bytes title={t("webhooks.answer")} text={row.answer} />}
          {mayReplay && (
            <Button
              look="secondary"
              size="sm"
              className="justify-self-start"
              isBusy={replay.isRunning}
              onClick={() => void replay.run()}
            >
              {t("webhooks.replay")}
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}

function Bytes({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="text-2xs font-medium text-muted">{title}</h3>
      <pre dir="ltr" className="max-h-64 overflow-auto rounded-lg bg-sunken p-3 text-xs break-all whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  );
}
