/** On a receipt: the same each month, asked about first. */
import { useState } from "react";
import type { TopUpOrder } from "#contract/products/top-ups.ts";
import { AmountInput, CountInput } from "#sdk/number-input.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";

/** Months have at least so many days. */
const LAST_DAY = 28;

export function MonthlyOffer({ order }: { readonly order: TopUpOrder }) {
  const t = useT();
  const page = usePage();
  const [day, setDay] = useState(String(Math.min(LAST_DAY, Number(order.createdAt.slice(8, 10)))));
  const [most, setMost] = useState(order.suggestedMostUsd);
  const [madeFor, setMadeFor] = useState<number | null>(null);
  const create = useAction(
    async () => {
      const { createTopUpRule } = await import("#contract/products/top-up-rules.ts");
      const body = { order_id: order.id, day: Number(day), most_usd: most };
      setMadeFor((await page.call(createTopUpRule, { body })).data.day);
    },
    { fields: ["day", "most_usd"], quiet: true },
  );
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="top-up-monthly">
      <h2 id="top-up-monthly" className="font-semibold">
        {t("topups.monthly.offer")}
      </h2>
      {madeFor === null ? (
        <Form className="grid gap-4" onSubmit={() => void create.run()}>
          <p className="text-sm text-muted">{t("topups.monthly.lead")}</p>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label={t("topups.monthly.day")} error={create.refusal?.fault("day")}>
              {(ids) => <CountInput {...ids} range={[1, LAST_DAY]} value={day} onValue={setDay} required />}
            </Field>
            <Field
              label={t("topups.monthly.most")}
              hint={t("topups.monthly.most_hint")}
              error={create.refusal?.fault("most_usd")}
            >
              {(ids) => <AmountInput {...ids} unit="USD" value={most} onValue={setMost} required />}
            </Field>
          </div>
          {create.refusal && !create.refusal.fault("day") && !create.refusal.fault("most_usd") && (
            <Alert kind="danger">{create.refusal.message}</Alert>
          )}
          <Button type="submit" look="secondary" isBusy={create.isRunning}>
            {t("topups.monthly.create")}
          </Button>
        </Form>
      ) : (
        <>
          <p className="text-sm" role="status">
            {t("topups.monthly.created", { day: String(madeFor) })}
          </p>
          <LinkButton look="secondary" href={page.href("mobileTopUp", undefined)}>
            {t("topups.monthly.see")}
          </LinkButton>
        </>
      )}
    </Card>
  );
}
