/** Blocks a user's access to their ended trades, or restores it, for a recorded reason. */
import { useState } from "react";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import type { StaffPerson } from "#contract/compliance/restrictions.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = {
  readonly person: StaffPerson;
  readonly mayChange: boolean;
  readonly onDone: (areTradesClosed: boolean) => void;
};

export function TradeViewForm({ person, mayChange, onDone }: Props) {
  const t = useT();
  const page = usePage();
  const [reason, setReason] = useState("");
  const isBlocked = person.areTradesClosed;
  const act = useAction(
    async (why: string) => {
      const { blockTradeView } = await import("#contract/compliance/restrictions.ts");
      const body = { username: person.username, is_blocked: !isBlocked, reason: why };
      onDone((await page.call(blockTradeView, { body })).data.areTradesClosed);
      setReason("");
    },
    { fields: ["reason"] },
  );
  const isReady = hasLetters(reason, 3);
  return (
    <section className="grid gap-2 text-sm">
      <h3 className="font-semibold">{t("restrictions.staff.trade_view.title")}</h3>
      <p className="text-muted">{t(`restrictions.staff.trade_view.${isBlocked ? "closed" : "open"}`)}</p>
      {mayChange && (
        <Form className="grid gap-2" onSubmit={() => isReady && void act.run(trimmed(reason))}>
          <Field
            label={t("restrictions.staff.trade_view.reason")}
            hint={t("restrictions.staff.dialog.note_hint")}
            error={act.refusal?.fault("reason") ?? act.refusal?.message}
          >
            {(ids) => (
              <Input {...ids} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
            )}
          </Field>
          <Button type="submit" look="secondary" disabled={!isReady} isBusy={act.isRunning}>
            {t(`restrictions.staff.trade_view.${isBlocked ? "do_open" : "do_close"}`)}
          </Button>
        </Form>
      )}
    </section>
  );
}
