/** One invoice: its code and text while it is open, then that it was paid or is over. */
import { useEffect, useState } from "react";
import type { LightningInvoice } from "#contract/products/lightning/lightning.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Late } from "#sdk/late.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { amountText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { Icon } from "#ui/icon.tsx";
import { checkCircle } from "#ui/icons/shapes.ts";
import { Spinner } from "#ui/spinner.tsx";

type Props = {
  readonly invoice: LightningInvoice;
  readonly onMade: () => void;
  readonly onDone: () => void;
};

const LOOK_MS = 400;

/** Loaded when there is an invoice to show. */
const loadRequest = async () => (await import("#widgets/bitcoin-request.tsx")).BitcoinRequest;

export function ShownInvoice({ invoice: given, onMade, onDone }: Props) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(1000);
  const invoice = useMade(given, onMade);
  const sum = (amount: string) => amountText(page.locale, `${amount} BTC`);
  const leftMs = Date.parse(invoice.expiresAt) - nowMs;
  if (invoice.paid !== null)
    return (
      <div className="grid justify-items-center gap-3 py-6 text-center" role="status">
        <Icon shape={checkCircle} size={48} className="text-good" />
        <p className="text-xl font-bold tabular-nums">{t("lightning.receive.paid", { amount: sum(invoice.paid) })}</p>
        {invoice.memo && (
          <p className="text-sm text-muted">
            <bdi>{invoice.memo}</bdi>
          </p>
        )}
        <Button onClick={onDone}>{t("lightning.receive.another")}</Button>
      </div>
    );
  if (invoice.status === "expired" || leftMs <= 0)
    return (
      <div className="grid gap-3">
        <Alert kind="warning">{t("lightning.receive.expired")}</Alert>
        <Button onClick={onDone}>{t("lightning.receive.another")}</Button>
      </div>
    );
  if (!invoice.invoice)
    return (
      <p className="flex items-center gap-3 py-10 text-muted" role="status">
        <Spinner /> {t("lightning.receive.making")}
      </p>
    );
  return (
    <div className="grid gap-4">
      <p className="text-center text-xl font-bold tabular-nums">
        {invoice.amount === null ? t("lightning.receive.any") : sum(invoice.amount)}
      </p>
      <Late
        load={loadRequest}
        props={{ amount: invoice.amount, invoice: invoice.invoice }}
        loading={<Spinner />}
        failed={(again) => (
          <Button look="secondary" onClick={again}>
            {t("lightning.receive.show")}
          </Button>
        )}
      />
      <Countdown
        leftMs={leftMs}
        totalMs={Date.parse(invoice.expiresAt) - Date.parse(invoice.createdAt)}
        label={t("lightning.receive.left")}
        spoken={(left) => t("lightning.receive.left_spoken", { left })}
      />
      <p className="text-xs text-muted">{t("lightning.receive.wait")}</p>
      {page.isDemo && <OutsidePays invoice={invoice} />}
      <Button look="secondary" onClick={onDone}>
        {t("lightning.receive.another")}
      </Button>
    </div>
  );
}

/** The node makes it a moment after it was asked for. */
function useMade(given: LightningInvoice, onMade: () => void): LightningInvoice {
  const page = usePage();
  const [made, setMade] = useState(given);
  const isWaiting = given.invoice === null && made.invoice === null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(async () => {
      const { getLightningInvoice } = await import("#contract/products/lightning/lightning.ts");
      const { data } = await page.call(getLightningInvoice, { params: { id: given.id } });
      setMade(data);
      if (data.invoice !== null) onMade();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, given.id, page, onMade]);
  return given.invoice === null ? made : given;
}

/** Of the demo: a wallet on somebody else's node. */
function OutsidePays({ invoice }: { readonly invoice: LightningInvoice }) {
  const t = useT();
  const page = usePage();
  const pay = useAction(async () => {
    const { payFromOutside } = await import("#contract/products/lightning/lightning.ts");
    const amount = invoice.amount === null ? { amount: "0.0001" } : {};
    await page.call(payFromOutside, { body: { invoice: invoice.invoice ?? "", ...amount } });
  });
  return (
    <Alert kind="warning" size="sm" title={t("lightning.demo.title")}>
      <span className="grid justify-items-start gap-2">
        {t("lightning.demo.receive")}
        <Button look="secondary" size="sm" isBusy={pay.isRunning} onClick={() => void pay.run()}>
          {t("lightning.demo.pay")}
        </Button>
      </span>
    </Alert>
  );
}
