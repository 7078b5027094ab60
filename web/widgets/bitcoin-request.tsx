/** An invoice with an address on the chain behind it, as one code; the whole and each part can be copied. */
import { useEffect, useEffectEvent, useState } from "react";
import { unifiedUri } from "#contract/products/payments/unified-uri.ts";
import type { DepositAddress } from "#contract/products/wallet/wallet.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { loadTexts } from "#sdk/words/late-texts.ts";
import type { Messages } from "#sdk/words/t.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Qr } from "#ui/pictures/qr.tsx";
import { Spinner } from "#ui/spinner.tsx";

const BITCOINREQUEST_TEXTS = import.meta.glob<Messages>("../i18n/bitcoinrequest/*.json", { import: "default" });

type Props = { readonly amount: string | null; readonly invoice: string };

export function BitcoinRequest(props: Props) {
  const page = usePage();
  const { data } = usePageQuery({
    queryKey: ["texts", "bitcoinrequest"],
    queryFn: async () => {
      await loadTexts(page, "bitcoinrequest", BITCOINREQUEST_TEXTS);
      return true;
    },
  });
  return data ? <Request {...props} /> : <Spinner />;
}

function Request({ amount, invoice }: Props) {
  const t = useT();
  const { address, make } = useOwnAddress();
  if (address === undefined) return <Spinner />;
  const whole = address ? unifiedUri({ uri: address.uri, amount, invoice }) : `lightning:${invoice.toUpperCase()}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid justify-items-center">
        <Qr text={whole} label={t(address ? "bitcoinrequest.code" : "bitcoinrequest.code_lightning")} size={260} />
      </div>
      {address && <p className="text-center text-xs text-muted">{t("bitcoinrequest.about")}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-lg bg-sunken p-3">
        {address && <Part name={t("bitcoinrequest.whole")} text={whole} label={t("bitcoinrequest.copy_whole")} />}
        <Part name={t("bitcoinrequest.invoice")} text={invoice} label={t("bitcoinrequest.copy_invoice")} />
        {address && (
          <Part name={t("bitcoinrequest.address")} text={address.address} label={t("bitcoinrequest.copy_address")} />
        )}
      </ul>
      {!address && (
        <div className="grid justify-items-start gap-2 text-xs text-muted">
          <p>{t("bitcoinrequest.no_address")}</p>
          {make.refusal && <Alert kind="danger">{make.refusal.joined()}</Alert>}
          <Button look="secondary" size="sm" isBusy={make.isRunning} onClick={() => void make.run()}>
            {t("bitcoinrequest.make_address")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Null where there is none; undefined until that is known. Where it cannot be known, the invoice is enough. */
function useOwnAddress() {
  const page = usePage();
  const [address, setAddress] = useState<DepositAddress | null | undefined>();
  const ask = useEffectEvent(async () => {
    const { getDepositAddress } = await import("#contract/products/wallet/wallet.ts");
    setAddress((await page.call(getDepositAddress, { params: { code: "BTC" } })).data);
  });
  useEffect(() => {
    ask().catch(() => setAddress(null));
  }, []);
  const make = useAction(
    async () => {
      const { createDepositAddress } = await import("#contract/products/wallet/wallet.ts");
      setAddress((await page.call(createDepositAddress, { params: { code: "BTC" } })).data);
    },
    { quiet: true },
  );
  return { address, make };
}

function Part({ name, text, label }: { readonly name: string; readonly text: string; readonly label: string }) {
  const t = useT();
  return (
    <li className="flex items-center gap-2">
      <span className="grid min-w-0 grow">
        <span className="text-xs text-muted">{name}</span>
        <bdi dir="ltr" className="truncate text-start font-mono text-xs">
          {text}
        </bdi>
      </span>
      <CopyButton isIcon text={text} label={label} doneLabel={t("bitcoinrequest.copied")} />
    </li>
  );
}
