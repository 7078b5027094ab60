/** The address for a coin: as text, as a QR code, and a warning about the network. */
import { useEffect, useEffectEvent, useState } from "react";
import type { CryptoCode } from "#contract/money/money.ts";
import type { DepositAddress, WalletCurrency } from "#contract/products/wallet.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useLive } from "#sdk/live/use-live.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Qr } from "#ui/pictures/qr.tsx";

export function ReceivePanel({ code, currency }: { code: CryptoCode; currency: WalletCurrency | undefined }) {
  const t = useT();
  const page = usePage();
  const [address, setAddress] = useState<DepositAddress | null>(null);
  const ask = useEffectEvent(async () => {
    const { getDepositAddress } = await import("#contract/products/wallet.ts");
    const { data } = await page.call(getDepositAddress, { params: { code } });
    setAddress(data);
  });
  useEffect(() => {
    void ask().catch(() => undefined);
  }, []);
  // Test coins bring an address along.
  useLive("user", ({ type, payload }) => {
    const isDeposit = type === "wallet.changed" && payload.lines.some((line) => line.type === "deposit");
    if (isDeposit && !address) void ask().catch(() => undefined);
  });
  const make = useAction(async () => {
    const { createDepositAddress } = await import("#contract/products/wallet.ts");
    const { data } = await page.call(createDepositAddress, { params: { code } });
    setAddress(data);
  });
  const network = currency?.rail.chain === "bitcoin" ? "Bitcoin" : "Ethereum";
  if (!address) {
    return (
      <>
        <p className="text-sm text-muted">{t("wallet.receive.none", { code })}</p>
        <Button isBusy={make.isRunning} onClick={() => void make.run()}>
          {t("wallet.receive.make")}
        </Button>
      </>
    );
  }
  return (
    <>
      <div className="grid justify-items-center">
        <Qr text={address.uri} label={t("wallet.receive.qr", { code })} />
      </div>
      <p className="rounded-lg bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]" dir="ltr">
        {address.address}
      </p>
      <CopyButton text={address.address} label={t("wallet.copy")} doneLabel={t("wallet.copied")} />
      <Alert kind="warning" size="sm">
        {t("wallet.receive.network", { code, network })}
      </Alert>
      <p className="text-xs text-muted">
        {currency?.confirmationsNeeded
          ? t("wallet.receive.confirmations", { count: String(currency.confirmationsNeeded) })
          : t("wallet.receive.finalized")}
      </p>
    </>
  );
}
