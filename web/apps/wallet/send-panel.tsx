/** Sending: where to and how much; a quote of what it costs follows. */
import { useState } from "react";
import type { CryptoCode } from "#contract/money/money.ts";
import type { SendLink } from "#contract/products/pages.ts";
import { readPaymentUri } from "#contract/products/payments/payment-uris.ts";
import type { SendOutQuote, WalletCurrency } from "#contract/products/wallet/wallet.ts";
import { trimmed } from "#contract/platform/plain-text.ts";
import { HoldNotice } from "#widgets/hold-notice.tsx";
import { cryptoText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useTwoFactor } from "#sdk/calls/use-proof.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { MaxButton } from "./max-button.tsx";
import { networkText } from "./network-words.ts";
import { SendConfirm } from "./send-confirm.tsx";

type SendPanelProps = {
  code: CryptoCode;
  currency: WalletCurrency | undefined;
  available: string;
  /** The price of one coin in the reader's currency. */
  rate: string | null;
  /** The values in the page's address. */
  link: SendLink | null;
  onSent: () => void;
};

export function SendPanel({ code, currency, available, rate, link, onSent }: SendPanelProps) {
  const t = useT();
  const page = usePage();
  const [address, setAddress] = useState(link?.address ?? "");
  const [amount, setAmount] = useState(link?.amount ?? "");
  // Everything: the fee is known with the quote, and is taken from it.
  const [isAll, setAll] = useState(false);
  const [note, setNote] = useState(link?.note ?? null);
  const [quote, setQuote] = useState<SendOutQuote | null>(null);
  const ask = useAction(
    async (address: string, sum: string) => {
      const { quoteSendOut } = await import("#contract/products/wallet/wallet.ts");
      const { data } = await page.call(quoteSendOut, {
        params: { code },
        body: { address, amount: sum },
      });
      setAddress(data.address);
      setAmount(data.amount);
      setAll(false);
      setQuote(data);
    },
    { fields: ["address", "amount"], quiet: true },
  );
  /** The server reads the link too: only it can check a chain and a token. */
  const typeAddress = (text: string) => {
    const uri = readPaymentUri(text);
    const isOurs = uri?.kind === "payment" && uri.coin === code;
    setAddress(isOurs && code === "BTC" ? uri.address : text);
    if (isOurs && uri.amount) setAmount(uri.amount);
    setNote(isOurs ? uri.note : null);
  };
  const heldUntil = useTwoFactor().data?.heldUntil;
  const addressFault = ask.refusal?.fault("address");
  const done = (isWaiting: boolean) => {
    setQuote(null);
    setAddress("");
    setAmount("");
    setNote(null);
    page.toast("success", t(isWaiting ? "wallet.send.sent_waiting" : "wallet.send.sent"));
    onSent();
  };
  if (quote)
    return <SendConfirm quote={quote} currency={currency} rate={rate} onBack={() => setQuote(null)} onSent={done} />;
  return (
    <Form className="grid gap-4" onSubmit={() => void ask.run(trimmed(address), isAll ? "max" : amount)}>
      {link && <LinkNotice link={link} code={code} />}
      <HoldNotice until={heldUntil} />
      <Field label={t("wallet.send.address")} error={addressFault}>
        {(ids) => (
          <Input
            {...ids}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={(event) => typeAddress(event.target.value)}
            required
          />
        )}
      </Field>
      {note && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          {t("wallet.send.link.note", { note: isolated(note) })}
        </p>
      )}
      <AmountField
        {...{ code, available, amount, isAll }}
        error={ask.refusal?.fault("amount") ?? (addressFault ? undefined : ask.refusal?.message)}
        onAmount={(sum, all) => {
          setAmount(sum);
          setAll(all);
        }}
      />
      {currency && (
        <p className="text-xs text-muted">
          {t("wallet.send.on_network", {
            network: networkText(t, currency),
            least: isolated(`${cryptoText(page.locale, currency.minimumSendOut, code)} ${code}`),
          })}
        </p>
      )}
      <Button type="submit" className="justify-self-start" disabled={Boolean(heldUntil)} isBusy={ask.isRunning}>
        {t("wallet.send.next")}
      </Button>
    </Form>
  );
}

type AmountProps = Pick<SendPanelProps, "code" | "available"> & {
  readonly amount: string;
  readonly isAll: boolean;
  readonly error: string | undefined;
  readonly onAmount: (sum: string, isAll: boolean) => void;
};

function AmountField({ code, available, amount, isAll, error, onAmount }: AmountProps) {
  const t = useT();
  const { locale } = usePage();
  return (
    <Field
      label={t("wallet.send.amount")}
      error={error}
      hint={t(isAll ? "wallet.send.all_hint" : "wallet.send.available", {
        amount: cryptoText(locale, available, code),
        code,
      })}
    >
      {(ids) => (
        <AmountInput
          {...ids}
          value={amount}
          onValue={(text) => onAmount(text, false)}
          unit={code}
          action={<MaxButton onPress={() => onAmount(available, true)} />}
          required
        />
      )}
    </Field>
  );
}

/** A stranger may have made the link, so the form says that it filled the fields, and names ignored parts. */
function LinkNotice({ link: { address, amount, unusable, why }, code }: { link: SendLink; code: CryptoCode }) {
  const t = useT();
  return (
    <>
      {(address || amount) && (
        <Alert kind="info" size="sm">
          {t("wallet.send.link.filled")}
        </Alert>
      )}
      {why && (
        <Alert kind="warning" size="sm">
          {t(`wallet.send.link.${why.fault}`, { name: isolated(why.name) })}
        </Alert>
      )}
      {unusable.map((what) => (
        <Alert key={what} kind="warning" size="sm">
          {t(`wallet.send.link.${what}`, { code })}
        </Alert>
      ))}
    </>
  );
}
