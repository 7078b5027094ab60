/** Rejects for a reason from the list. Of those that say something of an account the asker reads none. */
import { useState } from "react";
import { RECOVERY_REASONS, type RecoveryReason } from "#contract/compliance/recovery/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/forms/form.tsx";

type Props = { readonly reference: string; readonly onDone: () => void };

export function RejectCase({ reference, onDone }: Props) {
  const page = usePage();
  const t = useT();
  const [reason, setReason] = useState<RecoveryReason | null>(null);
  const reject = useAction(async (why: RecoveryReason) => {
    const { rejectRecovery } = await import("#contract/compliance/recovery/recovery.ts");
    await page.call(rejectRecovery, { body: { reference, reason: why } });
    page.toast("success", t("recovery.staff.rejected"));
    onDone();
  });
  return (
    <Form className="grid content-start gap-3" onSubmit={() => reason && void reject.run(reason)}>
      <fieldset className="grid">
        <legend className="text-sm font-semibold">{t("recovery.staff.reject_why")}</legend>
        {RECOVERY_REASONS.map((one) => (
          <label key={one} className="flex min-h-10 items-center gap-2 text-sm max-md:min-h-11">
            <input
              type="radio"
              name="reason"
              value={one}
              checked={reason === one}
              onChange={() => setReason(one)}
              className="size-4 accent-brand"
            />
            {t(`recovery.reason.${one}`)}
          </label>
        ))}
      </fieldset>
      <Button type="submit" look="danger" disabled={reason === null} isBusy={reject.isRunning}>
        {t("recovery.staff.reject")}
      </Button>
    </Form>
  );
}
