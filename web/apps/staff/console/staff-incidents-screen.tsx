/** Incidents of the status page, each with a form for what people should know. */
import { useState } from "react";
import { hasLetters, isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { inEachLocale, LOCALES } from "#contract/platform/locales.ts";
import type { Incident } from "#contract/site/status.ts";
import { INCIDENT_STATES, INCIDENT_TEXT_MAX, type IncidentState } from "#contract/site/status-names.ts";
import type { StaffIncidentsProps } from "#contract/staff/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { info } from "#ui/icons/shapes.ts";
import { Select, TextArea } from "#ui/forms/input.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { QueueCards } from "./queue/queue-cards.tsx";

export const screen: PageScreen<"staff-incidents", typeof IncidentsScreen> = {
  title: "incidents.title",
  texts: [...NAV_TEXTS, "incidents", "status.stopped", "status.update", "status.ongoing", "status.resolved"],
};

export default function IncidentsScreen({ incidents: first }: StaffIncidentsProps) {
  const t = useT();
  const page = usePage();
  const [incidents, setIncidents] = useState(first);
  return (
    <ConsoleFrame title={t("incidents.title")} here="staffIncidents">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-2xl text-sm text-muted">
          {t("incidents.lead")}{" "}
          <a href={page.href("statusPage", undefined)} className="text-brand hover:underline">
            {t("incidents.page")}
          </a>
        </p>
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
          {one.stopped.map((name) => (
            <span key={name}>{t(`status.stopped.${name}`)}</span>
          ))}
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

const NOTHING = inEachLocale(() => "");

function UpdateForm({ one, onDone }: OneProps) {
  const t = useT();
  const page = usePage();
  const states = INCIDENT_STATES.filter((state) => (state === "postmortem") === (one.endedAt !== null));
  const [state, setState] = useState<IncidentState>(states[0] ?? "investigating");
  const [text, setText] = useState(NOTHING);
  const languages = new Intl.DisplayNames([page.locale], { type: "language" });
  const say = useAction(
    async () => {
      const { updateIncident } = await import("#contract/site/status.ts");
      const body = { id: one.id, state, text: inEachLocale((locale) => trimmed(text[locale])) };
      onDone((await page.call(updateIncident, { body })).data.incidents);
      page.toast("success", t("incidents.said"));
      setText(NOTHING);
    },
    { fields: ["text"] },
  );
  const isReady = LOCALES.every((locale) => !isBlank(text[locale]) && hasLetters(text[locale], 1));
  return (
    <Form className="grid gap-3 border-t border-line pt-3" onSubmit={() => isReady && void say.run()}>
      {states.length > 1 && (
        <Field label={t("incidents.state")}>
          {(ids) => (
            <Select {...ids} value={state} onChange={(event) => setState(event.target.value as IncidentState)}>
              {states.map((known) => (
                <option key={known} value={known}>
                  {t(`status.update.${known}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-3">
        {LOCALES.map((locale) => (
          <Field key={locale} label={t("incidents.text_in", { language: languages.of(locale) ?? locale })}>
            {(ids) => (
              <TextArea
                {...ids}
                lang={locale}
                dir="auto"
                maxLength={INCIDENT_TEXT_MAX}
                value={text[locale]}
                onChange={(event) => setText({ ...text, [locale]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Button type="submit" disabled={!isReady} isBusy={say.isRunning} className="justify-self-start">
        {t("incidents.say")}
      </Button>
    </Form>
  );
}
