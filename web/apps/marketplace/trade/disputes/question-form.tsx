/** The moderator who has the case asks a side, or both, for evidence. */
import { useState } from "react";
import type { DisputeView } from "#contract/market/disputes/disputes.ts";
import { EVIDENCE_SIDES, EVIDENCE_TEXT, type EvidenceSides } from "#contract/market/disputes/evidence-names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";

export function QuestionForm({ hash, onChange }: { hash: string; onChange: (dispute: DisputeView) => void }) {
  const t = useT();
  const page = usePage();
  const [of, setOf] = useState<EvidenceSides>("both");
  const [text, setText] = useState("");
  const ask = useAction(
    async (words: string) => {
      const { askForEvidence } = await import("#contract/market/disputes/disputes.ts");
      const { data } = await page.call(askForEvidence, { params: { id: hash }, body: { of, text: words } });
      onChange(data);
      setText("");
      page.toast("success", t("room.asked"));
    },
    { fields: ["text"] },
  );
  return (
    <Form className="grid gap-3 border-t border-line pt-4" onSubmit={() => void ask.run(trimmed(text))}>
      <Field label={t("room.ask_whom")}>
        {(ids) => (
          <Select
            {...ids}
            value={of}
            onChange={(event) => setOf(EVIDENCE_SIDES.find((one) => one === event.target.value) ?? "both")}
          >
            {EVIDENCE_SIDES.map((one) => (
              <option key={one} value={one}>
                {t(`room.side.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("room.question")} hint={t("room.question_hint")} error={ask.refusal?.fault("text")}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={EVIDENCE_TEXT.max}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {ask.refusal && !ask.refusal.fault("text") && <Alert kind="danger">{ask.refusal.message}</Alert>}
      <Button
        type="submit"
        look="secondary"
        isBusy={ask.isRunning}
        disabled={!hasLetters(text, EVIDENCE_TEXT.min)}
        className="justify-self-start"
      >
        {t("room.ask")}
      </Button>
    </Form>
  );
}
