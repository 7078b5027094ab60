/** Where a transfer goes; why is asked first, and stays in the record. */
import { useState } from "react";
import type { HeldSendOut } from "#contract/staff/held-send-outs.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = {
  readonly row: HeldSendOut;
  readonly onFound: (address: string) => void;
  readonly onClose: () => void;
};

export function LookAtAddress({ row, onFound, onClose }: Props) {
  const page = usePage();
  const t = useT();
  const [reason, setReason] = useState("");
  const look = useAction(
    async (why: string) => {
      const { lookAtSendOut } = await import("#contract/staff/held-send-outs.ts");
      onFound((await page.call(lookAtSendOut, { body: { id: row.id, reason: why } })).data.address);
      onClose();
    },
    { fields: ["reason"] },
  );
  const isReady = hasLetters(reason, 3);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("sendouts.look.title", { name: row.username })}
      closeLabel={t("shell.close")}
    >
      <Form className="grid gap-4" onSubmit={() => isReady && void look.run(trimmed(reason))}>
        <Field label={t("sendouts.look.reason")} hint={t("sendouts.look.hint")} error={look.refusal?.fault("reason")}>
          {(ids) => (
            <Input {...ids} value={reason} maxLength={250} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Button type="submit" wide disabled={!isReady} isBusy={look.isRunning}>
          {t("sendouts.look.button")}
        </Button>
      </Form>
    </Dialog>
  );
}
