/** A new passkey: its name, a confirmation, and then the browser's own question. */
import { useState } from "react";
import type { TwoFactor, TwoFactorWithCodes } from "#contract/people/sign-in/two-factor.ts";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = {
  known: TwoFactor;
  holdHours: number;
  onDone: (now: TwoFactorWithCodes, said: string) => void;
  onClose: () => void;
};

export function AddPasskey({ known, holdHours, onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const proof = useProof({ codesFor: { kind: "add_factor", id: "passkey" } });
  const [name, setName] = useState(t("account.security.name_default"));
  const add = useAction(
    async (typed: Typed, called: string) => {
      const [{ newPasskey, shownFor }, { addPasskey }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/two-factor.ts"),
      ]);
      const shown = await shownFor(page, typed, { kind: "add_factor", id: "passkey" });
      const new_passkey = await newPasskey(page, known);
      const { data } = await page.call(addPasskey, { body: { ...shown, name: called, new_passkey } });
      onDone(data, t("account.security.added_passkey"));
    },
    { fields: ["name", ...PROOF_FIELDS] },
  );
  const isAble = typeof PublicKeyCredential !== "undefined";
  return (
    <Dialog isOpen onClose={onClose} title={t("account.security.add_passkey")} closeLabel={t("shell.close")}>
      {isAble ? (
        <Form className="grid gap-4" onSubmit={() => proof.typed && void add.run(proof.typed, trimmed(name))}>
          <Field label={t("account.security.name")} error={add.refusal?.fault("name")}>
            {(ids) => (
              <Input {...ids} maxLength={40} value={name} onChange={(event) => setName(event.target.value)} required />
            )}
          </Field>
          <p className="text-sm text-muted">{t("account.security.holds", { hours: holdHours })}</p>
          <ProofField proof={proof} refusal={add.refusal} />
          <Button type="submit" wide disabled={!proof.typed || isBlank(name)} isBusy={add.isRunning}>
            {t("proof.confirm")}
          </Button>
        </Form>
      ) : (
        <Alert kind="warning">{t("account.security.cannot")}</Alert>
      )}
    </Dialog>
  );
}
