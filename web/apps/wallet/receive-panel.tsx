/** The address for a coin: as text, as a QR code, its network, and when coins that come there are credited. */
import { useEffect, useEffectEvent, useState } from "react";
import type { CryptoCode } from "#contract/money/money.ts";
import type { DepositAddress, WalletCurrency } from "#contract/products/wallet/wallet.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useLive } from "#sdk/live/use-live.ts";
import { Late } from "#sdk/late.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Qr } from "#ui/pictures/qr.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { creditMinutes, networkText } from "./network-words.ts";

/** Loaded when an amount is asked for. */
const loadAskForBitcoin = async () => (await import("#widgets/ask-for-bitcoin.tsx")).AskForBitcoin;

export function ReceivePanel({ code, currency }: { code: CryptoCode; currency: WalletCurrency | undefined }) {
  const t = useT();
  const page = usePage();
  const [address, setAddress] = useState<DepositAddress | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = useEffectEvent(async () => {
    const { getDepositAddress } = await import("#contract/products/wallet/wallet.ts");
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
    const { createDepositAddress } = await import("#contract/products/wallet/wallet.ts");
    const { data } = await page.call(createDepositAddress, { params: { code } });
    setAddress(data);
  });
  if (isAsking)
    return (
      <Late
        load={loadAskForBitcoin}
        props={{ onDone: () => setAsking(false) }}
        loading={<Spinner />}
        failed={(again) => (
          <Button look="secondary" onClick={again}>
            {t("wallet.request.open")}
          </Button>
        )}
      />
    );
  return (
    <>
      {address ? (
        <>
          <div className="grid justify-items-center">
            <Qr text={address.uri} label={t("wallet.receive.qr", { code })} />
          </div>
          <p className="rounded-lg bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]" dir="ltr">
            {address.address}
          </p>
          <CopyButton text={address.address} label={t("wallet.copy")} doneLabel={t("wallet.copied")} />
        </>
      ) : (
        <>
          <p className="text-sm text-muted">{t("wallet.receive.none", { code })}</p>
          <Button isBusy={make.isRunning} onClick={() => void make.run()}>
            {t("wallet.receive.make")}
          </Button>
        </>
      )}
      {code === "BTC" && page.flags.isLightningEnabled && (
        <Button look="secondary" onClick={() => setAsking(true)}>
          {t("wallet.request.open")}
        </Button>
      )}
      {currency && <Facts code={code} currency={currency} />}
    </>
  );
}

function Facts({ code, currency }: { code: CryptoCode; currency: WalletCurrency }) {
  const t = useT();
  const minutes = creditMinutes(currency);
  const network = currency.rail.chain === "bitcoin" ? "Bitcoin" : "Ethereum";
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            [t("wallet.network.label"), networkText(t, currency)],
            [
              t("wallet.receive.credited"),
              currency.confirmationsNeeded === null
                ? t("wallet.receive.finalized", { minutes })
                : t("wallet.receive.confirmations", { count: currency.confirmationsNeeded, minutes }),
            ],
          ]}
        />
      </dl>
      <Alert kind="warning" size="sm">
        {t("wallet.receive.network", { code, network })}
      </Alert>
    </>
  );
}
