/** Card money back into USDT, free of charge: at least as much as the page shows. */
import { useState } from "react";
import { decimal, decimalText, over, times } from "#contract/platform/decimal.ts";
import type { CardAccount } from "#contract/products/cards/cards.ts";
import { cryptoText, fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";

type Props = {
  readonly account: CardAccount;
  /** Of one USDT in dollars; null without one. */
  readonly rate: string | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** The price may fall by half a percent before the page has to be asked again. */
const LEAST_SHARE = { units: 995n, digits: 3 };
const IS_SUM = /^\d{1,10}(\.\d{1,2})?$/;

export function WithdrawDialog({ account, rate, onDone, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const [usd, setUsd] = useState("");
  const expected = rate !== null && IS_SUM.test(usd) ? over(decimal(usd), decimal(rate), 6, "down") : null;
  const least = expected && decimalText(roundedDown(times(expected, LEAST_SHARE)));
  const take = useAction(
    async (atLeast: string) => {
      const { withdrawCardMoney } = await import("#contract/products/cards/cards.ts");
      const { data } = await page.call(withdrawCardMoney, { body: { usd, at_least: atLeast } });
      page.toast("success", t("cards.withdraw.done", { sum: `${cryptoText(page.locale, data.amount, "USDT")} USDT` }));
      onDone();
    },
    { fields: ["usd"] },
  );
  const coins = (sum: string) => `${cryptoText(page.locale, sum, "USDT")} USDT`;
  return (
    <Dialog isOpen onClose={onClose} title={t("cards.withdraw.title")} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => least && void take.run(least)}>
        <p className="text-sm text-muted">{t("cards.withdraw.lead")}</p>
        <Field
          label={t("cards.withdraw.sum")}
          hint={t("cards.withdraw.free", { sum: `${fiatText(page.locale, account.balance, "USD")} USD` })}
          error={take.refusal?.fault("usd")}
        >
          {(ids) => (
            <AmountInput
              {...ids}
              unit="USD"
              value={usd}
              onValue={setUsd}
              action={
                <button
                  type="button"
                  onClick={() => setUsd(account.balance)}
                  className="min-h-8 rounded-md bg-brand-soft px-2.5 text-xs font-semibold text-brand hover:bg-sunken"
                >
                  {t("cards.withdraw.all")}
                </button>
              }
              required
            />
          )}
        </Field>
        {expected && least && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-lg bg-sunken p-4 text-sm">
            <FactRows
              rows={[
                [t("cards.withdraw.gets"), <strong key="gets">{coins(decimalText(expected))}</strong>],
                [t("cards.withdraw.least"), coins(least)],
                [t("cards.withdraw.fee"), t("cards.withdraw.no_fee")],
              ]}
            />
          </dl>
        )}
        <Button type="submit" wide disabled={!least} isBusy={take.isRunning}>
          {t("cards.withdraw.take")}
        </Button>
      </Form>
    </Dialog>
  );
}

/** To the six digits of USDT. */
function roundedDown({ units, digits }: { units: bigint; digits: number }) {
  return { units: units / 10n ** BigInt(Math.max(0, digits - 6)), digits: Math.min(digits, 6) };
}
