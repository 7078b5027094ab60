/** Goes through the checklist, and approves by the reviewer's own proof. */
import { useState } from "react";
import { takesFactor } from "#contract/staff/names.ts";
import type { OpenedVerification } from "#contract/compliance/verification/verification.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = { readonly opened: OpenedVerification; readonly onDone: () => void };
type Wish = { readonly checked: readonly string[]; readonly expiresOn: string };

export function ApproveForm({ opened, onDone }: Props) {
  const page = usePage();
  const t = useT();
  const proof = useProof();
  const [checked, setChecked] = useState<readonly string[]>([]);
  const [expiresOn, setExpiresOn] = useState("");
  const wanted = { kind: "approve_verification", id: opened.reference } as const;
  const approve = useAction(
    async (typed: Typed, wish: Wish) => {
      const [{ prove }, calls] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/compliance/verification/verification.ts"),
      ]);
      await prove(page, typed, wanted);
      const expires = wish.expiresOn ? { expires_on: wish.expiresOn } : {};
      const body = { reference: opened.reference, checked: [...wish.checked], ...expires };
      const { data } = await page.call(calls.approveVerification, { body });
      page.toast(
        "success",
        t(data.status === "pending" ? "verification.staff.approved_first" : "verification.staff.approved"),
      );
      onDone();
    },
    { fields: ["expires_on", "checked", ...PROOF_FIELDS] },
  );
  const isShort = takesFactor(wanted) && proof.method === "password";
  const isReady = !isShort && proof.typed !== null && opened.checklist.every((line) => checked.includes(line));
  return (
    <Form
      className="grid content-start gap-3"
      onSubmit={() => isReady && proof.typed && void approve.run(proof.typed, { checked, expiresOn })}
    >
      <fieldset>
        <legend className="text-sm font-semibold">{t("verification.staff.checklist")}</legend>
        {opened.checklist.map((line) => (
          <Checkbox
            key={line}
            checked={checked.includes(line)}
            onChange={(event) =>
              setChecked((now) => (event.target.checked ? [...now, line] : now.filter((one) => one !== line)))
            }
          >
            {t(`verification.staff.check.${line}`)}
          </Checkbox>
        ))}
      </fieldset>
      {opened.kind !== "video" && (
        <Field
          label={t("verification.staff.expires")}
          hint={t("verification.staff.expires_hint")}
          error={approve.refusal?.fault("expires_on")}
        >
          {(ids) => (
            <Input {...ids} type="date" value={expiresOn} onChange={(event) => setExpiresOn(event.target.value)} />
          )}
        </Field>
      )}
      {isShort ? (
        <Alert kind="warning">{t("verification.staff.factor")}</Alert>
      ) : (
        <ProofField proof={proof} refusal={approve.refusal} />
      )}
      <Button type="submit" disabled={!isReady} isBusy={approve.isRunning}>
        {t("verification.staff.approve")}
      </Button>
    </Form>
  );
}
