/** Confirming the email with the code that was sent; a new code, or another address, when it does not arrive. */
import { useState } from "react";
import type { VerifyEmailProps } from "#contract/people/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { WaitNotice } from "#widgets/wait-notice.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CODE_LENGTH, CodeInput } from "#ui/forms/code-input.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { AuthCard } from "./auth-card.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { InboxNotice } from "./inbox-notice.tsx";
import { leaveTo } from "./leave-to.ts";

export const screen: PageScreen<"verify-email", typeof VerifyEmailScreen> = {
  title: "auth.verify.title",
  texts: ["auth"],
};

const LEAVE_AFTER_MS = 3000;

export default function VerifyEmailScreen({ email, waitSec, next }: VerifyEmailProps) {
  const page = usePage();
  const t = useT();
  const [sentTo, setSentTo] = useState(email);
  const [code, setCode] = useState("");
  const [goesTo, setGoesTo] = useState<string | null>(null);
  const [againMs, setAgainMs] = useState(page.madeAtMs + waitSec * 1000);
  const isWaiting = useNow(1000) < againMs;
  const confirm = useAction(
    async (digits: string) => {
      const { verifyEmailCode } = await import("#contract/people/sign-in/auth.ts");
      const { data } = await page.call(verifyEmailCode, { body: { code: digits } });
      // The banner goes at once; other tabs notice it by the live channel.
      const session = page.session.get();
      if (session) page.session.set({ ...session, isEmailConfirmed: true });
      const target = next ?? data.redirectTo;
      setGoesTo(target);
      setTimeout(() => void leaveTo(page, target), LEAVE_AFTER_MS);
    },
    { quiet: true },
  );
  const resend = useAction(async () => {
    const { resendEmailCode } = await import("#contract/people/sign-in/auth.ts");
    const { data } = await page.call(resendEmailCode, {});
    setAgainMs(page.nowMs() + data.waitSec * 1000);
    page.toast("success", t("auth.verify.sent", { email: data.sentTo }));
  });
  if (goesTo !== null) {
    return (
      <AuthCard title={t("auth.verify.done_title")}>
        <Alert kind="success">{t("auth.verify.done_text")}</Alert>
        <Button onClick={() => void leaveTo(page, goesTo)}>{t("auth.verify.go_on")}</Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={t("auth.verify.title")}
      lead={t.rich("auth.verify.lead", {
        email: sentTo,
        b: (chunks) => (
          <bdi key="b" className="font-semibold text-ink">
            {chunks}
          </bdi>
        ),
      })}
    >
      <InboxNotice to={sentTo} />
      <Form
        className="grid gap-4"
        onSubmit={() => {
          if (code.length === CODE_LENGTH) void confirm.run(code);
        }}
      >
        <Field label={t("auth.verify.code")} error={confirm.refusal?.fault("code") ?? confirm.refusal?.message}>
          {(ids) => (
            <CodeInput
              {...ids}
              value={code}
              onCode={setCode}
              onFull={(digits) => void confirm.run(digits)}
              isFirst
              required
            />
          )}
        </Field>
        <Button type="submit" size="lg" wide isBusy={confirm.isRunning}>
          {t("auth.verify.confirm")}
        </Button>
      </Form>
      <WaitNotice untilMs={againMs} say={(time) => t("auth.verify.again", { time })} />
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" size="sm" disabled={isWaiting} isBusy={resend.isRunning} onClick={() => void resend.run()}>
          {t("auth.verify.resend")}
        </Button>
        <ChangeEmail
          onChanged={(to, wait) => {
            setSentTo(to);
            setAgainMs(page.nowMs() + wait * 1000);
          }}
        />
      </div>
    </AuthCard>
  );
}
