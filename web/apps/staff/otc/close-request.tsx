/** Closes a request with a reason that its user reads. */
import { useState } from "react";
import type { StaffOtcRequest } from "#contract/market/otc/otc.ts";
import { OTC_LIMITS } from "#contract/market/otc/names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";

type Props = { readonly row: StaffOtcRequest; readonly onDone: (row: StaffOtcRequest) => void };

export function CloseRequest({ row, onDone }: Props) {
  const page = usePage();
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const close = useAction(
    async (why: string) => {
      const { closeOtcRequest } = await import("#contract/market/otc/otc.ts");
      const { data } = await page.call(closeOtcRequest, { params: { id: row.id }, body: { reason: why } });
      page.toast("success", t("otc.staff.closed"));
      setOpen(false);
      onDone(data);
    },
    { fields: ["reason"] },
  );
  const isReady = hasLetters(reason, OTC_LIMITS.whyLeast);
  return (
    <>
      <Button look="quiet" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        {t("otc.staff.close")}
      </Button>
      <Dialog
        isOpen={isOpen}
        isSheet
        onClose={() => setOpen(false)}
        title={t("otc.staff.close_title", { name: isolated(row.username) })}
        closeLabel={t("shell.close")}
      >
        <Form className="grid gap-4" onSubmit={() => isReady && void close.run(trimmed(reason))}>
          <Field label={t("otc.staff.reason")} hint={t("otc.staff.reason_hint")} error={close.refusal?.fault("reason")}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={3}
                maxLength={OTC_LIMITS.whyMost}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" look="danger" wide disabled={!isReady} isBusy={close.isRunning}>
            {t("otc.staff.close")}
          </Button>
        </Form>
      </Dialog>
    </>
  );
}
