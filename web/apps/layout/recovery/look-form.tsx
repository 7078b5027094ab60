/** Asks why before anything is shown: the reason stays in the record. */
import { useState } from "react";
import type { OpenedRecovery, StaffRecovery } from "#contract/recovery.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Input } from "#ui/input.tsx";

type Props = {
  readonly row: StaffRecovery;
  readonly onOpened: (opened: OpenedRecovery) => void;
  readonly onClose: () => void;
};

export function LookForm({ row, onOpened, onClose }: Props) {
  const page = usePage();
  const t = useT();
  const [reason, setReason] = useState(row.status === "pending" ? t("recovery.staff.look_usual") : "");
  const look = useAction(
    async (why: string) => {
      const { lookAtRecovery } = await import("#contract/recovery.ts");
      onOpened((await page.call(lookAtRecovery, { body: { reference: row.reference, reason: why } })).data);
    },
    { fields: ["reason"] },
  );
  const isReady = reason.trim().length >= 3;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("recovery.staff.look_title", { code: row.code })}
      closeLabel={t("shell.close")}
    >
      <Form className="grid gap-4" onSubmit={() => isReady && void look.run(reason.trim())}>
        <Field
          label={t("recovery.staff.look_reason")}
          hint={t("recovery.staff.look_hint")}
          error={look.refusal?.fault("reason")}
        >
          {(ids) => (
            <Input {...ids} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Button type="submit" wide disabled={!isReady} isBusy={look.isRunning}>
          {t("recovery.staff.look")}
        </Button>
      </Form>
    </Dialog>
  );
}
