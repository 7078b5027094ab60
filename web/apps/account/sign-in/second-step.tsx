/** After the password: the second factors of the user, or a recovery code when they are lost. */
import { useState } from "react";
import type { SecondFactor } from "#contract/people/sign-in/sign-in.ts";
import type { WatchedApproval } from "#contract/people/sign-in/sign-in-approvals.ts";
import { isDeclined } from "#sdk/declined.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { isProofFault, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Method, type Typed, useProofBy } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/forms/form.tsx";
import type { ApprovalWait } from "./approval-wait.tsx";
import { AuthCard } from "./auth-card.tsx";
import { leaveTo } from "./leave-to.ts";

type Props = {
  readonly asked: SecondFactor;
  readonly next: string | null;
  /** The password has to be typed again: with why, or because they want another account. */
  readonly onBack: (why: string | null) => void;
};

function methodsOf({ hasApp, passkeyIds, channels, hasRecoveryCodes }: SecondFactor): readonly Method[] {
  return [
    ...(passkeyIds.length > 0 ? ["passkey" as const] : []),
    ...(hasApp ? ["code" as const] : []),
    ...channels.map((channel) => `${channel}_code` as const),
    ...(hasRecoveryCodes ? ["recovery_code" as const] : []),
  ];
}

const APPROVED = { approved: true } as const;

export function SecondStep({ asked, next, onBack }: Props) {
  const page = usePage();
  const t = useT();
  // A recovery code that was used does not come back: what was offered stays, as it was when the password was right.
  const [methods] = useState(() => methodsOf(asked));
  const codesFor = { kind: "sign_in", id: asked.id } as const;
  const proof = useProofBy({
    methods,
    passkeyIds: asked.passkeyIds,
    limit: null,
    codesFor,
    takesTexts: asked.takesTexts,
  });
  const finish = useAction(
    async (typed: Typed | typeof APPROVED) => {
      const [{ shownAtSignIn }, { finishLogin }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/sign-in.ts"),
      ]);
      const shown = "approved" in typed ? typed : await shownAtSignIn(page, typed, codesFor);
      try {
        const { data } = await page.call(finishLogin, { body: { ...shown, ...(next ? { next } : {}) } });
        await leaveTo(page, next ?? data.redirectTo);
      } catch (error) {
        if (!isDeclined(error) || error.code !== "auth.sign_in_gone") throw error;
        onBack(error.message);
      }
    },
    { quiet: true },
  );
  const [approval, setApproval] = useState<{ asked: WatchedApproval; Wait: typeof ApprovalWait } | null>(null);
  const askOthers = useAction(
    async () => {
      const [{ askApproval }, { ApprovalWait: Wait }] = await Promise.all([
        import("#contract/people/sign-in/sign-in-approvals.ts"),
        import("./approval-wait.tsx"),
      ]);
      try {
        setApproval({ asked: (await page.call(askApproval, {})).data, Wait });
      } catch (error) {
        if (!isDeclined(error) || error.code !== "auth.sign_in_gone") throw error;
        onBack(error.message);
      }
    },
    { quiet: true },
  );
  if (approval) {
    return (
      <approval.Wait
        asked={approval.asked}
        onApproved={() => finish.run(APPROVED)}
        refusal={finish.refusal}
        onOther={() => setApproval(null)}
        onBack={onBack}
      />
    );
  }
  const refusal = finish.refusal ?? askOthers.refusal;
  return (
    <AuthCard title={t("proof.title")} lead={t("auth.second.lead")}>
      <Form className="grid gap-4" onSubmit={() => proof.typed && void finish.run(proof.typed)}>
        {refusal && !isProofFault(refusal) && <Alert kind="danger">{refusal.message}</Alert>}
        <ProofField proof={proof} refusal={refusal} />
        <Button type="submit" size="lg" wide disabled={!proof.typed} isBusy={finish.isRunning}>
          {t("shell.nav.sign_in")}
        </Button>
        <Button look="secondary" wide isBusy={askOthers.isRunning} onClick={() => void askOthers.run()}>
          {t("auth.approval.button")}
        </Button>
        <p className="text-sm text-muted">
          {t.rich("auth.second.lost", {
            link: (chunks) => (
              <a key="link" href={page.href("forgotPassword", undefined)} className="text-brand underline">
                {chunks}
              </a>
            ),
          })}
        </p>
        <Button look="quiet" size="sm" className="justify-self-start" onClick={() => onBack(null)}>
          {t("auth.second.back")}
        </Button>
      </Form>
    </AuthCard>
  );
}
