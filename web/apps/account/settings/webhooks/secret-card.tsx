/** A test message, and the secret of the Standard Webhooks signature: made with a confirmation, shown once. */
import { useState } from "react";
import type { Webhook } from "#contract/reach/webhooks/webhooks.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";
import { SET_WEBHOOK } from "./address-card.tsx";

type Props = { readonly webhook: Webhook; readonly onChange: (webhook: Webhook) => void };

export function SecretCard({ webhook, onChange }: Props) {
  const t = useT();
  const page = usePage();
  const [isMaking, setMaking] = useState(false);
  const test = useAction(async () => {
    const { testWebhook } = await import("#contract/reach/webhooks/webhooks.ts");
    onChange((await page.call(testWebhook, {})).data);
    page.toast("success", t("webhooks.test_sent"));
  });
  return (
    <Card className="grid gap-3 p-5">
      <h2 className="font-semibold">{t("webhooks.secret")}</h2>
      <p className="text-sm text-muted">{t("webhooks.secret_text")}</p>
      {webhook.previousSecretUntil && (
        <p className="text-sm">
          {t("webhooks.secret_before")} <LocalTime at={webhook.previousSecretUntil} />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={() => setMaking(true)}>
          {t("webhooks.secret_make")}
        </Button>
        <Button
          look="secondary"
          disabled={!webhook.verifiedAt || webhook.status === "verification"}
          isBusy={test.isRunning}
          onClick={() => void test.run()}
        >
          {t("webhooks.test")}
        </Button>
      </div>
      {isMaking && <MakeSecret onClose={() => setMaking(false)} />}
    </Card>
  );
}

function MakeSecret({ onClose }: { onClose: () => void }) {
  const t = useT();
  const page = usePage();
  const [secret, setSecret] = useState<string | null>(null);
  const proof = useProof({ codesFor: SET_WEBHOOK });
  const make = useAction(
    async (typed: Typed) => {
      const [{ prove }, { changeWebhookSecret }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/reach/webhooks/webhooks.ts"),
      ]);
      await prove(page, typed, SET_WEBHOOK);
      setSecret((await page.call(changeWebhookSecret, {})).data.secret);
    },
    { fields: [...PROOF_FIELDS] },
  );
  return (
    <Dialog
      isOpen
      isLocked={secret !== null}
      onClose={onClose}
      title={t("webhooks.secret_make")}
      closeLabel={t("shell.close")}
    >
      {secret === null ? (
        <Form className="grid gap-4" onSubmit={() => proof.typed && void make.run(proof.typed)}>
          <p className="text-sm text-muted">{t("webhooks.secret_lead")}</p>
          <ProofField proof={proof} refusal={make.refusal} />
          <Button type="submit" wide disabled={!proof.typed} isBusy={make.isRunning}>
            {t("webhooks.secret_make")}
          </Button>
        </Form>
      ) : (
        <div className="grid gap-4">
          <Alert kind="warning">{t("webhooks.secret_once")}</Alert>
          <p dir="ltr" className="rounded-lg bg-sunken p-4 font-mono text-sm break-all" data-secret="">
            {secret}
          </p>
          <CopyButton text={secret} label={t("webhooks.copy")} doneLabel={t("webhooks.copied")} />
          <Button wide onClick={onClose}>
            {t("webhooks.secret_kept")}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
