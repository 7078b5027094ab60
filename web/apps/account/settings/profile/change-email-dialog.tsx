/** Another email: the address with a confirmation of who one is, then the code that came there. */
import { useState } from "react";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { WaitNotice } from "#widgets/wait-notice.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CodeInput } from "#ui/forms/code-input.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

const PROOF = { kind: "change_email", id: "account" } as const;

type Props = { readonly holdHours: number; readonly onDone: (email: string) => void; readonly onClose: () => void };

type Sent = { readonly to: string; readonly againMs: number };

export function ChangeEmailDialog({ holdHours, onDone, onClose }: Props) {
  const t = useT();
  const [sent, setSent] = useState<Sent | null>(null);
  // Another code takes another proof, as the first one did: one asks for it where one asked for that.
  const [wanted, setWanted] = useState<string | null>(null);
  return (
    <Dialog isOpen onClose={onClose} title={t("account.email.change")} closeLabel={t("shell.close")}>
      {sent === null || wanted !== null ? (
        <AddressForm
          first={wanted ?? ""}
          againMs={sent?.againMs ?? 0}
          holdHours={holdHours}
          onSent={(now) => {
            setSent(now);
            setWanted(null);
          }}
        />
      ) : (
        <CodeForm sent={sent} onAgain={setWanted} onDone={onDone} />
      )}
    </Dialog>
  );
}

type Addressing = { first: string; againMs: number; holdHours: number; onSent: (sent: Sent) => void };

function AddressForm({ first, againMs, holdHours, onSent }: Addressing) {
  const t = useT();
  const page = usePage();
  const [email, setEmail] = useState(first);
  const isWaiting = useNow(1000) < againMs;
  const proof = useProof({ codesFor: PROOF });
  const send = useAction(
    async (typed: Typed) => {
      const [{ prove }, { changeEmail }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/email-change.ts"),
      ]);
      await prove(page, typed, PROOF);
      const { data } = await page.call(changeEmail, { body: { email: trimmed(email) } });
      onSent({ to: data.sentTo, againMs: page.nowMs() + data.waitSec * 1000 });
    },
    { fields: [...PROOF_FIELDS, "email"] },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => proof.typed && void send.run(proof.typed)}>
      <p className="text-sm text-muted">{t("account.email.change_lead", { hours: holdHours })}</p>
      <Field label={t("account.email.new")} error={send.refusal?.fault("email") && send.refusal.joined()}>
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
      <WaitNotice untilMs={againMs} say={(time) => t("account.phone.again", { time })} />
      <Button type="submit" wide disabled={!proof.typed || isBlank(email) || isWaiting} isBusy={send.isRunning}>
        {t("account.email.send")}
      </Button>
    </Form>
  );
}

type Coding = { sent: Sent; onAgain: (address: string) => void; onDone: (email: string) => void };

function CodeForm({ sent, onAgain, onDone }: Coding) {
  const t = useT();
  const page = usePage();
  const [code, setCode] = useState("");
  const isWaiting = useNow(1000) < sent.againMs;
  const take = useAction(
    async (digits: string) => {
      const { confirmEmailChange } = await import("#contract/people/email-change.ts");
      onDone((await page.call(confirmEmailChange, { body: { code: digits } })).data.email);
    },
    { fields: ["code"] },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => void take.run(code)}>
      <Alert kind="info">{t("account.email.sent", { email: sent.to })}</Alert>
      <Field label={t("account.email.code")} error={take.refusal?.fault("code")}>
        {(ids) => <CodeInput {...ids} value={code} onCode={setCode} onFull={(digits) => void take.run(digits)} />}
      </Field>
      <Button type="submit" wide isBusy={take.isRunning}>
        {t("account.email.take")}
      </Button>
      <WaitNotice untilMs={sent.againMs} say={(time) => t("account.phone.again", { time })} />
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" size="sm" disabled={isWaiting} onClick={() => onAgain(sent.to)}>
          {t("account.email.again")}
        </Button>
        <Button look="quiet" size="sm" onClick={() => onAgain("")}>
          {t("account.email.other")}
        </Button>
      </div>
    </Form>
  );
}
