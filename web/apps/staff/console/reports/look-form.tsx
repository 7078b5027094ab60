/** Asks why before the messages of a report are shown: the audit log keeps the reason. */
import { useState } from "react";
import type { MessageReport } from "#contract/reach/messenger/messenger.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = {
  readonly report: MessageReport;
  readonly onLook: (reason: string) => Promise<void>;
  readonly onClose: () => void;
};

export function LookForm({ report, onLook, onClose }: Props) {
  const t = useT();
  const [reason, setReason] = useState(t(`messenger.reason.${report.reason}`));
  const look = useAction(onLook, { fields: ["reason"] });
  const isReady = hasLetters(reason, 3);
  return (
    <Dialog isOpen onClose={onClose} title={t("messenger.staff.open")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => isReady && void look.run(trimmed(reason))}>
        <Field label={t("messenger.staff.why_open")} error={look.refusal?.fault("reason")}>
          {(ids) => (
            <Input {...ids} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Button type="submit" wide disabled={!isReady} isBusy={look.isRunning}>
          {t("messenger.staff.open")}
        </Button>
      </Form>
    </Dialog>
  );
}
