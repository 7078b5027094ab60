/** Recovery codes: shown once when they are made, to be copied or kept as a file; and making new ones. */
import { useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { TWO_FACTOR, type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";

/** Stays until its reader says that they have kept them. */
export function ShownCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT();
  const text = codes.join("\n");
  const save = () => {
    const file = new Blob([`${t("account.security.codes.file")}\n\n${text}\n`], {
      type: "text/plain",
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Dialog isOpen isLocked onClose={onClose} title={t("account.security.codes.title")} closeLabel={t("shell.close")}>
      <div className="grid gap-4">
        <Alert kind="warning">{t("account.security.codes.lead")}</Alert>
        <ul dir="ltr" className="grid grid-cols-2 gap-2 rounded-lg bg-sunken p-4 font-mono text-sm">
          {codes.map((code) => (
            <li key={code} className="text-center">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            text={text}
            label={t("account.security.codes.copy")}
            doneLabel={t("account.security.codes.copied")}
          />
          <Button look="secondary" size="sm" onClick={save}>
            {t("account.security.codes.download")}
          </Button>
        </div>
        <Button wide onClick={onClose}>
          {t("account.security.codes.done")}
        </Button>
      </div>
    </Dialog>
  );
}

const WANTED = { kind: "add_factor", id: "recovery_codes" } as const;

export function MakeCodes({ onClose }: { onClose: () => void }) {
  const t = useT();
  const page = usePage();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const proof = useProof({ codesFor: WANTED });
  const make = useAction(
    async (typed: Typed) => {
      const [{ shownFor }, { makeRecoveryCodes }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/two-factor.ts"),
      ]);
      const shown = await shownFor(page, typed, WANTED);
      setCodes((await page.call(makeRecoveryCodes, { body: shown })).data.recoveryCodes);
      void page.queries.client?.invalidateQueries({ queryKey: TWO_FACTOR });
    },
    { fields: PROOF_FIELDS },
  );
  if (codes) return <ShownCodes codes={codes} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={t("account.security.codes.make")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => proof.typed && void make.run(proof.typed)}>
        <p className="text-sm text-muted">{t("account.security.codes.make_lead")}</p>
        <ProofField proof={proof} refusal={make.refusal} />
        <Button type="submit" wide disabled={!proof.typed} isBusy={make.isRunning}>
          {t("account.security.codes.make")}
        </Button>
      </Form>
    </Dialog>
  );
}
