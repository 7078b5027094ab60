/** Staff ask a user for a document anew; why is asked first, and stays in the record. */
import { useState } from "react";
import { VERIFICATION_KINDS, type VerificationKind } from "#contract/compliance/verification/names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

export function DemandForm() {
  const page = usePage();
  const t = useT();
  const [username, setUsername] = useState("");
  const [kind, setKind] = useState<VerificationKind>("id");
  const [reason, setReason] = useState("");
  const [kept, setKept] = useState<number | null>(null);
  const proof = useProof();
  const demand = useAction(
    async (name: string, wanted: VerificationKind, why: string, typed: Typed) => {
      const [{ prove }, calls] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/compliance/verification/verification.ts"),
      ]);
      await prove(page, typed, { kind: "demand_verification", id: name, document: wanted });
      const { data } = await page.call(calls.demandVerification, {
        body: { username: name, kind: wanted, reason: why },
      });
      page.toast("success", t("verification.staff.demanded", { name }));
      setKept(data.keptLevel);
      setUsername("");
      setReason("");
    },
    { fields: ["username", "reason", ...PROOF_FIELDS] },
  );
  const name = trimmed(username);
  const isFilled = /^[A-Za-z0-9_-]{3,20}$/.test(name) && hasLetters(reason, 3);
  return (
    <Card className="p-4">
      <Form
        className="grid gap-3"
        onSubmit={() => isFilled && proof.typed && void demand.run(name, kind, trimmed(reason), proof.typed)}
      >
        <h2 className="font-semibold">{t("verification.staff.demand_title")}</h2>
        <p className="text-xs text-muted">{t("verification.staff.demand_hint")}</p>
        <Field label={t("verification.staff.username")} error={demand.refusal?.fault("username")}>
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("verification.staff.document")}>
          {(ids) => (
            <Select
              {...ids}
              value={kind}
              onChange={(event) => setKind(VERIFICATION_KINDS.find((one) => one === event.target.value) ?? "id")}
            >
              {VERIFICATION_KINDS.map((one) => (
                <option key={one} value={one}>
                  {t(`verification.kind.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("verification.staff.look_reason")} error={demand.refusal?.fault("reason")}>
          {(ids) => (
            <Input {...ids} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <ProofField proof={proof} refusal={demand.refusal} />
        {kept !== null && <Alert kind="warning">{t("verification.staff.kept_level", { level: kept })}</Alert>}
        <Button type="submit" look="secondary" disabled={!isFilled || proof.typed === null} isBusy={demand.isRunning}>
          {t("verification.staff.demand")}
        </Button>
      </Form>
    </Card>
  );
}
