/** An authenticator app: a confirmation, then its secret to scan or type, then the first code. */
import { useState } from "react";
import type { TwoFactorWithCodes } from "#contract/people/sign-in/two-factor.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Button } from "#ui/button.tsx";
import { CODE_LENGTH, CodeInput } from "#ui/forms/code-input.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Qr } from "#ui/pictures/qr.tsx";

/** Where the best known one is installed; any other that reads such a code will do. */
const INSTALL = "https://support.google.com/accounts/answer/1066447";

type Started = { readonly secret: string; readonly uri: string };
type Props = { holdHours: number; onDone: (now: TwoFactorWithCodes, said: string) => void; onClose: () => void };

export function AddApp({ holdHours, onDone, onClose }: Props) {
  const t = useT();
  const [started, setStarted] = useState<Started | null>(null);
  return (
    <Dialog isOpen onClose={onClose} title={t("account.security.add_app")} closeLabel={t("shell.close")}>
      {started ? <FirstCode {...started} onDone={onDone} /> : <Begin holdHours={holdHours} onStarted={setStarted} />}
    </Dialog>
  );
}

function Begin({ holdHours, onStarted }: { holdHours: number; onStarted: (started: Started) => void }) {
  const t = useT();
  const page = usePage();
  const proof = useProof({ codesFor: { kind: "add_factor", id: "authenticator" } });
  const begin = useAction(
    async (typed: Typed) => {
      const [{ shownFor }, { enableTwoFactor }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/two-factor.ts"),
      ]);
      const shown = await shownFor(page, typed, { kind: "add_factor", id: "authenticator" });
      onStarted((await page.call(enableTwoFactor, { body: shown })).data);
    },
    { fields: PROOF_FIELDS },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => proof.typed && void begin.run(proof.typed)}>
      <p className="text-sm text-muted">{t("account.security.holds", { hours: holdHours })}</p>
      <ProofField proof={proof} refusal={begin.refusal} />
      <Button type="submit" wide disabled={!proof.typed} isBusy={begin.isRunning}>
        {t("proof.confirm")}
      </Button>
    </Form>
  );
}

function FirstCode({ secret, uri, onDone }: Started & Pick<Props, "onDone">) {
  const t = useT();
  const page = usePage();
  const [code, setCode] = useState("");
  const finish = useAction(
    async (first: string) => {
      const { verifyTwoFactor } = await import("#contract/people/sign-in/two-factor.ts");
      const { data } = await page.call(verifyTwoFactor, { body: { code: first } });
      onDone(data, t("account.security.added_app"));
    },
    { fields: ["code"] },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => void finish.run(code)}>
      <p className="text-sm text-muted">
        {t.rich("account.security.scan", {
          link: (chunks) => (
            <a key="link" href={INSTALL} target="_blank" rel="noreferrer" className="text-brand underline">
              {chunks}
            </a>
          ),
        })}
      </p>
      <div className="justify-self-center">
        <Qr text={uri} label={t("account.security.qr")} size={176} />
      </div>
      <div className="grid gap-1 text-sm">
        <span className="font-medium">{t("account.security.key")}</span>
        <code dir="ltr" className="rounded-lg bg-sunken p-3 [overflow-wrap:anywhere]">
          {secret}
        </code>
        <CopyButton text={secret} label={t("account.security.copy")} doneLabel={t("account.security.copied")} />
      </div>
      <Field label={t("account.security.first_code")} error={finish.refusal?.fault("code")}>
        {(ids) => (
          <CodeInput {...ids} value={code} onCode={setCode} onFull={(full) => void finish.run(full)} required />
        )}
      </Field>
      <Button type="submit" wide disabled={code.length < CODE_LENGTH} isBusy={finish.isRunning}>
        {t("account.security.finish")}
      </Button>
    </Form>
  );
}
