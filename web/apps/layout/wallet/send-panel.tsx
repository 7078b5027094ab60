/** Sending: where to and how much, then what it costs, then yes, with the password once more. */
import { useRef, useState } from "react";
import type { CryptoCode } from "#contract/money.ts";
import type { SendLink } from "#contract/page-props.ts";
import type { SendOutQuote } from "#contract/wallet.ts";
import { cryptoText, fiatText } from "#sdk/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { useNow } from "#sdk/use-now.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { AmountInput, Input } from "#ui/input.tsx";

type SendPanelProps = {
  code: CryptoCode;
  available: string;
  /** What the page's address asks for. */
  link: SendLink | null;
  onSent: () => void;
};

export function SendPanel({ code, available, link, onSent }: SendPanelProps) {
  const t = useT();
  const page = usePage();
  const [address, setAddress] = useState(link?.address ?? "");
  const [amount, setAmount] = useState(link?.amount ?? "");
  const [quote, setQuote] = useState<SendOutQuote | null>(null);
  const ask = useAction(
    async (address: string, sum: string) => {
      const { quoteSendOut } = await import("#contract/wallet.ts");
      const { data } = await page.call(quoteSendOut, {
        params: { code },
        body: { address, amount: sum },
      });
      setAmount(data.amount);
      setQuote(data);
    },
    { fields: ["address", "amount"], quiet: true },
  );
  const addressFault = ask.refusal?.fault("address");
  const done = () => {
    setQuote(null);
    setAddress("");
    setAmount("");
    page.toast("success", t("wallet.send.sent"));
    onSent();
  };
  if (quote) return <Confirm quote={quote} onBack={() => setQuote(null)} onSent={done} />;
  return (
    <Form className="grid gap-4" onSubmit={() => void ask.run(address.trim(), amount)}>
      {link && <LinkNotice link={link} code={code} />}
      <Field label={t("wallet.send.address")} error={addressFault}>
        {(ids) => (
          <Input
            {...ids}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            required
          />
        )}
      </Field>
      <Field
        label={t("wallet.send.amount")}
        error={ask.refusal?.fault("amount") ?? (addressFault ? undefined : ask.refusal?.message)}
        hint={t("wallet.send.available", { amount: cryptoText(page.locale, available, code), code })}
      >
        {(ids) => <AmountInput {...ids} value={amount} onValue={setAmount} unit={code} required />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={ask.isRunning}>
          {t("wallet.send.next")}
        </Button>
        <Button look="quiet" disabled={address.trim() === ""} onClick={() => void ask.run(address.trim(), "max")}>
          {t("wallet.send.all")}
        </Button>
      </div>
    </Form>
  );
}

/** Whoever made the link may be a stranger: it is told that the fields were filled, and what was left out of them. */
function LinkNotice({ link: { address, amount, unusable }, code }: { link: SendLink; code: CryptoCode }) {
  const t = useT();
  return (
    <>
      {(address || amount) && (
        <Alert kind="info" size="sm">
          {t("wallet.send.link.filled")}
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

function Confirm({ quote, onBack, onSent }: { quote: SendOutQuote; onBack: () => void; onSent: () => void }) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(1000);
  const [password, setPassword] = useState("");
  const code = quote.cryptoCurrencyCode;
  // A press that comes after the answer and before the next screen finds the quote used.
  const isSent = useRef(false);
  const send = useAction(
    async (proof: string) => {
      if (isSent.current) return;
      const [{ prove }, { createSendOut }] = await Promise.all([
        import("#contract/auth.ts"),
        import("#contract/wallet.ts"),
      ]);
      await page.call(prove, { body: { for: { kind: "send_out", id: quote.id }, password: proof } });
      await page.call(createSendOut, { params: { code }, body: { quote_id: quote.id } });
      isSent.current = true;
      onSent();
    },
    { fields: ["password"], quiet: true },
  );
  const crypto = (amount: string) => `${cryptoText(page.locale, amount, code)}\u00a0${code}`;
  const leftMs = Date.parse(quote.expiresAt) - nowMs;
  const totalMs = Date.parse(quote.expiresAt) - Date.parse(quote.createdAt);
  const rows: [string, string][] = [
    [t("wallet.send.arrives"), crypto(quote.amount)],
    [
      t("wallet.send.fee"),
      `${crypto(quote.fee)}${quote.fiatFee ? ` (${fiatText(page.locale, quote.fiatFee)}\u00a0${quote.fiatCurrencyCode})` : ""}`,
    ],
    [t("wallet.send.total"), crypto(quote.total)],
  ];
  return (
    <Form className="grid gap-4" onSubmit={() => void send.run(password)}>
      <p className="rounded-lg bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]" dir="ltr">
        {quote.address}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <FactRows rows={rows} />
      </dl>
      {quote.warnings.map((warning) => (
        <Alert key={warning} kind="warning" size="sm">
          {t(`wallet.send.warning.${warning}`)}
        </Alert>
      ))}
      {send.refusal && !send.refusal.fault("password") && (
        <Alert kind="danger" size="sm">
          {send.refusal.message}
        </Alert>
      )}
      <Field label={t("wallet.send.password")} error={send.refusal?.fault("password")}>
        {(ids) => (
          <Input
            {...ids}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            required
          />
        )}
      </Field>
      <Countdown
        leftMs={Math.min(leftMs, totalMs)}
        totalMs={totalMs}
        label={t("wallet.send.valid")}
        spoken={(left) => t("wallet.send.valid_spoken", { left })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={leftMs <= 0} isBusy={send.isRunning}>
          {t("wallet.send.confirm")}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t("wallet.send.back")}
        </Button>
      </div>
    </Form>
  );
}
