/** Taking away a passkey, the authenticator app or codes that are sent, by what one has, or by the password when it is lost. */
import type { TwoFactor } from "#contract/people/sign-in/two-factor.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";

type Props = {
  factor: { readonly id: string; readonly name: string };
  holdHours: number;
  onDone: (now: TwoFactor, said: string) => void;
  onClose: () => void;
};

export function RemoveFactor({ factor: { id, name }, holdHours, onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const proof = useProof({ isLost: true, codesFor: { kind: "remove_factor", id } });
  const remove = useAction(
    async (typed: Typed) => {
      const [{ shownToRemove }, { deactivateTwoFactor, removePasskey }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/two-factor.ts"),
      ]);
      const shown = await shownToRemove(page, typed, { kind: "remove_factor", id });
      const { data } =
        id === "authenticator" || id === "sms" || id === "push" || id === "telegram" || id === "email"
          ? await page.call(deactivateTwoFactor, { body: { ...shown, type: id === "authenticator" ? "ga" : id } })
          : await page.call(removePasskey, { body: { ...shown, id } });
      onDone(data, t("account.security.removed"));
    },
    { fields: PROOF_FIELDS },
  );
  // Something weaker takes it away.
  const isAsLost = proof.method !== undefined && !["passkey", "code", `${id}_code`].includes(proof.method);
  const title = t("account.security.remove_title", { name });
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => proof.typed && void remove.run(proof.typed)}>
        <p className="text-sm text-muted">{t("account.security.remove_text")}</p>
        {isAsLost && <p className="text-sm text-muted">{t("account.security.holds_lost", { hours: holdHours })}</p>}
        <ProofField proof={proof} refusal={remove.refusal} />
        <Button type="submit" look="danger" wide disabled={!proof.typed} isBusy={remove.isRunning}>
          {t("account.security.remove")}
        </Button>
      </Form>
    </Dialog>
  );
}
