/** What one line of the history means, and all that is known of it: for comparing with another wallet, and for the support desk. */
import { CRYPTO, type CryptoCode, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import type { WalletTransaction } from "#contract/products/wallet/wallet.ts";
import { cryptoText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { numeralLocale } from "#contract/platform/locales.ts";
import type { Translate } from "#sdk/words/t.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { instantText } from "./instant-text.ts";
import { shownStatus } from "./shown-status.ts";
import { explanation, typeText } from "./type-words.ts";

type TransactionDialogProps = {
  readonly one: WalletTransaction;
  readonly onClose: () => void;
  readonly onChanged: () => void;
};

export function TransactionDialog({ one, onClose, onChanged }: TransactionDialogProps) {
  const t = useT();
  const isSent = one.type === "send_out";
  return (
    <Dialog isOpen isSheet onClose={onClose} title={typeText(t, one)} closeLabel={t("shell.close")}>
      <div className="grid gap-5">
        <p className="text-sm text-muted">{explanation(t, one)}</p>
        <Facts one={one} />
        <Around one={one} />
        {one.fault && (
          <Alert kind="danger" size="sm">
            {t(`wallet.fault.${one.fault}`)}
          </Alert>
        )}
        {one.address && <OnChain one={one} isSent={isSent} onChanged={onChanged} />}
      </div>
    </Dialog>
  );
}

/** The trade, the case or the other sum that the line belongs to. */
function Around({ one: { type, reference, conversion } }: { one: WalletTransaction }) {
  const t = useT();
  const { href, locale } = usePage();
  const sum = (amount: string, code: CryptoCode) => `${cryptoText(locale, amount, code)} ${code}`;
  if (type.startsWith("trade_") && reference)
    return (
      <LinkButton look="secondary" href={href("viewTrade", { hash: reference })}>
        {t("wallet.details.trade")}
      </LinkButton>
    );
  const rows = [
    ...(conversion
      ? [
          [t("wallet.convert.give"), sum(conversion.fromAmount, conversion.from)] as const,
          [t("wallet.convert.get"), sum(conversion.toAmount, conversion.to)] as const,
        ]
      : []),
    ...(type === "manual" && reference ? [[t("wallet.details.case"), reference] as const] : []),
  ];
  if (rows.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
      <FactRows rows={rows} />
    </dl>
  );
}

type ChainProps = { readonly one: WalletTransaction; readonly isSent: boolean; readonly onChanged: () => void };

function OnChain({ one, isSent, onChanged }: ChainProps) {
  const t = useT();
  return (
    <>
      {one.address && (
        <LongText
          label={t(isSent ? "wallet.details.address_send_out" : "wallet.details.address_deposit")}
          text={one.address}
          copyLabel={t("wallet.details.copy_address")}
        />
      )}
      {one.txid ? (
        <LongText label={t("wallet.details.txid")} text={one.txid} copyLabel={t("wallet.details.copy_txid")} />
      ) : (
        <p className="text-sm text-muted">{t("wallet.details.no_txid")}</p>
      )}
      {isSent && one.status === "pending" && !one.txid && one.reference && (
        <CancelTransfer one={one} sendOut={one.reference} onChanged={onChanged} />
      )}
      {one.explorerUrl && (
        <LinkButton look="secondary" href={one.explorerUrl} target="_blank" rel="noopener noreferrer">
          {t("wallet.details.explorer", { site: new URL(one.explorerUrl).host })}
        </LinkButton>
      )}
      {one.txid && !one.explorerUrl && <p className="text-xs text-muted">{t("wallet.details.test_network")}</p>}
    </>
  );
}

/** While nothing of it is signed its owner may take it back. */
function CancelTransfer({
  one: { waitsUntil, awaitsRefill },
  sendOut,
  onChanged,
}: {
  one: WalletTransaction;
  sendOut: string;
  onChanged: () => void;
}) {
  const t = useT();
  const page = usePage();
  const cancel = useAction(
    async () => {
      const { cancelSendOut } = await import("#contract/products/wallet/wallet.ts");
      await page.call(cancelSendOut, { params: { id: sendOut } });
      page.toast("success", t("wallet.cancel.done"));
      onChanged();
    },
    { quiet: true },
  );
  return (
    <section aria-label={t("wallet.cancel.title")} className="grid justify-items-start gap-3">
      {waitsUntil && (
        <Alert kind="info" size="sm">
          {t("wallet.details.waits", { time: instantText(page.locale, waitsUntil) })}
        </Alert>
      )}
      {awaitsRefill && (
        <Alert kind="info" size="sm">
          {t("wallet.details.awaits_refill")}
        </Alert>
      )}
      {cancel.refusal && (
        <Alert kind="danger" size="sm">
          {cancel.refusal.message}
        </Alert>
      )}
      <Button look="secondary" isBusy={cancel.isRunning} onClick={() => void cancel.run()}>
        {t("wallet.cancel.confirm")}
      </Button>
    </section>
  );
}

function Facts({ one }: { one: WalletTransaction }) {
  const t = useT();
  const { locale } = usePage();
  const code = one.cryptoCurrencyCode;
  const money = (text: string) => `${cryptoText(locale, text, code)} ${code}`;
  // The dialog is never drawn by the server: the reader's own clock and zone are known.
  const time = new Intl.DateTimeFormat(numeralLocale(locale), { dateStyle: "medium", timeStyle: "long" });
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
      <FactRows
        rows={[
          ...(one.fee === null
            ? [[t("wallet.details.amount"), money(one.amount)] as const]
            : [
                [t("wallet.details.arrives"), money(arrivingOf(one, one.fee))] as const,
                [t("wallet.details.fee"), money(one.fee)] as const,
                [t("wallet.details.leaves"), money(one.amount.replace("-", ""))] as const,
              ]),
          [t("wallet.details.status"), t(`wallet.status.${shownStatus(one)}`)],
          ...(one.address ? [[t("wallet.details.confirmations"), depthText(t, one)] as const] : []),
          [t("wallet.details.time"), time.format(Date.parse(one.at))],
        ]}
      />
    </dl>
  );
}

/** The amount that left the balance, minus the network fee. */
function arrivingOf({ amount, cryptoCurrencyCode }: WalletTransaction, fee: string): string {
  const { digits } = CRYPTO[cryptoCurrencyCode];
  const lostUnits = unitsFromDisplay(amount.replace("-", ""), digits);
  return displayFromUnits(lostUnits - unitsFromDisplay(fee, digits), digits);
}

function depthText(t: Translate, { confirmations, confirmationsNeeded: needed, status }: WalletTransaction): string {
  const count = String(confirmations ?? 0);
  if (needed === null) return t(status === "completed" ? "wallet.details.final" : "wallet.details.so_far", { count });
  const key = (confirmations ?? 0) > needed ? "wallet.details.enough" : "wallet.details.of";
  return t(key, { count, needed: String(needed) });
}

function LongText({ label, text, copyLabel }: { label: string; text: string; copyLabel: string }) {
  const t = useT();
  return (
    <section aria-label={label} className="grid justify-items-start gap-1">
      <h3 className="text-sm text-muted">{label}</h3>
      <p className="w-full rounded-lg bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]" dir="ltr">
        {text}
      </p>
      <CopyButton text={text} label={copyLabel} doneLabel={t("wallet.copied")} />
    </section>
  );
}
