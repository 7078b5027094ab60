/** Forms of incidents: to open one by hand, to say something of one, and to end it. */
import { useState } from "react";
import { inEachLocale, LOCALES, type Locale } from "#contract/platform/locales.ts";
import { hasLetters, isBlank, trimmed } from "#contract/platform/plain-text.ts";
import type { Incident } from "#contract/site/status.ts";
import {
  INCIDENT_LEVELS,
  INCIDENT_STATES,
  INCIDENT_TEXT_MAX,
  type IncidentLevel,
  type IncidentState,
  type StatusPart,
} from "#contract/site/status-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";
import { PartsChoice } from "./parts-choice.tsx";

type Texts = Readonly<Record<Locale, string>>;
type Done = { readonly onDone: (incidents: Incident[]) => void };

const NOTHING = inEachLocale(() => "");
const sent = (text: Texts) => inEachLocale((locale) => trimmed(text[locale]));
const isSaid = (text: Texts) => LOCALES.every((locale) => !isBlank(text[locale]) && hasLetters(text[locale], 1));

type OpenProps = Done & { readonly known: readonly StatusPart[]; readonly onCancel: () => void };

export function OpenForm({ known, onDone, onCancel }: OpenProps) {
  const t = useT();
  const page = usePage();
  const [parts, setParts] = useState<StatusPart[]>([]);
  const [level, setLevel] = useState<IncidentLevel>("degraded");
  const [text, setText] = useState<Texts>(NOTHING);
  const open = useAction(
    async () => {
      const { openIncident } = await import("#contract/site/status.ts");
      const body = { parts, state: level, text: sent(text) };
      onDone((await page.call(openIncident, { body })).data.incidents);
      page.toast("success", t("incidents.opened"));
    },
    { fields: ["parts", "text"] },
  );
  const isReady = parts.length > 0 && isSaid(text);
  return (
    <Form className="grid gap-4" onSubmit={() => isReady && void open.run()}>
      <PartsChoice
        label={t("incidents.parts")}
        error={open.refusal?.fault("parts")}
        known={known}
        chosen={parts}
        onChange={setParts}
      />
      <Field label={t("incidents.level")} className="max-w-sm">
        {(ids) => (
          <Select {...ids} value={level} onChange={(event) => setLevel(event.target.value as IncidentLevel)}>
            {INCIDENT_LEVELS.map((one) => (
              <option key={one} value={one}>
                {t(`status.state.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextFields text={text} onChange={setText} />
      <p className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!isReady} isBusy={open.isRunning}>
          {t("incidents.open")}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t("incidents.cancel")}
        </Button>
      </p>
    </Form>
  );
}

export function UpdateForm({ one, onDone }: Done & { readonly one: Incident }) {
  const t = useT();
  const page = usePage();
  const lasts = one.endedAt === null;
  const states = INCIDENT_STATES.filter((state) => (state === "postmortem") !== lasts);
  const [state, setState] = useState<IncidentState | "resolved">(states[0] ?? "investigating");
  const [text, setText] = useState<Texts>(NOTHING);
  const isEnd = state === "resolved";
  const choices = lasts && one.isByHand ? [...states, "resolved" as const] : states;
  const say = useAction(
    async () => {
      const { endIncident, updateIncident } = await import("#contract/site/status.ts");
      const said = { id: one.id, text: sent(text) };
      const { data } = isEnd
        ? await page.call(endIncident, { body: said })
        : await page.call(updateIncident, { body: { ...said, state } });
      onDone(data.incidents);
      page.toast("success", t(isEnd ? "incidents.ended" : "incidents.said"));
      setText(NOTHING);
      if (isEnd) setState("postmortem");
    },
    { fields: ["text"] },
  );
  const isReady = isSaid(text);
  return (
    <Form className="grid gap-3 border-t border-line pt-3" onSubmit={() => isReady && void say.run()}>
      {choices.length > 1 && (
        <Field label={t("incidents.state")} className="max-w-sm">
          {(ids) => (
            <Select {...ids} value={state} onChange={(event) => setState(event.target.value as typeof state)}>
              {choices.map((known) => (
                <option key={known} value={known}>
                  {t(known === "resolved" ? "incidents.end" : `status.update.${known}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <TextFields text={text} onChange={setText} />
      <Button type="submit" disabled={!isReady} isBusy={say.isRunning} className="justify-self-start">
        {t(isEnd ? "incidents.end" : "incidents.say")}
      </Button>
    </Form>
  );
}

function TextFields({ text, onChange }: { text: Texts; onChange: (text: Texts) => void }) {
  const t = useT();
  const languages = new Intl.DisplayNames([usePage().locale], { type: "language" });
  return (
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
              onChange={(event) => onChange({ ...text, [locale]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
