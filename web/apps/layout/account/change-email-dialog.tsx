/** Another email: the address with a confirmation of who one is, then the code that came there. */
import { useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#sdk/proof-field.tsx";
import { useAction } from "#sdk/use-action.ts";
import { type Typed, useProof } from "#sdk/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CodeInput } from "#ui/code-input.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Input } from "#ui/input.tsx";

const PROOF = { kind: "change_email", id: "account" } as const;

type Props = { readonly onDone: (email: string) => void; readonly onClose: () => void };

export function ChangeEmailDialog({ onDone, onClose }: Props) {
  const t = useT();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Dialog isOpen onClose={onClose} title={t("account.email.change")} closeLabel={t("shell.close")}>
      {sentTo === null ? <AddressForm onSent={setSentTo} /> : <CodeForm sentTo={sentTo} onDone={onDone} />}
    </Dialog>
  );
}

function AddressForm({ onSent }: { onSent: (address: string) => void }) {
  const t = useT();
  const page = usePage();
  const [email, setEmail] = useState("");
  const proof = useProof({ codesFor: PROOF });
  const send = useAction(
    async (typed: Typed) => {
      const [{ prove }, { changeEmail }] = await Promise.all([
        import("#sdk/prove.ts"),
        import("#contract/email-change.ts"),
      ]);
      await prove(page, typed, PROOF);
      onSent((await page.call(changeEmail, { body: { email: email.trim() } })).data.sentTo);
    },
    { fields: [...PROOF_FIELDS, "email"] },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => proof.typed && void send.run(proof.typed)}>
      <p className="text-sm text-muted">{t("account.email.change_lead")}</p>
      <Field label={t("account.email.new")} error={send.refusal?.fault("email")}>
        {(ids) => (
          <Input
            {...ids}
            type="email"
            autoComplete="email"
            required
            dir="ltr"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <ProofField proof={proof} refusal={send.refusal} />
      <Button type="submit" wide disabled={!proof.typed || email.trim() === ""} isBusy={send.isRunning}>
        {t("account.email.send")}
      </Button>
    </Form>
  );
}

function CodeForm({ sentTo, onDone }: { sentTo: string; onDone: (email: string) => void }) {
  const t = useT();
  const page = usePage();
  const [code, setCode] = useState("");
  const take = useAction(
    async (digits: string) => {
      const { confirmEmailChange } = await import("#contract/email-change.ts");
      onDone((await page.call(confirmEmailChange, { body: { code: digits } })).data.email);
    },
    { fields: ["code"] },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => void take.run(code)}>
      <Alert kind="info">{t("account.email.sent", { email: sentTo })}</Alert>
      <Field label={t("account.email.code")} error={take.refusal?.fault("code")}>
        {(ids) => <CodeInput {...ids} value={code} onCode={setCode} onFull={(digits) => void take.run(digits)} />}
      </Field>
      <Button type="submit" wide isBusy={take.isRunning}>
        {t("account.email.take")}
      </Button>
    </Form>
  );
}
