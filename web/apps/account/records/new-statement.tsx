/** Asks for the statement of a month. */
import { useState } from "react";
import type { WalletFile } from "#contract/products/wallet/files.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";
import { numeralLocale } from "#contract/platform/locales.ts";

type Props = {
  readonly today: string;
  readonly isMaking: boolean;
  readonly onMade: (made: WalletFile) => void;
};

const MONTHS = 36;

/** The current month and those before it, the newest first. */
function monthsUntil(today: string): string[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

export function NewStatement({ today, isMaking, onMade }: Props) {
  const page = usePage();
  const t = useT();
  const months = monthsUntil(today);
  const [month, setMonth] = useState(months[1] ?? "");
  const words = new Intl.DateTimeFormat(numeralLocale(page.locale), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const make = useAction(
    async () => {
      const { askForStatement } = await import("#contract/products/wallet/files.ts");
      onMade((await page.call(askForStatement, { body: { month } })).data);
    },
    { fields: ["month"] },
  );
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="font-semibold">{t("movements.files.statement")}</h2>
      <p className="text-sm text-muted">{t("movements.files.statement_hint")}</p>
      <Form className="grid gap-4" onSubmit={() => void make.run()}>
        <Field label={t("movements.files.month")} error={make.refusal?.fault("month")}>
          {(ids) => (
            <Select {...ids} value={month} onChange={({ target }) => setMonth(target.value)}>
              {months.map((one) => (
                <option key={one} value={one}>
                  {words.format(Date.parse(`${one}-01`))}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" isBusy={make.isRunning} disabled={isMaking}>
          {t(isMaking ? "exports.making" : "movements.files.make_statement")}
        </Button>
      </Form>
    </Card>
  );
}
