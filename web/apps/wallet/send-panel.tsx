/** Sending: where to and how much, then what it costs, then yes, with who it is once more. */
import { useRef, useState } from "react";
import type { CryptoCode } from "#contract/money/money.ts";
import type { SendLink } from "#contract/products/pages.ts";
import { readPaymentUri } from "#contract/products/payment-uris.ts";
import type { SendOutQuote } from "#contract/products/wallet.ts";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { HoldNotice } from "#widgets/hold-notice.tsx";
import { cryptoText, fiatText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { isProofFault, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { type Typed, useProof, useTwoFactor } from "#sdk/calls/use-proof.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type SendPanelProps = {
  code: CryptoCode;
  available: string;
  /** The values in the page's address. */
  link: SendLink | null;
  onSent: () => void;
};

export function SendPanel({ code, available, link, onSent }: SendPanelProps) {
  const t = useT();
  const page = usePage();
  const [address, setAddress] = useState(link?.address ?? "");
  const [amount, setAmount] = useState(link?.amount ?? "");
  const [note, setNote] = useState(link?.note ?? null);
  const [quote, setQuote] = useState<SendOutQuote | null>(null);
  const ask = useAction(
    async (address: string, sum: string) => {
      const { quoteSendOut } = await import("#contract/products/wallet.ts");
      const { data } = await page.call(quoteSendOut, {
        params: { code },
        body: { address, amount: sum },
      });
      setAddress(data.address);
      setAmount(data.amount);
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
  if (quote) return <Confirm quote={quote} onBack={() => setQuote(null)} onSent={done} />;
  return (
    <Form className="grid gap-4" onSubmit={() => void ask.run(trimmed(address), amount)}>
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
      <Field
        label={t("wallet.send.amount")}
        error={ask.refusal?.fault("amount") ?? (addressFault ? undefined : ask.refusal?.message)}
        hint={t("wallet.send.available", { amount: cryptoText(page.locale, available, code), code })}
      >
        {(ids) => <AmountInput {...ids} value={amount} onValue={setAmount} unit={code} required />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={Boolean(heldUntil)} isBusy={ask.isRunning}>
          {t("wallet.send.next")}
        </Button>
        <Button
          look="quiet"
          disabled={isBlank(address) || Boolean(heldUntil)}
          onClick={() => void ask.run(trimmed(address), "max")}
        >
          {t("wallet.send.all")}
        </Button>
      </div>
    </Form>
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

/** As long as the signer takes a code, a little less. */
const CODE_MS = 9.5 * 60_000;

type ConfirmProps = {
  readonly quote: SendOutQuote;
  readonly onBack: () => void;
  readonly onSent: (isWaiting: boolean) => void;
};

function Confirm({ quote, onBack, onSent }: ConfirmProps) {
  const t = useT();
  const page = usePage();
  const nowMs = useNow(1000);
  // The fee is kept until a code that was sent for it has ended.
  const [codeSentMs, setCodeSent] = useState<number | null>(null);
  const proof = useProof({
    codesFor: { kind: "send_out", id: quote.id, onSent: () => setCodeSent(page.nowMs()) },
  });
  const code = quote.cryptoCurrencyCode;
  // A press that comes after the answer and before the next screen finds the quote used.
  const isSent = useRef(false);
  const send = useAction(
    async (typed: Typed) => {
      if (isSent.current) return;
      const [{ prove }, { createSendOut }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/products/wallet.ts"),
      ]);
      await prove(page, typed, { kind: "send_out", id: quote.id }, { sendOut: quote });
      const { data } = await page.call(createSendOut, { params: { code }, body: { quote_id: quote.id } });
      isSent.current = true;
      onSent(data.waitsUntil !== null);
    },
    { quiet: true },
  );
  const crypto = (amount: string) => `${cryptoText(page.locale, amount, code)}\u00a0${code}`;
  const beganMs = codeSentMs ?? Date.parse(quote.createdAt);
  const endsMs = codeSentMs === null ? Date.parse(quote.expiresAt) : codeSentMs + CODE_MS;
  const leftMs = endsMs - nowMs;
  const totalMs = endsMs - beganMs;
  const rows: [string, string][] = [
    [t("wallet.send.arrives"), crypto(quote.amount)],
    [
      t("wallet.send.fee"),
      `${crypto(quote.fee)}${quote.fiatFee ? ` (${fiatText(page.locale, quote.fiatFee, quote.fiatCurrencyCode)}\u00a0${quote.fiatCurrencyCode})` : ""}`,
    ],
    [t("wallet.send.total"), crypto(quote.total)],
  ];
  return (
    <Form className="grid gap-4" onSubmit={() => proof.typed && void send.run(proof.typed)}>
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
      {quote.waitHours > 0 && (
        <Alert kind="info" size="sm">
          {t("wallet.send.waits", { hours: String(quote.waitHours) })}
        </Alert>
      )}
      {send.refusal && !isProofFault(send.refusal) && (
        <Alert kind="danger" size="sm">
          {send.refusal.message}
        </Alert>
      )}
      <ProofField proof={proof} refusal={send.refusal} isLimited />
      <Countdown
        leftMs={Math.min(leftMs, totalMs)}
        totalMs={totalMs}
        label={t("wallet.send.valid")}
        spoken={(left) => t("wallet.send.valid_spoken", { left })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={leftMs <= 0 || !proof.typed} isBusy={send.isRunning}>
          {t("wallet.send.confirm")}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t("wallet.send.back")}
        </Button>
      </div>
    </Form>
  );
}
