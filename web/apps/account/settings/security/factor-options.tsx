/** The actions that require the second factor: signing in, releases, transfers. A change is confirmed with it. */
import { useState } from "react";
import type { TwoFactor } from "#contract/people/sign-in/two-factor.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";

const USES = ["login", "release", "sendout"] as const;
const ON = 1;
const WANTED = { kind: "remove_factor", id: "options" } as const;
type Options = Record<(typeof USES)[number] | "no_texts", boolean>;

type Props = { known: TwoFactor; onDone: (now: TwoFactor, said: string) => void; onClose: () => void };

export function FactorOptions({ known: { uses, noTexts }, onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const proof = useProof({ codesFor: WANTED });
  const [options, setOptions] = useState<Options>({
    login: uses.login.state === ON,
    release: uses.release.state === ON,
    sendout: uses.sendout.state === ON,
    no_texts: noTexts,
  });
  const save = useAction(
    async (typed: Typed, chosen: Options) => {
      const [{ shownFor }, { setFactorOptions }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/two-factor.ts"),
      ]);
      const shown = await shownFor(page, typed, WANTED);
      const { data } = await page.call(setFactorOptions, { body: { ...shown, ...chosen } });
      onDone(data, t("account.security.uses.saved"));
    },
    { fields: PROOF_FIELDS },
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("account.security.uses.dialog")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => proof.typed && void save.run(proof.typed, options)}>
        <p className="text-sm text-muted">{t("account.security.uses.lead")}</p>
        <div className="grid gap-2">
          {USES.map((use) => (
            <Checkbox
              key={use}
              checked={options[use]}
              onChange={(event) => setOptions({ ...options, [use]: event.target.checked })}
            >
              {t(`account.security.uses.${use}`)}
            </Checkbox>
          ))}
        </div>
        <Checkbox
          checked={options.no_texts}
          onChange={(event) => setOptions({ ...options, no_texts: event.target.checked })}
          hint={t("account.security.uses.no_texts_why")}
        >
          {t("account.security.uses.no_texts")}
        </Checkbox>
        <ProofField proof={proof} refusal={save.refusal} />
        <Button type="submit" wide disabled={!proof.typed} isBusy={save.isRunning}>
          {t("account.security.uses.save")}
        </Button>
      </Form>
    </Dialog>
  );
}
