/** A code is on its way to the number: showing it, another one, another number, and what went wrong. */
import { useState } from "react";
import type { PhoneView } from "#contract/people/phones.ts";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { Action } from "#sdk/state/use-action.ts";
import { WaitNotice } from "#widgets/wait-notice.tsx";
import { useNow } from "#sdk/state/use-now.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CODE_LENGTH, CodeInput } from "#ui/forms/code-input.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import type { SendCode } from "../security/ask-for-code.tsx";

type Props = {
  readonly phone: PhoneView;
  /** By their own choice: codes come in a call. */
  readonly noTexts: boolean;
  /** From when on another code can be asked for. */
  readonly againMs: number;
  readonly send: SendCode;
  readonly confirm: Action<[code: string]>;
  readonly reset: Action<[isConfirmed: boolean]>;
};

export function ShowPhoneCode({ phone, noTexts, againMs, send, confirm, reset }: Props) {
  const t = useT();
  const [code, setCode] = useState("");
  const isWaiting = useNow(1000) < againMs;
  const number = phone.number ?? "";
  const ask = (call: boolean) => {
    setCode("");
    confirm.clear();
    void send.run(number, call, true);
  };
  return (
    <div className="grid gap-3">
      <Delivery phone={phone} />
      <InboxLink to={number} />
      <Form
        className="grid gap-3"
        onSubmit={() => {
          if (code.length === CODE_LENGTH) void confirm.run(code);
        }}
      >
        <Field label={t("account.phone.code")} error={confirm.refusal?.fault("phoneCode") ?? confirm.refusal?.message}>
          {(ids) => (
            <CodeInput {...ids} value={code} onCode={setCode} onFull={(digits) => void confirm.run(digits)} required />
          )}
        </Field>
        <Button type="submit" look="secondary" className="justify-self-start" isBusy={confirm.isRunning}>
          {t("account.phone.confirm")}
        </Button>
      </Form>
      <WaitNotice
        untilMs={againMs}
        say={(time) => t(phone.isAttemptsExceeded ? "account.phone.exceeded" : "account.phone.again", { time })}
      />
      {noTexts && <p className="text-sm text-muted">{t("account.phone.calls_only")}</p>}
      <div className="flex flex-wrap gap-2">
        {!noTexts && (
          <Button look="quiet" size="sm" disabled={isWaiting} isBusy={send.isRunning} onClick={() => ask(false)}>
            {t("account.phone.again_sms")}
          </Button>
        )}
        <Button look="quiet" size="sm" disabled={isWaiting} isBusy={send.isRunning} onClick={() => ask(true)}>
          {t("account.phone.again_call")}
        </Button>
        <Button look="quiet" size="sm" isBusy={reset.isRunning} onClick={() => void reset.run(false)}>
          {t("account.phone.change")}
        </Button>
      </div>
    </div>
  );
}

function Delivery({ phone: { delivery, channel, number, errorCode, triesLeft } }: { phone: PhoneView }) {
  const t = useT();
  if (delivery === "failed") {
    const isKnown = errorCode === 1 || errorCode === 3 || errorCode === 5;
    return <Alert kind="danger">{t(isKnown ? `account.phone.fault_${errorCode}` : "account.phone.not_sent")}</Alert>;
  }
  if (triesLeft === 0) return <Alert kind="info">{t("account.phone.expired")}</Alert>;
  if (delivery === "waiting") return <Alert kind="info">{t("account.phone.waiting")}</Alert>;
  return (
    <p className="text-sm">
      {t(channel === "call" ? "account.phone.sent_call" : "account.phone.sent_sms", { number: isolated(number ?? "") })}
    </p>
  );
}

/** In a demo market: where the text is that was just sent. */
function InboxLink({ to }: { to: string }) {
  const page = usePage();
  const t = useT();
  if (!page.isDemo) return null;
  return (
    <Alert kind="info">
      {t.rich("account.phone.inbox", {
        link: (chunks) => (
          <a
            key="link"
            href={`${page.href("demoInbox", undefined)}?to=${encodeURIComponent(to)}`}
            target="_blank"
            rel="noreferrer"
            className="font-semibold text-brand underline"
          >
            {chunks}
          </a>
        ),
      })}
    </Alert>
  );
}
