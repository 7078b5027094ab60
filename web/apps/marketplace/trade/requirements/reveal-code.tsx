/** The code that paid, for the seller's eyes: shown once, in the answer to the question whether to show it now. */
import { useState } from "react";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";

type Props = {
  readonly trade: TradeView;
  readonly onTaken: (trade: TradeView) => void;
  readonly onClose: () => void;
};

export function RevealCode({ trade, onTaken, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const [code, setCode] = useState<string | null>(null);
  const reveal = useAction(
    async () => {
      const { revealGiftCardCode } = await import("#contract/market/trades/card-trades.ts");
      const { data } = await page.call(revealGiftCardCode, { params: { id: trade.tradeHash } });
      setCode(data.code);
      onTaken(data.trade);
    },
    { quiet: true },
  );
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={t("trade.act.reveal_code")}
      closeLabel={t("trade.close")}
      footer={
        code === null ? (
          <>
            <Button look="quiet" onClick={onClose}>
              {t("trade.back")}
            </Button>
            <Button isBusy={reveal.isRunning} onClick={() => void reveal.run()}>
              {t("trade.act.reveal_code")}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t("trade.close")}</Button>
        )
      }
    >
      <div className="grid gap-4">
        {code === null ? (
          <p>{t("trade.confirm.reveal_code")}</p>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken p-4">
              <output dir="ltr" aria-label={t("trade.card.code")} className="font-mono text-lg font-semibold break-all">
                {code}
              </output>
              <CopyButton text={code} label={t("trade.copy")} doneLabel={t("trade.copied")} />
            </div>
            <Alert kind="warning">{t("trade.card.code_once")}</Alert>
          </>
        )}
        {reveal.refusal && <Alert kind="danger">{reveal.refusal.message}</Alert>}
      </div>
    </Dialog>
  );
}
