/** Submitting evidence: a text, up to three files, and whether that is all. */
import { useState } from "react";
import type { Upload } from "#contract/market/trades/chat.ts";
import type { DisputeView } from "#contract/market/disputes/disputes.ts";
import { EVIDENCE_TEXT } from "#contract/market/disputes/evidence-names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";
import { EvidenceFiles } from "./evidence-files.tsx";

type Props = { hash: string; onChange: (dispute: DisputeView) => void };

export function EvidenceForm({ hash, onChange }: Props) {
  const t = useT();
  const page = usePage();
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly Upload[]>([]);
  const [isLast, setLast] = useState(false);
  const hand = useAction(
    async (words: string) => {
      const { submitEvidence } = await import("#contract/market/disputes/disputes.ts");
      const body = { text: words, upload_ids: files.map(({ id }) => id), is_last: isLast };
      const { data } = await page.call(submitEvidence, { params: { id: hash }, body });
      onChange(data);
      setText("");
      setFiles([]);
      setLast(false);
      page.toast("success", t("room.submitted"));
    },
    { fields: ["text"] },
  );
  return (
    <Form className="grid gap-3 rounded-lg border border-line p-4" onSubmit={() => void hand.run(trimmed(text))}>
      <h3 className="font-semibold">{t("room.submit")}</h3>
      <Field label={t("room.words")} hint={t("room.words_hint")} error={hand.refusal?.fault("text")}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            maxLength={EVIDENCE_TEXT.max}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <EvidenceFiles files={files} onFiles={setFiles} />
      <Checkbox checked={isLast} onChange={(event) => setLast(event.target.checked)} hint={t("room.last_hint")}>
        {t("room.last")}
      </Checkbox>
      {hand.refusal && !hand.refusal.fault("text") && <Alert kind="danger">{hand.refusal.message}</Alert>}
      <Button
        type="submit"
        isBusy={hand.isRunning}
        disabled={!hasLetters(text, EVIDENCE_TEXT.min)}
        className="justify-self-start"
      >
        {t("room.submit")}
      </Button>
    </Form>
  );
}
