/** The address had a slip in it: correct it before it is confirmed. */
import { useState } from "react";
import { trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

export function ChangeEmail({ onChanged }: { onChanged: (email: string, waitSec: number) => void }) {
  const page = usePage();
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const change = useAction(
    async (address: string) => {
      const { changeUnconfirmedEmail } = await import("#contract/people/sign-in/auth.ts");
      const { data } = await page.call(changeUnconfirmedEmail, { body: { email: address } });
      onChanged(data.sentTo, data.waitSec);
      setOpen(false);
      page.toast("success", t("auth.verify.sent", { email: data.sentTo }));
    },
    { quiet: true },
  );
  return (
    <>
      <Button look="quiet" size="sm" onClick={() => setOpen(true)}>
        {t("auth.verify.other_email")}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t("auth.verify.other_email")}
        closeLabel={t("shell.close")}
      >
        <Form className="grid gap-4" onSubmit={() => void change.run(trimmed(email))}>
          <Field label={t("auth.email")} error={change.refusal?.joined()}>
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
          <Button type="submit" isBusy={change.isRunning}>
            {t("auth.verify.send")}
          </Button>
        </Form>
      </Dialog>
    </>
  );
}
