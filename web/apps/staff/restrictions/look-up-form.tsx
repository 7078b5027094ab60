/** Looks a person up; why is asked first, and stays in the record. */
import { useState } from "react";
import { EMAIL_MAX } from "#contract/platform/lengths.ts";
import type { StaffPerson } from "#contract/compliance/restrictions.ts";
import { LOOK_UP_BY, type LookUpBy } from "#contract/compliance/restriction-names.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { useFocusBySlash } from "#sdk/focus-by-slash.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

const A_NUMBER = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/;
const IN_FORM: Readonly<Record<LookUpBy, RegExp>> = {
  username: /^[A-Za-z0-9_-]{3,20}$/,
  email: /^\S+@\S+$/,
  case: A_NUMBER,
  buyer: A_NUMBER,
  seller: A_NUMBER,
};

export function LookUpForm({ onFound }: { onFound: (person: StaffPerson) => void }) {
  const page = usePage();
  const t = useT();
  const [by, setBy] = useState<LookUpBy>("username");
  const [who, setWho] = useState("");
  const [reason, setReason] = useState("");
  const field = useFocusBySlash();
  const look = useAction(
    async (said: string, why: string) => {
      const { lookUpPerson } = await import("#contract/compliance/restrictions.ts");
      onFound((await page.call(lookUpPerson, { body: { by, who: said, reason: why } })).data);
    },
    { fields: ["who", "reason"] },
  );
  const said = trimmed(who);
  const isReady = IN_FORM[by].test(said) && hasLetters(reason, 3);
  return (
    <Card className="p-4">
      <Form className="grid gap-3" onSubmit={() => isReady && void look.run(said, trimmed(reason))}>
        <h2 className="font-semibold">{t("restrictions.staff.look_up")}</h2>
        <Field label={t("restrictions.staff.by_label")}>
          {(ids) => (
            <Select
              {...ids}
              value={by}
              onChange={({ target }) => setBy(LOOK_UP_BY.find((one) => one === target.value) ?? "username")}
            >
              {LOOK_UP_BY.map((one) => (
                <option key={one} value={one}>
                  {t(`restrictions.staff.by.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t(`restrictions.staff.who.${by}`)}
          hint={by === "buyer" || by === "seller" ? t("restrictions.staff.number_hint") : undefined}
          error={look.refusal?.fault("who")}
        >
          {(ids) => (
            <Input
              {...ids}
              ref={field}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              maxLength={EMAIL_MAX}
              value={who}
              onChange={(event) => setWho(event.target.value)}
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
