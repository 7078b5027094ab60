/** Earnings of ninety days, by day, tier and coin. */
import type { PartnerDay } from "#contract/reach/partner/partner.ts";
import { amountText, countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";

export function DaysCard({ days }: { days: readonly PartnerDay[] }) {
  const page = usePage();
  const t = useT();
  // A day of the reader's zone is a date, not a moment.
  const day = new Intl.DateTimeFormat(page.locale, { dateStyle: "medium", timeZone: "UTC", numberingSystem: "latn" });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5" aria-labelledby="days">
      <h2 id="days" className="font-semibold">
        {t("partners.days.title")}
      </h2>
      {days.length === 0 ? (
        <p className="text-sm text-muted">{t("partners.days.none")}</p>
      ) : (
        <Table
          caption={t("partners.days.title")}
          head={[
            t("partners.days.day"),
            t("partners.days.tier"),
            t("partners.days.rewards"),
            t("partners.days.amount"),
          ]}
          numbers={[2, 3]}
          wide={[2]}
        >
          {days.map((row) => (
            <tr key={`${row.day} ${row.tier} ${row.cryptoCurrencyCode}`}>
              <td>{day.format(new Date(`${row.day}T00:00:00Z`))}</td>
              <td>{t(`partners.days.tier_${row.tier}`)}</td>
              <td className="text-end tabular-nums max-sm:hidden">{countText(page.locale, row.rewards)}</td>
              <td className="text-end tabular-nums">
                <bdi className="whitespace-nowrap">
                  {amountText(page.locale, `${row.amount} ${row.cryptoCurrencyCode}`)}
                </bdi>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
