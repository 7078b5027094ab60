/** The decision about a hit: another person, or the user, once the account is restricted; either by the reviewer's own proof. */
import { useState } from "react";
import type { ScreeningHit } from "#contract/compliance/screening.ts";
import { takesFactor } from "#contract/staff/names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = { readonly hit: ScreeningHit; readonly onDecided: () => void };
type Verdict = "somebody_else" | "listed";

export function ScreeningForm({ hit: { reference }, onDecided }: Props) {
  const page = usePage();
  const t = useT();
  const proof = useProof();
  const [reason, setReason] = useState("");
  const wanted = { kind: "approve_verification", id: reference } as const;
  const decide = useAction(
    async (verdict: Verdict, why: string, typed: Typed) => {
      const [{ prove }, calls] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/compliance/screening.ts"),
      ]);
      await prove(page, typed, wanted);
      await page.call(calls.decideScreening, { body: { reference, verdict, reason: why } });
      page.toast("success", t("verification.screening.decided"));
      onDecided();
    },
    { fields: ["reason", ...PROOF_FIELDS] },
  );
  const isSaid = hasLetters(reason, 3);
  const isShort = takesFactor(wanted) && proof.method === "password";
  const isReady = isSaid && !isShort && proof.typed !== null;
  const send = (verdict: Verdict) => {
    if (isReady && proof.typed) void decide.run(verdict, trimmed(reason), proof.typed);
  };
  return (
    <Form className="grid max-w-xl gap-3" onSubmit={() => send("somebody_else")}>
      <Field
        label={t("verification.staff.look_reason")}
        hint={t("verification.screening.hint")}
        error={decide.refusal?.fault("reason")}
      >
        {(ids) => <Input {...ids} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      {isShort ? (
        <Alert kind="warning">{t("verification.staff.factor")}</Alert>
      ) : (
        <ProofField proof={proof} refusal={decide.refusal} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!isReady} isBusy={decide.isRunning}>
          {t("verification.screening.somebody_else")}
        </Button>
        <Button look="secondary" disabled={!isReady || decide.isRunning} onClick={() => send("listed")}>
          {t("verification.screening.listed")}
        </Button>
      </div>
    </Form>
  );
}
