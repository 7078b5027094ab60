/** What the shares of today would give for figures that the reader enters. */
import { useState } from "react";
import type { PartnerRate } from "#contract/reach/partner/partner.ts";
import { amountText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { Stat } from "#ui/stat.tsx";
import { earningsOf, type Figures } from "./earnings.ts";

const FIELDS = ["friends", "volume", "fee", "second"] as const;
const MOST: Figures = { friends: 10_000, volume: 1_000_000, fee: 20, second: 100 };

export function Calculator({ rates }: { rates: readonly PartnerRate[] }) {
  const page = usePage();
  const t = useT();
  const [texts, setTexts] = useState({ friends: "10", volume: "1000", fee: "1", second: "2" });
  const figures = Object.fromEntries(
    FIELDS.map((name) => [name, Math.min(MOST[name], Math.max(0, Number(texts[name]) || 0))]),
  ) as Figures;
  const { month, all, months } = earningsOf(rates, figures);
  const shown = (usd: number) => amountText(page.locale, `${usd.toFixed(2)} USD`);
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="calculator">
      <h2 id="calculator" className="text-lg font-semibold">
        {t("partners.calculator.title")}
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map((name) => (
          <Field key={name} label={t(`partners.calculator.${name}`)}>
            {(ids) => (
              <Input
                {...ids}
                type="number"
                inputMode="decimal"
                min={0}
                max={MOST[name]}
                step={name === "fee" ? 0.1 : 1}
                value={texts[name]}
                onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <dl aria-live="polite" className="grid grid-cols-2 gap-4 rounded-xl bg-sunken p-4">
        {[
          { label: t("partners.calculator.month"), value: month },
          { label: t("partners.calculator.all", { months }), value: all },
        ].map(({ label, value }) => (
          <Stat key={label} size="xl" label={label} value={shown(value)} />
        ))}
      </dl>
      <p className="text-xs text-muted">{t("partners.calculator.about")}</p>
    </Card>
  );
}
