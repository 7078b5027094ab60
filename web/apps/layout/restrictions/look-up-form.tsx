/** Looks a person up; why is asked first, and stays in the record. */
import { useState } from "react";
import type { StaffPerson } from "#contract/restrictions.ts";
import { useFocusBySlash } from "#sdk/focus-by-slash.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Input } from "#ui/input.tsx";

export function LookUpForm({ onFound }: { onFound: (person: StaffPerson) => void }) {
  const page = usePage();
  const t = useT();
  const [username, setUsername] = useState("");
  const [reason, setReason] = useState("");
  const field = useFocusBySlash();
  const look = useAction(
    async (name: string, why: string) => {
      const { lookUpPerson } = await import("#contract/restrictions.ts");
      onFound((await page.call(lookUpPerson, { body: { username: name, reason: why } })).data);
    },
    { fields: ["username", "reason"] },
  );
  const name = username.trim();
  const isReady = /^[A-Za-z0-9_-]{3,20}$/.test(name) && reason.trim().length >= 3;
  return (
    <Card className="p-4">
      <Form className="grid gap-3" onSubmit={() => isReady && void look.run(name, reason.trim())}>
        <h2 className="font-semibold">{t("restrictions.staff.look_up")}</h2>
        <Field label={t("restrictions.staff.username")} error={look.refusal?.fault("username")}>
          {(ids) => (
            <Input
              {...ids}
              ref={field}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t("restrictions.staff.why")}
          hint={t("restrictions.staff.why_hint")}
          error={look.refusal?.fault("reason")}
        >
          {(ids) => (
            <Input {...ids} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Button type="submit" look="secondary" disabled={!isReady} isBusy={look.isRunning}>
          {t("restrictions.staff.find")}
        </Button>
      </Form>
    </Card>
  );
}
