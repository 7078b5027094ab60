/** The address: its state, setting it with a confirmation, turning it on again, and removing it. */
import { useState } from "react";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { WEBHOOK_URL_MAX } from "#contract/reach/webhooks/names.ts";
import type { Webhook } from "#contract/reach/webhooks/webhooks.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { Alert } from "#ui/alert.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

const TONES: Readonly<Record<Webhook["status"], Tone>> = {
  initial: "neutral",
  enabled: "good",
  disabled: "bad",
  verification: "info",
};

type Props = { readonly webhook: Webhook; readonly onChange: (webhook: Webhook) => void };

export function AddressCard({ webhook, onChange }: Props) {
  const t = useT();
  const [isSetting, setSetting] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const isNew = webhook.status === "initial";
  return (
    <Card className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t("webhooks.address")}</h2>
        <Badge tone={TONES[webhook.status]}>{t(`webhooks.status.${webhook.status}`)}</Badge>
      </div>
      {isNew ? (
        <p className="text-sm text-muted">{t("webhooks.none")}</p>
      ) : (
        <p dir="ltr" className="rounded-lg bg-sunken p-3 font-mono text-sm break-all">
          {webhook.url}
        </p>
      )}
      <State webhook={webhook} />
      {webhook.verifiedAt && <Facts webhook={webhook} />}
      <div className="flex flex-wrap gap-2">
        <Button look={isNew ? "primary" : "secondary"} onClick={() => setSetting(true)}>
          {t(isNew ? "webhooks.add" : "webhooks.change")}
        </Button>
        {webhook.status === "disabled" && webhook.verifiedAt && <TurnOn webhook={webhook} onChange={onChange} />}
        {!isNew && (
          <Button look="quiet" onClick={() => setRemoving(true)}>
            {t("webhooks.remove")}
          </Button>
        )}
      </div>
      {isSetting && <SetAddress url={webhook.url} onDone={onChange} onClose={() => setSetting(false)} />}
      {isRemoving && <Remove onDone={onChange} onClose={() => setRemoving(false)} />}
    </Card>
  );
}

/** What the status means for its reader. */
function State({ webhook: { status, why, checkFault, failures } }: { webhook: Webhook }) {
  const t = useT();
  if (status === "verification") return <Alert kind="info">{t("webhooks.checking")}</Alert>;
  if (status === "enabled" && failures > 0)
    return <Alert kind="warning">{t("webhooks.fails", { count: failures })}</Alert>;
  if (status !== "disabled" || why === null) return null;
  return (
    <Alert kind={why === "unverified" ? "warning" : "danger"}>
      {t(`webhooks.why.${why}`)}
      {checkFault && ` ${t(`webhooks.fault.${checkFault}`)}`}
    </Alert>
  );
}

function Facts({ webhook: { verifiedAt, lastSuccessAt, failures, failuresMost, failingSince } }: { webhook: Webhook }) {
  const t = useT();
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            [t("webhooks.verified"), verifiedAt ? <LocalTime key="verified" at={verifiedAt} /> : "–"],
            [
              t("webhooks.last_success"),
              lastSuccessAt ? <LocalTime key="success" at={lastSuccessAt} /> : t("webhooks.never"),
            ],
            [
              t("webhooks.health"),
              failures === 0 ? t("webhooks.healthy") : t("webhooks.failures", { count: failures, most: failuresMost }),
            ],
            ...(failingSince
              ? ([[t("webhooks.failing_since"), <LocalTime key="since" at={failingSince} />]] as const)
              : []),
          ]}
        />
      </dl>
      {failures > 0 && (
        <meter
          className="w-full"
          aria-label={t("webhooks.health")}
          min={0}
          low={failuresMost / 5}
          high={failuresMost / 2}
          optimum={0}
          max={failuresMost}
          value={failures}
        />
      )}
    </div>
  );
}

function TurnOn({ webhook, onChange }: Props) {
  const t = useT();
  const page = usePage();
  const enable = useAction(async () => {
    const { saveWebhook } = await import("#contract/reach/webhooks/webhooks.ts");
    onChange((await page.call(saveWebhook, { body: { url: webhook.url } })).data);
    page.toast("success", t("webhooks.turned_on"));
  });
  return (
    <Button isBusy={enable.isRunning} onClick={() => void enable.run()}>
      {t("webhooks.turn_on")}
    </Button>
  );
}

export const SET_WEBHOOK = { kind: "set_webhook", id: "account" } as const;

type Setting = { readonly url: string; readonly onDone: (now: Webhook) => void; readonly onClose: () => void };

function SetAddress({ url: known, onDone, onClose }: Setting) {
  const t = useT();
  const page = usePage();
  const [url, setUrl] = useState(known);
  const proof = useProof({ codesFor: SET_WEBHOOK });
  const set = useAction(
    async (typed: Typed) => {
      const [{ prove }, { verifyWebhook }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/reach/webhooks/webhooks.ts"),
      ]);
      await prove(page, typed, SET_WEBHOOK);
      onDone((await page.call(verifyWebhook, { body: { url: trimmed(url) } })).data);
      onClose();
    },
    { fields: [...PROOF_FIELDS, "url"] },
  );
  const isReady = proof.typed && !isBlank(url);
  return (
    <Dialog isOpen onClose={onClose} title={t("webhooks.set_title")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => proof.typed && isReady && void set.run(proof.typed)}>
        <p className="text-sm text-muted">{t("webhooks.set_lead")}</p>
        <Field label={t("webhooks.url")} hint={t("webhooks.url_hint")} error={set.refusal?.fault("url")}>
          {(ids) => (
            <Input
              {...ids}
              dir="ltr"
              type="url"
              required
              spellCheck={false}
              maxLength={WEBHOOK_URL_MAX}
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <ProofField proof={proof} refusal={set.refusal} />
        <Button type="submit" wide disabled={!isReady} isBusy={set.isRunning}>
          {t("webhooks.verify")}
        </Button>
      </Form>
    </Dialog>
  );
}

function Remove({ onDone, onClose }: Omit<Setting, "url">) {
  const t = useT();
  const page = usePage();
  const remove = useAction(async () => {
    const { deleteWebhook } = await import("#contract/reach/webhooks/webhooks.ts");
    onDone((await page.call(deleteWebhook, {})).data);
    onClose();
  });
  return (
    <Dialog isOpen onClose={onClose} title={t("webhooks.remove_title")} closeLabel={t("shell.close")}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t("webhooks.remove_text")}</p>
        <Button look="danger" wide isBusy={remove.isRunning} onClick={() => void remove.run()}>
          {t("webhooks.remove")}
        </Button>
      </div>
    </Dialog>
  );
}
