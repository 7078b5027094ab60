/** Every version of the shares, what rewards have cost in thirty days, and what another share would have cost. */
import type { StaffPartnersProps } from "#contract/staff/pages.ts";
import { amountText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { holdsRight } from "#contract/staff/rights.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { Table } from "#ui/table.tsx";

type Props = Pick<StaffPartnersProps, "rates" | "thought">;

export function RatesCard({ rates, thought }: Props) {
  const page = usePage();
  const t = useT();
  const mayChange = holdsRight(useSession()?.roles ?? [], "console");
  const tier = (one: 0 | 1 | 2) => t(`partners.days.tier_${one}`);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5" aria-labelledby="shares">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 id="shares" className="font-semibold">
            {t("partners.staff.rates")}
          </h2>
          <p className="text-sm text-muted">{t("partners.staff.rates_about")}</p>
        </div>
        {mayChange && (
          <LinkButton look="secondary" size="sm" href={`${page.href("staffSettings", undefined)}?q=partner`}>
            {t("partners.staff.change")}
          </LinkButton>
        )}
      </header>
      <Table
        caption={t("partners.staff.rates")}
        head={(["version", "percent", "months", "cap", "from"] as const).map((key) => t(`partners.staff.${key}`))}
        numbers={[1, 2, 3]}
        wide={[2, 3]}
      >
        {rates.versions.map((row) => (
          <tr key={row.version}>
            <td>
              {row.version} · {tier(row.tier)}
            </td>
            <td className="text-end tabular-nums">{row.percent}%</td>
            <td className="text-end tabular-nums max-sm:hidden">{row.months}</td>
            <td className="text-end tabular-nums max-sm:hidden">{row.capPercent}%</td>
            <td>{row.validFrom ? <LocalTime at={row.validFrom} /> : t("partners.staff.ever")}</td>
          </tr>
        ))}
      </Table>
      <h3 className="font-semibold">{t("partners.staff.level_rates")}</h3>
      <Table
        caption={t("partners.staff.level_rates")}
        head={[t("partners.staff.version"), t("partners.days.amount"), t("partners.staff.from")]}
        numbers={[1]}
      >
        {rates.levels.map((row) => (
          <tr key={row.version}>
            <td>
              {row.version} · {t(`staff.ambassador_level.${row.level}`)}
            </td>
            <td className="text-end tabular-nums">
              <bdi>{amountText(page.locale, `${row.amount} USDT`)}</bdi>
            </td>
            <td>{row.validFrom ? <LocalTime at={row.validFrom} /> : t("partners.staff.ever")}</td>
          </tr>
        ))}
      </Table>
      <h3 className="font-semibold">{t("partners.staff.costs")}</h3>
      <PreviewForm thought={thought} />
      {rates.costs.length === 0 ? (
        <p className="text-sm text-muted">{t("partners.staff.no_costs")}</p>
      ) : (
        <Table
          caption={t("partners.staff.costs")}
          head={[
            t("partners.days.tier"),
            t("partners.staff.fees"),
            t("partners.staff.cost"),
            t("partners.staff.would"),
          ]}
          numbers={[1, 2, 3]}
          wide={[1]}
        >
          {rates.costs.map((row) => {
            const shown = (amount: string) => (
              <bdi>{amountText(page.locale, `${amount} ${row.cryptoCurrencyCode}`)}</bdi>
            );
            return (
              <tr key={`${row.tier} ${row.cryptoCurrencyCode}`}>
                <td>{tier(row.tier)}</td>
                <td className="text-end tabular-nums max-sm:hidden">{shown(row.fees)}</td>
                <td className="text-end tabular-nums">{shown(row.cost)}</td>
                <td className="text-end tabular-nums">{row.wouldCost === null ? "–" : shown(row.wouldCost)}</td>
              </tr>
            );
          })}
        </Table>
      )}
    </Card>
  );
}

/** Its answer is in the address. */
function PreviewForm({ thought }: Pick<Props, "thought">) {
  const t = useT();
  return (
    <form method="get" className="flex flex-wrap items-end gap-3">
      <Field label={t("partners.days.tier")}>
        {(ids) => (
          <Select {...ids} name="tier" defaultValue={thought.tier || "1"}>
            <option value="1">{t("partners.days.tier_1")}</option>
            <option value="2">{t("partners.days.tier_2")}</option>
          </Select>
        )}
      </Field>
      <Field label={t("partners.staff.think")}>
        {(ids) => (
          <Input
            {...ids}
            name="percent"
            required
            inputMode="decimal"
            pattern="[0-9]{1,2}([.][0-9]{1,2})?"
            defaultValue={thought.percent}
          />
        )}
      </Field>
      <Button type="submit" look="secondary">
        {t("partners.staff.preview")}
      </Button>
    </form>
  );
}
