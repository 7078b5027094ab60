/** Incidents of the status page, each with a form for what people should know. */
import { useState } from "react";
import type { Incident } from "#contract/site/status.ts";
import type { StaffIncidentsProps } from "#contract/staff/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { info } from "#ui/icons/shapes.ts";
import { IncidentTitle } from "#sdk/words/incident-title.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { OpenForm, UpdateForm } from "./incident-forms.tsx";
import { QueueCards } from "./queue/cards.tsx";

export const screen: PageScreen<"staff-incidents", typeof IncidentsScreen> = {
  title: "incidents.title",
  texts: [...NAV_TEXTS, "incidents", "status"],
};

export default function IncidentsScreen({ incidents: first, parts }: StaffIncidentsProps) {
  const t = useT();
  const page = usePage();
  const [incidents, setIncidents] = useState(first);
  const [isOpening, setOpening] = useState(false);
  return (
    <ConsoleFrame title={t("incidents.title")} here="staffIncidents">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-2xl text-sm text-muted">
          {t("incidents.lead")}{" "}
          <a href={page.href("statusPage", undefined)} className="text-brand hover:underline">
            {t("incidents.page")}
          </a>
        </p>
        {isOpening ? (
          <Card className="grid gap-4 p-5">
            <div className="grid gap-1">
              <h2 className="font-semibold">{t("incidents.open")}</h2>
              <p className="max-w-2xl text-sm text-muted">{t("incidents.open_lead")}</p>
            </div>
            <OpenForm
              known={parts}
              onCancel={() => setOpening(false)}
              onDone={(now) => {
                setIncidents(now);
                setOpening(false);
              }}
            />
          </Card>
        ) : (
          parts.length > 0 && (
            <p>
              <Button look="secondary" onClick={() => setOpening(true)}>
                {t("incidents.open")}
              </Button>
            </p>
          )
        )}
        {incidents.length === 0 ? (
          <EmptyState shape={info} title={t("incidents.none")} />
        ) : (
          <QueueCards label={t("incidents.title")} rows={incidents} keyOf={({ id }) => id}>
            {(one) => <OneIncident one={one} onDone={setIncidents} />}
          </QueueCards>
        )}
      </div>
    </ConsoleFrame>
  );
}

type OneProps = { readonly one: Incident; readonly onDone: (incidents: Incident[]) => void };

function OneIncident({ one, onDone }: OneProps) {
  const t = useT();
  const { locale } = usePage();
  const [isOpen, setOpen] = useState(one.endedAt === null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="grid text-sm font-semibold">
          <IncidentTitle one={one} t={t} locale={locale} />
        </h2>
        <Badge tone={one.endedAt ? "neutral" : "warn"}>{t(one.endedAt ? "status.resolved" : "status.ongoing")}</Badge>
      </div>
      <p className="text-xs text-muted">
        <LocalTime at={one.startedAt} />
        {one.endedAt && (
          <>
            {" – "}
            <LocalTime at={one.endedAt} />
          </>
        )}
        {one.isByHand && ` · ${t("incidents.by_hand")}`}
      </p>
      {one.updates.map(({ state, text, at }) => (
        <div key={at} className="grid gap-0.5 text-sm">
          <p className="text-xs text-muted">
            {t(`status.update.${state}`)} · <LocalTime at={at} />
          </p>
          <p dir="auto" className="[overflow-wrap:anywhere]">
            {text[locale]}
          </p>
        </div>
      ))}
      {isOpen ? (
        <UpdateForm one={one} onDone={onDone} />
      ) : (
        <p>
          <Button look="secondary" onClick={() => setOpen(true)}>
            {t("status.update.postmortem")}
          </Button>
        </p>
      )}
    </div>
  );
}
