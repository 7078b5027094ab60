/** Goes through the checklist, and approves by one's own proof; a second person does the same. */
import { useState } from "react";
import type { OpenedRecovery } from "#contract/compliance/recovery/recovery.ts";
import { takesFactor } from "#contract/staff/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Form } from "#ui/forms/form.tsx";

type Props = { readonly opened: OpenedRecovery; readonly onDone: () => void };

export function ApproveCase({ opened, onDone }: Props) {
  const page = usePage();
  const t = useT();
  const proof = useProof();
  const [checked, setChecked] = useState<readonly string[]>([]);
  const wanted = { kind: "approve_recovery", id: opened.reference } as const;
  const approve = useAction(
    async (typed: Typed, lines: readonly string[]) => {
      const [{ prove }, calls] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/compliance/recovery/recovery.ts"),
      ]);
      await prove(page, typed, wanted);
      const body = { reference: opened.reference, checked: [...lines] };
      const { data } = await page.call(calls.approveRecovery, { body });
      page.toast("success", t(data.status === "pending" ? "recovery.staff.approved_first" : "recovery.staff.approved"));
      onDone();
    },
    { fields: ["checked", ...PROOF_FIELDS] },
  );
  const isShort = takesFactor(wanted) && proof.method === "password";
  const isReady = !isShort && proof.typed !== null && opened.checklist.every((line) => checked.includes(line));
  return (
    <Form
      className="grid content-start gap-3"
      onSubmit={() => isReady && proof.typed && void approve.run(proof.typed, checked)}
    >
      <fieldset>
        <legend className="text-sm font-semibold">{t("recovery.staff.checklist")}</legend>
        {opened.checklist.map((line) => (
          <Checkbox
            key={line}
            checked={checked.includes(line)}
            onChange={(event) =>
              setChecked((now) => (event.target.checked ? [...now, line] : now.filter((one) => one !== line)))
            }
          >
            {t(`recovery.check.${line}`)}
          </Checkbox>
        ))}
      </fieldset>
      {isShort ? (
        <Alert kind="warning">{t("recovery.staff.factor")}</Alert>
      ) : (
        <ProofField proof={proof} refusal={approve.refusal} />
      )}
      <Button type="submit" disabled={!isReady} isBusy={approve.isRunning}>
        {t("recovery.staff.approve")}
      </Button>
    </Form>
  );
}
