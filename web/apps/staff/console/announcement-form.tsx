/** A new announcement: in English and other languages, from when until when, and why. */
import { useState } from "react";
import { ANNOUNCEMENT_KINDS, ANNOUNCEMENT_MAX, type AnnouncementKind } from "#contract/staff/announcement-names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import type { StatusPart } from "#contract/site/status-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { PartsChoice } from "./parts-choice.tsx";
import { isWritten, NOTHING_TYPED, WrittenFields, writtenOf } from "./written-fields.tsx";

const NOTHING = {
  ...{ kind: "admin_alert", text: NOTHING_TYPED, starts: "", ends: "", reason: "" },
  parts: [] as StatusPart[],
};
type Typed = typeof NOTHING;

function useAnnounce(onDone: () => void, clear: () => void) {
  const page = usePage();
  const t = useT();
  return useAction(
    async ({ kind, parts, text, starts, ends, reason }: Typed) => {
      const { announce } = await import("#contract/staff/announcements.ts");
      const body = {
        kind: kind as AnnouncementKind,
        ...(kind === "maintenance" && { parts }),
        text: writtenOf(text),
        // Nothing is now.
        starts_at: (starts ? new Date(starts) : new Date(page.nowMs())).toISOString(),
        ends_at: new Date(ends).toISOString(),
        reason: trimmed(reason),
      };
      await page.call(announce, { body });
      onDone();
      page.toast("success", t("console.announcements.done"));
      clear();
    },
    { fields: ["ends_at", "reason"] },
  );
}

export function AnnouncementForm({ parts, onDone }: { parts: readonly StatusPart[]; onDone: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState(NOTHING);
  const act = useAnnounce(onDone, () => setTyped(NOTHING));
  const set = (name: Exclude<keyof Typed, "text" | "parts">) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value });
  const isReady = isWritten(typed.text) && typed.ends !== "" && hasLetters(typed.reason, 3);
  return (
    <Form className="grid gap-4" onSubmit={() => isReady && void act.run(typed)}>
      <Field label={t("console.announcements.kind_label")}>
        {(ids) => (
          <Select {...ids} value={typed.kind} onChange={set("kind")}>
            {ANNOUNCEMENT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`console.announcements.kind.${kind}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {typed.kind === "maintenance" && (
        <PartsChoice
          label={t("console.announcements.parts")}
          hint={t("console.announcements.parts_hint")}
          known={parts}
          chosen={typed.parts}
          onChange={(chosen) => setTyped({ ...typed, parts: chosen })}
        />
      )}
      <WrittenFields typed={typed.text} most={ANNOUNCEMENT_MAX} onChange={(text) => setTyped({ ...typed, text })} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 2xl:grid-cols-2">
        <Field label={t("console.announcements.starts")} hint={t("console.announcements.starts_hint")}>
          {(ids) => <Input {...ids} type="datetime-local" value={typed.starts} onChange={set("starts")} />}
        </Field>
        <Field label={t("console.announcements.ends")} error={act.refusal?.fault("ends_at")}>
          {(ids) => <Input {...ids} type="datetime-local" value={typed.ends} onChange={set("ends")} />}
        </Field>
      </div>
      <Field label={t("staff.dialog.reason")} hint={t("staff.dialog.reason_hint")} error={act.refusal?.fault("reason")}>
        {(ids) => <Input {...ids} maxLength={ANNOUNCEMENT_MAX} value={typed.reason} onChange={set("reason")} />}
      </Field>
      <Button type="submit" disabled={!isReady} isBusy={act.isRunning}>
        {t("console.announcements.announce")}
      </Button>
    </Form>
  );
}
