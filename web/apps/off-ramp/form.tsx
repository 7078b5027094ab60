/** Country, method, account, coin and sum; limits, fees and hours are there before a sum is typed. */
import { useState } from "react";
import type { CryptoCode } from "#contract/money/money.ts";
import type { RampDirection, RampRail } from "#contract/products/ramps/names.ts";
import type { RampCorridor, RampQuote } from "#contract/products/ramps/ramps.ts";
import { amountText, isolated, percentText } from "#sdk/words/money.ts";
import { useCountryName } from "#sdk/words/country-name.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";
import { AccountField, needsAccount, reachedAccounts } from "./account-field.tsx";
import type { Start } from "./start.ts";

type Props = { readonly direction: RampDirection; readonly start: Start; readonly onQuote: (quote: RampQuote) => void };

const FIELDS = ["amount", "coins", "account_id"] as const;

export function RampForm({ direction, start, onQuote }: Props) {
  const t = useT();
  const page = usePage();
  const [country, setCountry] = useState(start.country);
  const [rail, setRail] = useState<RampRail>(
    start.offRampPaymentMethodGroup === "mobile-money" ? "mobile_money" : "bank",
  );
  const [coin, setCoin] = useState<CryptoCode>(coinOf(start));
  const [isInCoins, setInCoins] = useState(false);
  const [sum, setSum] = useState("");
  const [account, setAccount] = useState("");
  const here = start.corridors.filter(({ countryIso }) => countryIso === country);
  const corridor = here.find((one) => one.rail === rail) ?? here[0];
  const accounts = corridor ? reachedAccounts(start, corridor) : [];
  const accountId = accounts.find(({ id }) => id === account)?.id ?? accounts[0]?.id;
  const ask = useAction(
    async (of: RampCorridor) => {
      const { quoteRamp } = await import("#contract/products/ramps/ramps.ts");
      const { data } = await page.call(quoteRamp, {
        body: {
          ...{ corridor_id: of.id, crypto_currency_code: coin },
          ...(isInCoins ? { coins: sum } : { amount: sum }),
          ...(needsAccount(direction, of) && accountId !== undefined ? { account_id: accountId } : {}),
        },
      });
      onQuote(data);
    },
    { fields: FIELDS, quiet: true },
  );
  if (!corridor) return null;
  const change = (act: () => void) => {
    ask.clear();
    act();
  };
  const isMissing = needsAccount(direction, corridor) && accountId === undefined;
  const fault = ask.refusal && !FIELDS.some((field) => ask.refusal?.fault(field)) ? ask.refusal.joined() : null;
  return (
    <Card className="p-5" aria-labelledby="ramp-form">
      <Form className="grid gap-4" onSubmit={() => void ask.run(corridor)}>
        <h2 id="ramp-form" className="font-semibold">
          {t(`ramps.${direction}.form`)}
        </h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <CountryField start={start} value={country} onChoose={(iso) => change(() => setCountry(iso))} />
          <Field label={t(`ramps.${direction}.method`)}>
            {(ids) => (
              <Select
                {...ids}
                value={corridor.rail}
                onChange={(event) => change(() => setRail(event.target.value === "bank" ? "bank" : "mobile_money"))}
              >
                {here.map((one) => (
                  <option key={one.id} value={one.rail}>
                    {t(`ramps.rail.${one.rail}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Terms corridor={corridor} />
        {needsAccount(direction, corridor) && (
          <AccountField
            {...{ direction, corridor, accounts, value: accountId ?? "", error: ask.refusal?.fault("account_id") }}
            onChoose={(id) => change(() => setAccount(id))}
          />
        )}
        <SumFields
          {...{ direction, start, coin, isInCoins, sum, currency: corridor.currencyCode }}
          error={ask.refusal?.fault("amount") ?? ask.refusal?.fault("coins")}
          onSum={(text) => change(() => setSum(text))}
          onInCoins={(next) => change(() => setInCoins(next))}
          onCoin={(next) => change(() => setCoin(next))}
        />
        {fault && <Alert kind="danger">{fault}</Alert>}
        <Button type="submit" wide isBusy={ask.isRunning} disabled={sum === "" || isMissing || !isTaking(corridor)}>
          {t("ramps.form.next")}
        </Button>
      </Form>
    </Card>
  );
}

type SumProps = {
  readonly direction: RampDirection;
  readonly start: Start;
  readonly currency: string;
  readonly coin: CryptoCode;
  readonly isInCoins: boolean;
  readonly sum: string;
  readonly error: string | undefined;
  readonly onSum: (text: string) => void;
  readonly onInCoins: (isInCoins: boolean) => void;
  readonly onCoin: (coin: CryptoCode) => void;
};

/** The sum, in the currency or in coins, and the coin. */
function SumFields(props: SumProps) {
  const { direction, start, currency, coin, isInCoins, sum, error, onSum, onInCoins, onCoin } = props;
  const t = useT();
  const page = usePage();
  const balance = start.balances.find(({ code }) => code === coin)?.balance ?? "0";
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-3">
        <Field
          label={t(isInCoins ? `ramps.${direction}.coins` : `ramps.${direction}.amount`)}
          error={error}
          {...(direction === "sell"
            ? { hint: t("ramps.form.available", { amount: isolated(amountText(page.locale, `${balance} ${coin}`)) }) }
            : {})}
        >
          {(ids) => <AmountInput {...ids} unit={isInCoins ? coin : currency} value={sum} onValue={onSum} required />}
        </Field>
        <Field label={t("ramps.form.in")}>
          {(ids) => (
            <Select
              {...ids}
              value={isInCoins ? "coins" : "money"}
              onChange={(event) => onInCoins(event.target.value === "coins")}
            >
              <option value="money">{currency}</option>
              <option value="coins">{coin}</option>
            </Select>
          )}
        </Field>
      </div>
      <Field label={t(`ramps.${direction}.coin`)}>
        {(ids) => (
          <Select
            {...ids}
            value={coin}
            onChange={(event) => onCoin(start.balances.find(({ code }) => code === event.target.value)?.code ?? coin)}
          >
            {start.balances.map(({ code }) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

const isTaking = ({ isOpen, pausedUntil }: RampCorridor) => isOpen && pausedUntil === null;

/** The first that the reader has any of. */
function coinOf({ balances }: Start): CryptoCode {
  return (
    balances.find(({ code, balance }) => code === "USDT" && Number(balance) > 0)?.code ??
    balances.find(({ balance }) => Number(balance) > 0)?.code ??
    "USDT"
  );
}

type CountryProps = { readonly start: Start; readonly value: string; readonly onChoose: (iso: string) => void };

function CountryField({ start, value, onChoose }: CountryProps) {
  const t = useT();
  const nameOf = useCountryName();
  const countries = [...new Set(start.corridors.map(({ countryIso }) => countryIso))];
  return (
    <Field label={t("ramps.form.country")}>
      {(ids) => (
        <Select {...ids} value={value} onChange={(event) => onChoose(event.target.value)}>
          {countries.map((iso) => (
            <option key={iso} value={iso}>
              {nameOf(iso)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** What the provider and the market take, and when it is open. */
function Terms({ corridor }: { corridor: RampCorridor }) {
  const t = useT();
  const { locale } = usePage();
  const { least, most, feePct, fee, marketFeePct, currencyCode, minutes, hours, isOpen, pausedUntil } = corridor;
  const sum = (amount: string) => amountText(locale, `${amount} ${currencyCode}`);
  const fees = [
    ...(Number(feePct) > 0 ? [`${percentText(locale, feePct)}%`] : []),
    ...(Number(fee) > 0 ? [sum(fee)] : []),
  ];
  return (
    <div className="grid gap-2">
      <dl className="grid grid-cols-[fit-content(45%)_1fr] gap-x-4 gap-y-1.5 rounded-lg bg-sunken p-4 text-sm">
        <FactRows
          rows={[
            [t("ramps.form.limits"), `${sum(least)} – ${sum(most)}`],
            [t("ramps.form.provider_fee"), fees.length === 0 ? t("ramps.form.free") : fees.join(" + ")],
            [t("ramps.form.market_fee"), `${percentText(locale, marketFeePct)}%`],
            [t("ramps.form.takes"), t("ramps.form.minutes", { count: minutes })],
            ...(hours
              ? ([
                  [t("ramps.form.hours"), t("ramps.form.between", { opens: hours.opens, closes: hours.closes })],
                ] as const)
              : []),
          ]}
        />
      </dl>
      {pausedUntil && (
        <Alert kind="warning" size="sm">
          {t("ramps.form.paused")} <LocalTime at={pausedUntil} />
        </Alert>
      )}
      {!isOpen && !pausedUntil && (
        <Alert kind="warning" size="sm">
          {t(hours ? "ramps.form.closed" : "ramps.form.no_price")}
        </Alert>
      )}
    </div>
  );
}
