/** Asks why before a case is opened: its conversation and files are shown from then on, and the reason stays in the record. */
import { useState } from "react";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { CASE_REASON } from "#contract/market/disputes/chargeback-names.ts";
import { useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";

type Props = { readonly onOpen: (reason: string) => Promise<void>; readonly onClose: () => void };

export function CaseReason({ onOpen, onClose }: Props) {
  const t = useT();
  const [reason, setReason] = useState(t("disputes.look.usual"));
  const open = useAction(onOpen, { fields: ["reason"] });
  const isReady = hasLetters(reason, CASE_REASON.min);
  return (
    <Dialog isOpen onClose={onClose} title={t("disputes.look.title")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => isReady && void open.run(trimmed(reason))}>
        <Field label={t("disputes.look.reason")} hint={t("disputes.look.hint")} error={open.refusal?.fault("reason")}>
          {(ids) => (
            <Input
              {...ids}
              value={reason}
              maxLength={CASE_REASON.max}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {open.refusal && !open.refusal.fault("reason") && <Alert kind="danger">{open.refusal.message}</Alert>}
        <Button type="submit" wide disabled={!isReady} isBusy={open.isRunning}>
          {t("disputes.look.send")}
        </Button>
      </Form>
    </Dialog>
  );
}
