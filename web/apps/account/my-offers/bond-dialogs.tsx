/** Deposits the bond in a coin that its owner chooses, or takes all of it back; each is confirmed first. */
import { useState } from "react";
import type { CryptoCode } from "#contract/money/money.ts";
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import type { Bond } from "./use-bond.ts";

type Props = { readonly bond: Bond; readonly onClose: () => void };

export function DepositDialog({ bond, onClose }: Props) {
  const t = useT();
  const { locale } = usePage();
  const { options } = bond.data.activities.makeDeposit;
  const [code, setCode] = useState<CryptoCode | null>(options[0]?.currencyCode ?? null);
  return (
    <Dialog isOpen isSheet onClose={onClose} title={t("myoffers.bond.deposit_title")} closeLabel={t("shell.close")}>
      <Form
        noValidate
        className="grid gap-4"
        onSubmit={() => {
          if (code) void bond.deposit.run(code, onClose);
        }}
      >
        <RadioCards
          legend={t("myoffers.bond.coin")}
          name="bond-coin"
          columns={1}
          value={code}
          onChange={setCode}
          cards={options.map(({ currencyCode, missingAmount }) => ({
            value: currencyCode,
            title: (
              <bdi>
                {cryptoText(locale, missingAmount, currencyCode)} {currencyCode}
              </bdi>
            ),
          }))}
        />
        <p className="text-sm text-muted">{t("myoffers.bond.deposit_sure")}</p>
        <Button type="submit" disabled={code === null} isBusy={bond.deposit.isRunning}>
          {t("myoffers.bond.deposit")}
        </Button>
      </Form>
    </Dialog>
  );
}

export function WithdrawDialog({ bond, onClose }: Props) {
  const t = useT();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("myoffers.bond.withdraw_title")}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {t("myoffers.bond.keep")}
          </Button>
          <Button isBusy={bond.withdraw.isRunning} onClick={() => void bond.withdraw.run(onClose)}>
            {t("myoffers.bond.withdraw")}
          </Button>
        </>
      }
    >
      <p className="text-sm">{t("myoffers.bond.withdraw_sure")}</p>
    </Dialog>
  );
}
