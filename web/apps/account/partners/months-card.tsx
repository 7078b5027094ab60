/** Each month of an ambassador, and its statement. */
import { useState } from "react";
import type { AmbassadorMonth, AmbassadorStatement } from "#contract/reach/ambassadors.ts";
import { amountText, countText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Table } from "#ui/table.tsx";

export function MonthsCard({ months }: { months: readonly AmbassadorMonth[] }) {
  const page = usePage();
  const t = useT();
  const [shown, setShown] = useState<AmbassadorStatement | null>(null);
  const nameOf = useMonthName();
  const show = useAction(
    async (month: string) => {
      const { getAmbassadorStatement } = await import("#contract/reach/ambassadors.ts");
      setShown((await page.call(getAmbassadorStatement, { query: { month } })).data);
    },
    { lane: (month) => month },
  );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5" aria-labelledby="months">
      <h2 id="months" className="font-semibold">
        {t("ambassadors.months.title")}
      </h2>
      {months.length === 0 ? (
        <p className="text-sm text-muted">{t("ambassadors.months.none")}</p>
      ) : (
        <Table
          caption={t("ambassadors.months.title")}
          head={[
            ...(["month", "newcomers", "rewards", "amount"] as const).map((key) => t(`ambassadors.months.${key}`)),
            "",
          ]}
          numbers={[1, 2, 3]}
          wide={[1, 2]}
        >
          {months.map((row) => (
            <tr key={row.month}>
              <td>{nameOf(row.month)}</td>
              <td className="text-end tabular-nums max-sm:hidden">{countText(page.locale, row.newcomers)}</td>
              <td className="text-end tabular-nums max-sm:hidden">{countText(page.locale, row.rewards)}</td>
              <td className="text-end tabular-nums">
                <bdi className="whitespace-nowrap">{amountText(page.locale, `${row.amount} USDT`)}</bdi>
              </td>
              <td className="text-end">
                <Button
                  look="secondary"
                  size="sm"
                  aria-label={`${t("ambassadors.months.show")}: ${nameOf(row.month)}`}
                  isBusy={show.isRunningIn(row.month)}
                  onClick={() => void show.run(row.month)}
                >
                  {t("ambassadors.months.show")}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {shown && <Statement statement={shown} name={nameOf(shown.month)} onClose={() => setShown(null)} />}
    </Card>
  );
}

/** Of a month of the reader's zone, which is a date and not a moment. */
function useMonthName() {
  const { locale } = usePage();
  const format = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "long",
    timeZone: "UTC",
    numberingSystem: "latn",
  });
  return (month: string) => format.format(new Date(`${month}-01T00:00:00Z`));
}

type StatementProps = { statement: AmbassadorStatement; name: string; onClose: () => void };

function Statement({ statement, name, onClose }: StatementProps) {
  const page = usePage();
  const t = useT();
  const shown = (amount: string) => (
    <bdi className="whitespace-nowrap">{amountText(page.locale, `${amount} USDT`)}</bdi>
  );
  return (
    <Dialog isOpen onClose={onClose} title={name} closeLabel={t("ambassadors.months.close")}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <dl className="grid grid-cols-2 gap-3 text-sm">
          <div>
            <dt className="text-xs text-muted">{t("ambassadors.months.newcomers")}</dt>
            <dd className="font-semibold tabular-nums">{countText(page.locale, statement.newcomers)}</dd>
          </div>
          <div>
            <dt className="text-xs text-muted">{t("ambassadors.months.total")}</dt>
            <dd className="font-semibold tabular-nums">{shown(statement.total)}</dd>
          </div>
        </dl>
        {statement.lines.length > 0 && (
          <Table
            caption={name}
            head={[t("ambassadors.newcomers.name"), t("ambassadors.months.rewards"), t("ambassadors.months.amount")]}
            numbers={[2]}
          >
            {statement.lines.map((line) => (
              <tr key={`${line.at} ${line.name}`} className="align-top">
                <td>
                  <bdi className="block">{line.name}</bdi>
                  <span className="text-2xs text-muted">
                    <LocalTime at={line.at} dateOnly />
                  </span>
                </td>
                <td>
                  <Badge>{t(`partners.status.${line.status}`)}</Badge>
                  <span className="block text-2xs text-muted">
                    {t("ambassadors.months.version")} {line.rateVersion}
                    {line.why && <> · {t(`partners.why.${line.why}`)}</>}
                  </span>
                </td>
                <td className="text-end tabular-nums">{shown(line.amount)}</td>
              </tr>
            ))}
          </Table>
        )}
        <div className="print:hidden">
          <Button look="secondary" size="sm" onClick={() => globalThis.print()}>
            {t("ambassadors.months.print")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
