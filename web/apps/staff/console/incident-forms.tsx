/** Forms of incidents: to open one by hand, to say something of one, and to end it. */
import { useState } from "react";
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
import { Select } from "#ui/forms/input.tsx";
import { PartsChoice } from "./parts-choice.tsx";
import { isWritten, NOTHING_TYPED, type Typed, WrittenFields, writtenOf } from "./written-fields.tsx";

type Done = { readonly onDone: (incidents: Incident[]) => void };

type OpenProps = Done & { readonly known: readonly StatusPart[]; readonly onCancel: () => void };

export function OpenForm({ known, onDone, onCancel }: OpenProps) {
  const t = useT();
  const page = usePage();
  const [parts, setParts] = useState<StatusPart[]>([]);
  const [level, setLevel] = useState<IncidentLevel>("degraded");
  const [text, setText] = useState<Typed>(NOTHING_TYPED);
  const open = useAction(
    async () => {
      const { openIncident } = await import("#contract/site/status.ts");
      const body = { parts, state: level, text: writtenOf(text) };
      onDone((await page.call(openIncident, { body })).data.incidents);
      page.toast("success", t("incidents.opened"));
    },
    { fields: ["parts", "text"] },
  );
  const isReady = parts.length > 0 && isWritten(text);
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
      <WrittenFields typed={text} most={INCIDENT_TEXT_MAX} onChange={setText} />
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
  const [text, setText] = useState<Typed>(NOTHING_TYPED);
  const isEnd = state === "resolved";
  const choices = lasts && one.isByHand ? [...states, "resolved" as const] : states;
  const say = useAction(
    async () => {
      const { endIncident, updateIncident } = await import("#contract/site/status.ts");
      const said = { id: one.id, text: writtenOf(text) };
      const { data } = isEnd
        ? await page.call(endIncident, { body: said })
        : await page.call(updateIncident, { body: { ...said, state } });
      onDone(data.incidents);
      page.toast("success", t(isEnd ? "incidents.ended" : "incidents.said"));
      setText(NOTHING_TYPED);
      if (isEnd) setState("postmortem");
    },
    { fields: ["text"] },
  );
  const isReady = isWritten(text);
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
      <WrittenFields typed={text} most={INCIDENT_TEXT_MAX} onChange={setText} />
      <Button type="submit" disabled={!isReady} isBusy={say.isRunning} className="justify-self-start">
        {t(isEnd ? "incidents.end" : "incidents.say")}
      </Button>
    </Form>
  );
}
