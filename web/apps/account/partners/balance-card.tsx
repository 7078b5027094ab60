/** What was earned in each coin, and the button that takes it into the balance. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { PartnerProgram } from "#contract/reach/partner/partner.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";

type Props = { readonly program: PartnerProgram; readonly onChange: (program: PartnerProgram) => void };

export function BalanceCard({ program, onChange }: Props) {
  const page = usePage();
  const t = useT();
  const claim = useAction(
    async (code: CryptoCode) => {
      const { claimPartnerRewards, getPartnerProgram } = await import("#contract/reach/partner/partner.ts");
      const { data } = await page.call(claimPartnerRewards, { body: { crypto_currency_code: code } });
      page.toast(
        "success",
        t("partners.balance.done", { amount: isolated(amountText(page.locale, `${data.amount} ${code}`)) }),
      );
      onChange((await page.call(getPartnerProgram, {})).data);
    },
    { lane: (code) => code },
  );
  const coin = (amount: string, code: CryptoCode) => (
    <bdi className="whitespace-nowrap">{amountText(page.locale, `${amount} ${code}`)}</bdi>
  );
  const hasDebt = program.balances.some(({ open }) => open.startsWith("-"));
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5" aria-labelledby="balances">
      <h2 id="balances" className="font-semibold">
        {t("partners.balance.title")}
      </h2>
      {program.balances.length === 0 ? (
        <p className="text-sm text-muted">{t("partners.balance.none")}</p>
      ) : (
        <Table
          caption={t("partners.balance.title")}
          head={[
            t("partners.balance.coin"),
            t("partners.balance.held"),
            t("partners.balance.open"),
            t("partners.balance.claimed"),
          ]}
          numbers={[1, 2, 3]}
          wide={[3]}
        >
          {program.balances.map((row) => {
            const code = row.cryptoCurrencyCode;
            return (
              <tr key={code} className="align-top">
                <td className="font-medium">{code}</td>
                <td className="text-end tabular-nums">{coin(row.held, code)}</td>
                <td className="text-end tabular-nums">
                  {coin(row.open, code)}
                  {row.openUsd !== null && (
                    <span className="block text-2xs text-muted">
                      {t("partners.balance.usd", { amount: isolated(amountText(page.locale, `${row.openUsd} USD`)) })}
                    </span>
                  )}
                  <span className="mt-2 block">
                    <Button
                      size="sm"
                      disabled={!row.mayClaim}
                      isBusy={claim.isRunningIn(code)}
                      onClick={() => void claim.run(code)}
                    >
                      {t("partners.balance.claim", { coin: code })}
                    </Button>
                  </span>
                </td>
                <td className="text-end tabular-nums max-sm:hidden">{coin(row.claimed, code)}</td>
              </tr>
            );
          })}
        </Table>
      )}
      {hasDebt && <Alert kind="info">{t("partners.balance.debt")}</Alert>}
      <p className="text-xs text-muted">
        {t("partners.balance.rule", {
          days: program.holdDays,
          usd: isolated(amountText(page.locale, `${program.claimUsd} USD`)),
        })}
      </p>
    </Card>
  );
}
