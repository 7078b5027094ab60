/** Rejects for reasons from the list, which the person reads. */
import { useState } from "react";
import type { OpenedVerification } from "#contract/compliance/verification/verification.ts";
import { REJECT_REASONS, type RejectReason } from "#contract/compliance/verification/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Form } from "#ui/forms/form.tsx";

export function RejectForm({ opened, onDone }: { opened: OpenedVerification; onDone: () => void }) {
  const page = usePage();
  const t = useT();
  const [reasons, setReasons] = useState<readonly RejectReason[]>([]);
  const reject = useAction(async (chosen: readonly RejectReason[]) => {
    const { rejectVerification } = await import("#contract/compliance/verification/verification.ts");
    await page.call(rejectVerification, { body: { reference: opened.reference, reasons: [...chosen] } });
    page.toast("success", t("verification.staff.rejected"));
    onDone();
  });
  const all: readonly RejectReason[] = REJECT_REASONS[opened.kind];
  return (
    <Form className="grid content-start gap-3" onSubmit={() => reasons.length > 0 && void reject.run(reasons)}>
      <fieldset>
        <legend className="text-sm font-semibold">{t("verification.staff.reject_why")}</legend>
        {all.map((reason) => (
          <Checkbox
            key={reason}
            checked={reasons.includes(reason)}
            onChange={(event) =>
              setReasons((now) => (event.target.checked ? [...now, reason] : now.filter((one) => one !== reason)))
            }
          >
            {t(`verification.reason.${reason}`)}
          </Checkbox>
        ))}
      </fieldset>
      <Button type="submit" look="danger" disabled={reasons.length === 0} isBusy={reject.isRunning}>
        {t("verification.staff.reject")}
      </Button>
    </Form>
  );
}
