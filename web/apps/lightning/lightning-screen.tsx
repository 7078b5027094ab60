/** Lightning: receive and send bitcoin within seconds, and what was received and sent. */
import type { LightningProps } from "#contract/products/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { amountText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { HistoryCard } from "./history-card.tsx";
import { LeaveCard } from "./leave-card.tsx";
import { ReceiveCard } from "./receive-card.tsx";
import { useLightning } from "./use-lightning.ts";

export const screen: PageScreen<"lightning", typeof LightningScreen> = {
  title: "lightning.title",
  texts: ["lightning", "proof", "quote"],
};

export default function LightningScreen(props: LightningProps) {
  const t = useT();
  const { locale } = usePage();
  const { lightning, look } = useLightning(props.lightning);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-4 md:py-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid max-w-2xl gap-1">
          <h1 className="text-2xl font-bold">{t("lightning.title")}</h1>
          <p className="text-muted">{t("lightning.lead")}</p>
        </div>
        <dl className="flex flex-wrap items-start gap-x-10 gap-y-2 sm:text-end">
          <div className="grid">
            <dt className="text-xs text-muted">{t("lightning.address")}</dt>
            <dd className="flex items-center gap-1 font-medium [overflow-wrap:anywhere] sm:justify-end">
              <bdi dir="ltr">{lightning.address}</bdi>
              <CopyButton
                isIcon
                text={lightning.address}
                label={t("lightning.copy_address")}
                doneLabel={t("lightning.copied")}
              />
            </dd>
          </div>
          <div className="grid">
            <dt className="text-xs text-muted">{t("lightning.available")}</dt>
            <dd className="text-xl font-bold tabular-nums">
              <bdi>{amountText(locale, `${lightning.available} BTC`)}</bdi>
            </dd>
          </div>
        </dl>
      </header>
      {!lightning.isHere && (
        <Alert kind="warning" title={t("lightning.away")}>
          {t("lightning.away_text")}
        </Alert>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
        <ReceiveCard lightning={lightning} look={look} />
        <LeaveCard lightning={lightning} look={look} />
      </div>
      <HistoryCard invoices={lightning.invoices} payments={lightning.payments} />
    </div>
  );
}
