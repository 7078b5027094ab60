/** The wallet: what one has of each coin, with receive, send and convert on each; everything that changed it. */
import { useState } from "react";
import type { WalletPageProps } from "#contract/products/pages.ts";
import type { CryptoCode } from "#contract/money/money.ts";
import type { WalletCurrency } from "#contract/products/wallet/wallet.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Below } from "#ui/below.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { Segments } from "#ui/segments.tsx";
import { Blocks } from "#widgets/wallet-blocks.tsx";
import { ContactSupport } from "#widgets/contact-support.tsx";
import { Balances, type Panel, PANELS } from "./balances.tsx";
import { ConvertPanel } from "./convert-panel.tsx";
import { FirstStep } from "./first-step.tsx";
import { History } from "./history.tsx";
import { ReceivePanel } from "./receive-panel.tsx";
import { SendPanel } from "./send-panel.tsx";
import { useWallet } from "./use-wallet.ts";

export const screen: PageScreen<"wallet", typeof WalletScreen> = {
  title: "wallet.title",
  active: "wallet",
  texts: ["wallet", "proof", "support.contact", "support.problem_account_balance"],
};

export default function WalletScreen(props: WalletPageProps) {
  const t = useT();
  const { href } = usePage();
  const { balances, transactions, refresh, ask, isAsking } = useWallet(props);
  const [panel, setPanel] = useState(props.panel);
  const [code, setCode] = useState(props.code);
  // Of one coin, and for one transfer: a form that fills itself again would send twice.
  const [link, setLink] = useState(props.sendLink);
  const currency = props.currencies.find((one) => one.code === code);
  const held = balances.balances.find((one) => one.cryptoCurrencyCode === code);
  const choose = (next: CryptoCode, wanted?: Panel) => {
    setCode(next);
    if (!wanted) return;
    setPanel(wanted);
    document.getElementById("wallet-card")?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div className="grid gap-3 py-4 md:gap-5 md:py-6">
      <h1 className="text-2xl font-bold">{t("wallet.title")}</h1>
      <FirstStep />
      <Blocks reasons={props.blockReasons} missing={props.missingVerification} />
      <Balances
        trends={props.trends}
        rates={props.rates}
        balances={balances}
        currencies={props.currencies}
        chosen={code}
        onChoose={choose}
        onFaucet={refresh}
        onRefresh={ask}
        isRefreshing={isAsking}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <Card id="wallet-card" className="grid scroll-mt-20 content-start gap-4 p-5">
          <h2 className="flex items-center gap-2 font-semibold">
            <Coin code={code} size={20} />
            {t(`wallet.act.${panel}`, { code })}
          </h2>
          <Segments
            label={t("wallet.what")}
            chosen={panel}
            onChoose={(key) => setPanel(PANELS.find((one) => one === key) ?? "receive")}
            controls="wallet-panel"
            segments={PANELS.map((key) => ({ key, label: t(`wallet.panel.${key}`) }))}
          />
          <div id="wallet-panel" role="tabpanel" aria-labelledby={`wallet-panel-${panel}`} className="grid gap-4">
            {currency && !currency.rail.isAvailable && panel !== "convert" ? (
              <Closed currency={currency} />
            ) : (
              <>
                {panel === "receive" && <ReceivePanel key={code} code={code} currency={currency} />}
                {panel === "send" && (
                  <SendPanel
                    key={code}
                    code={code}
                    currency={currency}
                    rate={props.rates.find((one) => one.cryptoCurrencyCode === code)?.fiatRate ?? null}
                    available={held?.balance ?? "0"}
                    link={code === props.code ? link : null}
                    onSent={() => {
                      setLink(null);
                      refresh();
                    }}
                  />
                )}
                {panel === "convert" && (
                  <ConvertPanel key={code} from={code} available={held?.balance ?? "0"} onDone={refresh} />
                )}
              </>
            )}
          </div>
        </Card>
        <Card className="grid min-w-0 content-start gap-3 px-2 py-4 sm:p-5">
          <div className="flex flex-wrap items-center justify-between gap-2 max-sm:px-2">
            <h2 className="font-semibold">{t("wallet.history.title")}</h2>
            <LinkButton look="quiet" size="sm" href={href("walletHistory", undefined)}>
              {t("wallet.history.all")}
            </LinkButton>
          </div>
          <Below>
            <History transactions={transactions} onChanged={refresh} />
          </Below>
        </Card>
      </div>
      <ContactSupport problem="account_balance" />
    </div>
  );
}

/** Why a coin cannot be moved. */
function Closed({ currency: { code, rail } }: { currency: WalletCurrency }) {
  const t = useT();
  return (
    <Alert kind="warning" title={t("wallet.unavailable", { code })}>
      <p>{t(`wallet.closed.${rail.reasonCode ?? "not_reached"}`)}</p>
    </Alert>
  );
}
