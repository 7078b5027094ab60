/** The decision about a case, with its reason. */
import { useState } from "react";
import type { PartnerCase } from "#contract/reach/partner/partner.ts";
import type { CASE_DECISIONS } from "#contract/reach/partner/case-names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { TextArea } from "#ui/forms/input.tsx";

type Props = {
  readonly asked: PartnerCase;
  readonly onDone: (row: PartnerCase) => void;
  readonly onClose: () => void;
};

export function DecideCase({ asked, onDone, onClose }: Props) {
  const page = usePage();
  const t = useT();
  const [reason, setReason] = useState("");
  const decide = useAction(
    async (decision: (typeof CASE_DECISIONS)[number], why: string) => {
      const { decidePartnerCase } = await import("#contract/reach/partner/partner.ts");
      const { data } = await page.call(decidePartnerCase, {
        params: { number: asked.number },
        body: { decision, reason: why },
      });
      onDone(data);
    },
    { fields: ["reason"] },
  );
  const isReady = hasLetters(reason, 3);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("partners.staff.decide", { number: asked.number })}
      closeLabel={t("shell.close")}
    >
      <div className="grid gap-4">
        <Field label={t("partners.staff.reason")} error={decide.refusal?.fault("reason")}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={3}
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            look="secondary"
            disabled={!isReady}
            isBusy={decide.isRunning}
            onClick={() => void decide.run("dismissed", trimmed(reason))}
          >
            {t("partners.staff.dismiss")}
          </Button>
          <Button
            look="danger"
            disabled={!isReady}
            isBusy={decide.isRunning}
            onClick={() => void decide.run("confirmed", trimmed(reason))}
          >
            {t("partners.staff.confirm")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
