/** A code that is sent for the thing that is confirmed: asking for it by text, call or email, and typing it in. */
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { CodeInput } from "#ui/code-input.tsx";
import { Field } from "#ui/field.tsx";
import { usePage, useT } from "./page-kit.ts";
import { useAction } from "./use-action.ts";
import { useNow } from "./use-now.ts";
import type { CodesFor, Proof, SentMethod } from "./use-proof.ts";

type By = "sms" | "call" | "push" | "email";
const WAYS: Readonly<Record<SentMethod, readonly By[]>> = {
  sms_code: ["sms", "call"],
  push_code: ["push"],
  email_code: ["email"],
};
type Props = {
  readonly method: SentMethod;
  readonly proof: Proof;
  readonly error: string | undefined;
  readonly onEdit: (text: string) => void;
};

async function sendBy(page: ReturnType<typeof usePage>, by: By, { kind, id }: NonNullable<CodesFor>) {
  if (kind === "sign_in") {
    const { sendSignInCode } = await import("#contract/sign-in.ts");
    return page.call(sendSignInCode, { body: { by } });
  }
  const calls = await import("#contract/two-factor.ts");
  const query = { kind, id };
  if (by === "push") return page.call(calls.pushPhoneCode, { query });
  if (by === "sms") return page.call(calls.sendTextCode, { query });
  return by === "call" ? page.call(calls.callPhoneCode, { query }) : page.call(calls.sendMailCode, { query });
}

export function SentCodeField({ method, proof: { text, codesFor }, error, onEdit }: Props) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(1000);
  const [sent, setSent] = useState<{ by: By; againMs: number } | null>(null);
  const send = useAction(async (by: By, wanted: NonNullable<CodesFor>) => {
    const answer = await sendBy(page, by, wanted);
    wanted.onSent?.();
    setSent({ by, againMs: page.nowMs() + answer.data.waitSec * 1000 });
  });
  const ways = WAYS[method];
  const isWaiting = sent !== null && nowMs < sent.againMs;
  return (
    <div className="grid gap-2">
      {!codesFor && <p className="text-sm text-muted">{t("proof.sent.later")}</p>}
      {codesFor && (
        <div className="flex flex-wrap gap-2">
          {ways.map((by) => (
            <Button
              key={by}
              look="secondary"
              size="sm"
              disabled={isWaiting}
              isBusy={send.isRunning}
              onClick={() => void send.run(by, codesFor)}
            >
              {t(`proof.sent.${by}`)}
            </Button>
          ))}
        </div>
      )}
      {sent && (
        <p className="text-sm text-muted" role="status">
          {t(`proof.sent.done_${sent.by}`)}
        </p>
      )}
      <Field label={t("proof.sent.code")} error={error}>
        {(ids) => <CodeInput {...ids} value={text} onCode={onEdit} onFull={() => undefined} required />}
      </Field>
    </div>
  );
}
