/** Where a moderator says how an escrow is divided: what the buyer gets, and at once what that gives to each. */
import { cryptoOf } from "#contract/money/money.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { cryptoText, fiatText, isolated } from "#sdk/words/money.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { type Divisible, percentOf, type ReadShare, readShare, type ShareFault } from "#sdk/live/read-share.ts";

const PERCENTS = [25n, 50n, 75n] as const;

type Props = {
  readonly escrow: Divisible;
  readonly value: string;
  readonly onValue: (text: string) => void;
  /** The first moderator's proposal, if it waits for confirmation. */
  readonly proposed?: { readonly by: string; readonly buyer: string } | undefined;
  /** The server's error. */
  readonly fault?: string | undefined;
};

export function DivideField({ escrow, value, onValue, proposed, fault }: Props) {
  const t = useT();
  const { locale } = usePage();
  const code = escrow.cryptoCurrencyCode;
  const coins = (amount: string) => isolated(`${cryptoText(locale, amount, code)} ${code}`);
  const read = readShare(value, escrow);
  const faultText = useFaultText(escrow);
  return (
    <div className="grid gap-3">
      <Field
        label={t("disputes.divide.label")}
        hint={t("disputes.divide.hint", { amount: coins(escrow.amount) })}
        error={read && "fault" in read ? faultText(read.fault) : fault}
      >
        {(ids) => <AmountInput {...ids} value={value} onValue={onValue} unit={code} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        {PERCENTS.map((percent) => (
          <Button key={percent} look="secondary" size="sm" onClick={() => onValue(percentOf(percent, escrow))}>
            {t("disputes.divide.percent", { percent: String(percent) })}
          </Button>
        ))}
      </div>
      {proposed && (
        <p className="text-sm">
          {t("disputes.divide.proposed", { name: isolated(proposed.by), amount: coins(proposed.buyer) })}
        </p>
      )}
      <div aria-live="polite">{read && "parts" in read && <Parts escrow={escrow} read={read} />}</div>
    </div>
  );
}

function Parts({
  escrow,
  read: { parts, shown },
}: {
  escrow: Divisible;
  read: Extract<ReadShare, { parts: unknown }>;
}) {
  const t = useT();
  const { locale } = usePage();
  const code = escrow.cryptoCurrencyCode;
  const coins = (amount: string) => `${cryptoText(locale, amount, code)} ${code}`;
  const rows = [
    { label: t("disputes.divide.buyer"), amount: shown.buyer, fiat: shown.buyerFiat },
    { label: t("disputes.divide.seller"), amount: shown.seller, fiat: shown.sellerFiat },
    { label: t("disputes.divide.fee"), amount: shown.fee, fiat: null },
  ];
  return (
    <div className="grid gap-2 rounded-lg bg-sunken p-3 text-sm">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {rows.map(({ label, amount, fiat }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end tabular-nums">
              <bdi className="font-medium">{coins(amount)}</bdi>
              {fiat !== null && (
                <span className="block text-xs text-muted">
                  {t("disputes.divide.about", {
                    amount: isolated(`${fiatText(locale, fiat, escrow.fiatCode)} ${escrow.fiatCode}`),
                  })}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted">
        {t(parts.winner === "buyer" ? "disputes.divide.counts_buyer" : "disputes.divide.counts_seller")}
      </p>
    </div>
  );
}

/** The error of the entered share, as text. */
function useFaultText(escrow: Divisible): (fault: ShareFault) => string {
  const t = useT();
  const { locale } = usePage();
  const code = escrow.cryptoCurrencyCode;
  const coins = (amount: string) => isolated(`${cryptoText(locale, amount, code)} ${code}`);
  return (fault) => {
    switch (fault) {
      case "malformed":
        return t("disputes.divide.fault.malformed", { example: isolated(percentOf(50n, escrow)) });
      case "too_many_digits":
        return t("disputes.divide.fault.too_many_digits", { crypto: code, digits: String(cryptoOf(code).digits) });
      case "nothing":
        return t("disputes.divide.fault.nothing");
      case "all":
        return t("disputes.divide.fault.all", { amount: coins(escrow.amount) });
    }
  };
}
