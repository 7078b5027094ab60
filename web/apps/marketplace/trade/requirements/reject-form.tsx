/** Why a file is rejected: the buyer reads it. */
import { useState } from "react";
import { ATTACHMENT_REASON } from "#contract/market/offers/requirement-names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import type { Declined } from "#sdk/declined.ts";
import { useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = {
  readonly refusal: Declined | null;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onReject: (reason: string) => void;
};

export function RejectForm({ refusal, isBusy, onCancel, onReject }: Props) {
  const t = useT();
  const [reason, setReason] = useState("");
  return (
    <Form className="grid gap-2" onSubmit={() => onReject(trimmed(reason))}>
      <Field label={t("receipts.reason")} error={refusal?.fault("reason")}>
        {(ids) => (
          <Input
            {...ids}
            maxLength={ATTACHMENT_REASON.max}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" isBusy={isBusy} disabled={!hasLetters(reason, ATTACHMENT_REASON.min)}>
          {t("receipts.act.reject")}
        </Button>
        <Button type="button" look="quiet" size="sm" onClick={onCancel}>
          {t("trade.back")}
        </Button>
      </div>
    </Form>
  );
}
