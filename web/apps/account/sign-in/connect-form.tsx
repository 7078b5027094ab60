/** An account elsewhere is connected once its owner has confirmed who they are here. */
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Form } from "#ui/forms/form.tsx";
import { AuthCard } from "./auth-card.tsx";
import { leaveTo } from "./leave-to.ts";

type Props = {
  readonly connect: { readonly id: string; readonly title: string; readonly hint: string | null };
  readonly holdHours: number;
};

export function ConnectForm({ connect: { id, title, hint }, holdHours }: Props) {
  const page = usePage();
  const t = useT();
  const what = { kind: "connect_social", id } as const;
  const proof = useProof({ codesFor: what });
  const connect = useAction(
    async (typed: Typed) => {
      const [{ prove }, { connectSocialAccount }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/social.ts"),
      ]);
      await prove(page, typed, what);
      await page.call(connectSocialAccount, { body: { id } });
      page.toast("success", t("auth.social.connected", { name: title }));
      await leaveTo(page, page.href("accountSecurity", undefined));
    },
    { fields: PROOF_FIELDS },
  );
  return (
    <AuthCard
      title={t("auth.social.connect_title", { name: title })}
      lead={t("auth.social.connect_text", { name: title, hours: holdHours })}
    >
      {hint && <Alert kind="info">{t("auth.social.connect_as", { name: title, hint })}</Alert>}
      <Form className="grid gap-4" onSubmit={() => proof.typed && void connect.run(proof.typed)}>
        <ProofField proof={proof} refusal={connect.refusal} />
        <Button type="submit" size="lg" wide disabled={!proof.typed} isBusy={connect.isRunning}>
          {t("auth.social.connect")}
        </Button>
        <LinkButton
          look="quiet"
          size="sm"
          className="justify-self-start"
          href={page.href("accountSecurity", undefined)}
        >
          {t("auth.social.leave")}
        </LinkButton>
      </Form>
    </AuthCard>
  );
}
