/** A note of an application, alone or with the next step. */
import { type ReactNode, useState } from "react";
import type { StaffApplication } from "#contract/reach/ambassadors.ts";
import type { APPLICATION_STEPS } from "#contract/reach/ambassador-names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { TextArea } from "#ui/forms/input.tsx";

type Props = {
  readonly row: StaffApplication;
  readonly onDone: (row: StaffApplication) => void;
  readonly children: ReactNode;
};

export function NoteForm({ row, onDone, children }: Props) {
  const page = usePage();
  const t = useT();
  const [note, setNote] = useState("");
  const judge = useAction(
    async (step: (typeof APPLICATION_STEPS)[number], said: string) => {
      const { judgeAmbassadorApplication } = await import("#contract/reach/ambassadors.ts");
      const { data } = await page.call(judgeAmbassadorApplication, {
        params: { number: row.number },
        body: { step, note: said },
      });
      setNote("");
      onDone(data);
    },
    { fields: ["note"] },
  );
  const isReady = hasLetters(note, 3);
  const press = (step: (typeof APPLICATION_STEPS)[number]) => () => void judge.run(step, trimmed(note));
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <Field
        label={t("ambassadors.staff.note")}
        hint={t("ambassadors.staff.note_hint")}
        error={judge.refusal?.fault("note")}
      >
        {(ids) => (
          <TextArea {...ids} rows={2} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="sm" disabled={!isReady} isBusy={judge.isRunning} onClick={press("note")}>
          {t("ambassadors.staff.save_note")}
        </Button>
        {row.status === "sent" && (
          <Button look="secondary" size="sm" disabled={!isReady} isBusy={judge.isRunning} onClick={press("interview")}>
            {t("ambassadors.staff.interview")}
          </Button>
        )}
        <Button look="danger" size="sm" disabled={!isReady} isBusy={judge.isRunning} onClick={press("declined")}>
          {t("ambassadors.staff.decline")}
        </Button>
        {children}
      </div>
    </div>
  );
}
