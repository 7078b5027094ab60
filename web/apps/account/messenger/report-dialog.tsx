/** Reports what the other side wrote to the staff: a reason, and words where the reason says too little. */
import { useState } from "react";
import { MESSAGE_REPORT_REASONS, type MessageReportReason } from "#contract/reach/messenger/names.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";

type Props = { readonly id: string; readonly seq: number; readonly name: string; readonly onClose: () => void };

export function ReportDialog({ id, seq, name, onClose }: Props) {
  const page = usePage();
  const t = useT();
  const [reason, setReason] = useState<MessageReportReason | null>(null);
  const [words, setWords] = useState("");
  const report = useAction(
    async (chosen: MessageReportReason, text: string) => {
      const { reportConversation } = await import("#contract/reach/messenger/messenger.ts");
      await page.call(reportConversation, { params: { id }, body: { seq, reason: chosen, ...(text && { text }) } });
      page.toast("success", t("messenger.report.sent"));
      onClose();
    },
    { fields: ["text"] },
  );
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={t("messenger.report.title", { name })}
      closeLabel={t("shell.close")}
    >
      <Form className="grid gap-4" onSubmit={() => reason && void report.run(reason, trimmed(words))}>
        <p className="text-sm text-muted">{t("messenger.report.text", { name })}</p>
        <RadioCards
          legend={t("messenger.report.reason")}
          name="report-reason"
          value={reason}
          columns={1}
          cards={MESSAGE_REPORT_REASONS.map((value) => ({ value, title: t(`messenger.reason.${value}`) }))}
          onChange={setReason}
        />
        <Field
          label={t(reason === "other" ? "messenger.report.words_needed" : "messenger.report.words")}
          error={report.refusal?.fault("text")}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={3}
              maxLength={1000}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" wide disabled={reason === null} isBusy={report.isRunning}>
          {t("messenger.report.send")}
        </Button>
      </Form>
    </Dialog>
  );
}
