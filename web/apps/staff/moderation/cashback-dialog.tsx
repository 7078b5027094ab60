/** An administrator says what cashback a featured offer gives, why, and who they are; a second one confirms it at the desk. */
import { useState } from "react";
import type { JudgedOffer } from "#contract/market/offers/moderation.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { useT } from "#sdk/page-kit.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { ChangeDialog } from "../changes/dialog.tsx";

type Props = { readonly row: JudgedOffer; readonly onDone: () => void; readonly onClose: () => void };

export function CashbackDialog({ row, onDone, onClose }: Props) {
  const t = useT();
  const [percent, setPercent] = useState("");
  const [max, setMax] = useState("");
  const [isAsked, setAsked] = useState(false);
  const change = changeOf(row, percent, max);
  if (isAsked && change) return <ChangeDialog change={change} onDone={onDone} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={t("moderation.cashback_title", { name: row.username })}
      closeLabel={t("shell.close")}
    >
      <Form className="grid gap-4" onSubmit={() => change && setAsked(true)}>
        <p className="text-sm text-muted">{t("moderation.cashback_lead")}</p>
        <div className="grid grid-cols-2 gap-3">
          <Field label={t("moderation.cashback_percent")}>
            {(ids) => <AmountInput {...ids} value={percent} onValue={setPercent} unit="%" range={[0.01, 10]} />}
          </Field>
          <Field label={t("moderation.cashback_max")}>
            {(ids) => <AmountInput {...ids} value={max} onValue={setMax} unit="USD" range={[0.01, 10_000]} />}
          </Field>
        </div>
        <Button type="submit" wide disabled={!change}>
          {t("staff.continue")}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Undefined while the field has no valid value. */
function changeOf({ hash, username }: JudgedOffer, percent: string, max: string): StaffChange | undefined {
  const isPercent = /^([0-9]|10)(\.[0-9]{1,2})?$/.test(percent) && Number(percent) > 0;
  const isMax = /^(0|[1-9][0-9]{0,4})(\.[0-9]{1,2})?$/.test(max) && Number(max) > 0;
  if (!isPercent || !isMax || Number(percent) > 10 || Number(max) > 10_000) return undefined;
  return { kind: "give_cashback", id: username, offer: hash, percent, max_usd: max };
}
