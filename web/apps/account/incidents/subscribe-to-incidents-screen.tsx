/** Asks for emails about incidents, on the page of the status. The answer is the same for every address. */
import { useState } from "react";
import { EMAIL_MAX } from "#contract/platform/lengths.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PartScreen } from "#sdk/screen.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

export const screen: PartScreen = { texts: ["status.mail"] };

export default function SubscribeToIncidentsScreen() {
  const page = usePage();
  const t = useT();
  const [email, setEmail] = useState("");
  const [days, setDays] = useState<number | null>(null);
  const subscribe = useAction(
    async (address: string) => {
      const { subscribeToIncidents } = await import("#contract/site/incident-mail.ts");
      const { data } = await page.call(subscribeToIncidents, { body: { email: address, locale: page.locale } });
      setDays(data.days);
    },
    { fields: ["email"], quiet: true },
  );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      <h2 className="text-lg font-semibold">{t("status.mail.title")}</h2>
      {days !== null ? (
        <Alert kind="success">{t("status.mail.sent", { days })}</Alert>
      ) : (
        <Form className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={() => void subscribe.run(trimmed(email))}>
          {subscribe.refusal && !subscribe.refusal.fault("email") && (
            <Alert kind="danger">{subscribe.refusal.message}</Alert>
          )}
          <Field label={t("status.mail.email")} hint={t("status.mail.hint")} error={subscribe.refusal?.fault("email")}>
            {(ids) => (
              <Input
                {...ids}
                type="email"
                autoComplete="email"
                required
                dir="ltr"
                maxLength={EMAIL_MAX}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <div>
            <Button type="submit" isBusy={subscribe.isRunning}>
              {t("status.mail.subscribe")}
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}
