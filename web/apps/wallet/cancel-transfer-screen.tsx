/** The page of the link in the email about a transfer: its data and one button. Opening it changes nothing. */
import { useState } from "react";
import type { CancelTransferProps } from "#contract/products/pages.ts";
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { instantText } from "./instant-text.ts";

export const screen: PageScreen<"cancel-transfer", typeof CancelTransferScreen> = {
  title: "wallet.cancel.title",
  texts: ["wallet"],
};

export default function CancelTransferScreen({ token, transfer: first }: CancelTransferProps) {
  const t = useT();
  const page = usePage();
  const [transfer, setTransfer] = useState(first);
  const cancel = useAction(
    async () => {
      const { cancelSendOutByLink } = await import("#contract/products/wallet/wallet.ts");
      setTransfer((await page.call(cancelSendOutByLink, { body: { token } })).data);
    },
    { quiet: true },
  );
  return (
    <div className="mx-auto grid max-w-lg gap-5 py-8 sm:py-14">
      <Card className="grid gap-6 p-5 sm:p-8" aria-labelledby="transfer-title">
        <h1 id="transfer-title" className="text-2xl font-bold tracking-tight">
          {t("wallet.cancel.title")}
        </h1>
        {transfer === null ? (
          <Alert kind="warning">{t("wallet.cancel.unknown")}</Alert>
        ) : (
          <>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
              <FactRows
                rows={[
                  [
                    t("wallet.details.arrives"),
                    `${cryptoText(page.locale, transfer.amount, transfer.cryptoCurrencyCode)} ${transfer.cryptoCurrencyCode}`,
                  ],
                  [t("wallet.details.status"), t(`wallet.status.${transfer.status}`)],
                  ...(transfer.waitsUntil
                    ? [[t("wallet.details.waits_until"), instantText(page.locale, transfer.waitsUntil)] as const]
                    : []),
                ]}
              />
            </dl>
            <p className="rounded-lg bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]" dir="ltr">
              {transfer.address}
            </p>
            {cancel.refusal && <Alert kind="danger">{cancel.refusal.message}</Alert>}
            {transfer.status === "pending" && (
              <>
                <p className="text-sm text-muted">{t("wallet.cancel.lead")}</p>
                <Button look="danger" isBusy={cancel.isRunning} onClick={() => void cancel.run()}>
                  {t("wallet.cancel.confirm")}
                </Button>
              </>
            )}
            {transfer.status === "cancelled" && <Alert kind="success">{t("wallet.cancel.done_link")}</Alert>}
            {transfer.status !== "pending" && transfer.status !== "cancelled" && (
              <Alert kind="warning">{t("wallet.cancel.too_late")}</Alert>
            )}
          </>
        )}
      </Card>
    </div>
  );
}
