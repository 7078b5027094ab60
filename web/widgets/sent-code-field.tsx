/** A code that is sent for the thing that is confirmed: asking for it by text, call or email, and typing it in. */
import { useEffect, useState } from "react";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CODE_LENGTH, CodeInput } from "#ui/forms/code-input.tsx";
import { Field } from "#ui/forms/field.tsx";
import { isDeclined } from "#sdk/declined.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { useLostCode } from "./use-sent-code.ts";
import type { CodesFor, Proof, SentMethod } from "#sdk/calls/use-proof.ts";
import type { By } from "./send-code.ts";
import { WaitNotice } from "./wait-notice.tsx";

const WAYS: Readonly<Record<SentMethod, readonly By[]>> = {
  sms_code: ["sms", "call"],
  push_code: ["push"],
  telegram_code: ["telegram"],
  email_code: ["email"],
};
/** With one of these on, email does not replace a code that did not get to Telegram. */
const INSTEAD = /sms|email/;
type Props = {
  readonly method: SentMethod;
  readonly proof: Proof;
  readonly error: string | undefined;
  readonly onEdit: (text: string) => void;
};

/** Of each way whether a code has left by it, or could not; one that is asked for anew is neither. */
type Sends = Partial<Record<By, "sent" | "failed">>;

export function SentCodeField({
  method,
  proof: { text, codesFor, takesTexts, methods, choose },
  error,
  onEdit,
}: Props) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(1000);
  const [sends, setSends] = useState<Sends>({});
  const [againMs, setAgainMs] = useState(0);
  const [sentMs, setSentMs] = useState(0);
  const send = useAction(
    async (by: By, wanted: NonNullable<CodesFor>) => {
      setSends((known) => ({ ...known, [by]: undefined }));
      setSentMs(0);
      try {
        const { sendBy } = await import("./send-code.ts");
        const answer = await sendBy(page, by, wanted);
        wanted.onSent?.();
        setSends({ [by]: "sent" });
        setSentMs(page.nowMs());
        setAgainMs(page.nowMs() + answer.data.waitSec * 1000);
      } catch (refused) {
        onEdit("");
        setSends({ [by]: "failed" });
        const waitSec = isDeclined(refused) ? Number(refused.context.retryAfterSec ?? 0) : 0;
        setAgainMs(page.nowMs() + waitSec * 1000);
        throw refused;
      }
    },
    { quiet: true },
  );
  const ways = WAYS[method].filter((by) => by !== "sms" || takesTexts);
  const { kind, id } = codesFor ?? { kind: "sign_in", id: "" };
  const lost = useLostCode({ kind, id, sentMs, isAwaited: text.length < CODE_LENGTH });
  const sent = ways.find((by) => sends[by] === "sent");
  const isWaiting = nowMs < againMs && lost === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the code is lost.
  useEffect(() => {
    if (lost !== undefined) onEdit("");
  }, [lost]);
  return (
    <div className="grid gap-2">
      {!codesFor && <p className="text-sm text-muted">{t("proof.sent.later")}</p>}
      {codesFor && (
        <div className="flex flex-wrap gap-2">
          {ways.map((by) => (
            <Button
              key={by}
              look={sends[by] === "failed" || (by === sent && lost !== undefined) ? "danger" : "secondary"}
              size="sm"
              disabled={isWaiting}
              isBusy={send.isRunning}
              onClick={() => void send.run(by, codesFor)}
            >
              {t(by === "telegram" ? "proof.use.telegram_code" : `proof.sent.${by}`)}
            </Button>
          ))}
        </div>
      )}
      {lost !== undefined && <Alert kind="danger">{lost}</Alert>}
      {lost !== undefined && method === "telegram_code" && !INSTEAD.test(methods.join()) && (
        <Button look="secondary" size="sm" className="justify-self-start" onClick={() => choose("email_code")}>
          {t("proof.use.email_code")}
        </Button>
      )}
      {sent && lost === undefined && (
        <p className="text-sm text-muted" role="status">
          {t(`proof.sent.done_${sent}`)}
        </p>
      )}
      {send.refusal && <Alert kind="danger">{send.refusal.message}</Alert>}
      <WaitNotice untilMs={lost === undefined ? againMs : 0} say={(time) => t("proof.sent.again", { time })} />
      <Field label={t("proof.sent.code")} error={error}>
        {(ids) => <CodeInput {...ids} value={text} onCode={onEdit} onFull={() => undefined} required />}
      </Field>
    </div>
  );
}
