/** The demo's bank and handset: pay an order rightly or wrongly, answer a prompt, send a payout back. */
import { useState } from "react";
import type { HouseBankProps } from "#contract/products/pages.ts";
import type { HouseBankOrder } from "#contract/products/ramps/ramps.ts";
import { amountText } from "#sdk/words/money.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

export const screen: PageScreen<"house-bank", typeof HouseBankScreen> = {
  title: "ramps.bank.title",
  texts: ["ramps"],
};

export default function HouseBankScreen({ orders: first, payerName, currencies }: HouseBankProps) {
  const t = useT();
  const page = usePage();
  const [orders, setOrders] = useState(first);
  const [chosen, choose] = useState<HouseBankOrder | null>(
    first.find(({ state, direction, rail }) => state === "waiting" && direction === "buy" && rail === "bank") ?? null,
  );
  const refresh = async () => {
    const { listHouseBank } = await import("#contract/products/ramps/ramps.ts");
    setOrders((await page.call(listHouseBank, {})).data);
  };
  const parts = { payerName, onDone: () => void refresh() };
  const waiting = orders.filter(
    ({ direction, rail, state }) => direction === "buy" && rail === "bank" && state === "waiting",
  );
  const prompts = orders.filter(({ direction, rail }) => direction === "buy" && rail === "mobile_money");
  const payouts = orders.filter(({ direction }) => direction === "sell");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-5 md:py-6">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl font-bold">{t("ramps.bank.title")}</h1>
        <Badge tone="warn">{t("ramps.simulated.badge")}</Badge>
        <LinkButton look="quiet" size="sm" className="ms-auto" href={page.href("onramp", undefined)}>
          {t("ramps.bank.back")}
        </LinkButton>
      </div>
      <p className="max-w-2xl text-sm text-muted">{t("ramps.bank.lead")}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-2">
        <Card className="grid gap-4 p-5" aria-labelledby="bank-pay">
          <h2 id="bank-pay" className="font-semibold">
            {t("ramps.bank.send")}
          </h2>
          <Waiting orders={waiting} chosen={chosen} onChoose={choose} />
          <Transfer key={chosen?.id} order={chosen} currencies={currencies} {...parts} />
        </Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Card className="grid gap-4 p-5" aria-labelledby="bank-handset">
            <h2 id="bank-handset" className="font-semibold">
              {t("ramps.bank.handset")}
            </h2>
            {prompts.length === 0 && <p className="text-sm text-muted">{t("ramps.bank.no_prompts")}</p>}
            {prompts.map((order) => (
              <Prompt key={order.id} order={order} {...parts} />
            ))}
          </Card>
          <Card className="grid gap-4 p-5" aria-labelledby="bank-payouts">
            <h2 id="bank-payouts" className="font-semibold">
              {t("ramps.bank.payouts")}
            </h2>
            {payouts.length === 0 && <p className="text-sm text-muted">{t("ramps.bank.no_payouts")}</p>}
            {payouts.map((order) => (
              <Payout key={order.id} order={order} {...parts} />
            ))}
          </Card>
        </div>
      </div>
    </div>
  );
}

type Parts = { readonly payerName: string; readonly onDone: () => void };

type WaitingProps = {
  readonly orders: readonly HouseBankOrder[];
  readonly chosen: HouseBankOrder | null;
  readonly onChoose: (order: HouseBankOrder) => void;
};

function Waiting({ orders, chosen, onChoose }: WaitingProps) {
  const t = useT();
  const { locale } = usePage();
  if (orders.length === 0) return <p className="text-sm text-muted">{t("ramps.bank.none_waiting")}</p>;
  return (
    <div className="flex flex-wrap gap-2">
      {orders.map((order) => (
        <Button
          key={order.id}
          size="sm"
          look={order.id === chosen?.id ? "primary" : "secondary"}
          onClick={() => onChoose(order)}
        >
          <bdi>
            {order.words} · {amountText(locale, `${order.amount} ${order.currencyCode}`)}
          </bdi>
        </Button>
      ))}
    </div>
  );
}

type TransferProps = Parts & { readonly order: HouseBankOrder | null; readonly currencies: readonly string[] };

function Transfer({ order, currencies, payerName, onDone }: TransferProps) {
  const t = useT();
  const page = usePage();
  const [words, setWords] = useState(order?.words ?? "");
  const [amount, setAmount] = useState(order?.amount ?? "");
  const [currency, setCurrency] = useState(order?.currencyCode ?? currencies[0] ?? "");
  const [payer, setPayer] = useState(payerName);
  const [isLate, setLate] = useState(false);
  const pay = useAction(
    async () => {
      const { payHouseBank } = await import("#contract/products/ramps/ramps.ts");
      const body = { words, currency_code: currency, amount, payer_name: payer, is_late: isLate };
      const { data } = await page.call(payHouseBank, { body });
      page.toast(data.outcome === "paid" ? "success" : "info", t(`ramps.bank.${data.outcome}`));
      onDone();
    },
    { fields: ["amount", "payer_name", "words"] },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => void pay.run()}>
      <Field label={t("ramps.pay.words")} error={pay.refusal?.fault("words")}>
        {(ids) => <Input {...ids} dir="ltr" value={words} onChange={(event) => setWords(event.target.value)} />}
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-3">
        <Field label={t("ramps.bank.sum")} error={pay.refusal?.fault("amount")}>
          {(ids) => <AmountInput {...ids} unit={currency} value={amount} onValue={setAmount} required />}
        </Field>
        <Field label={t("ramps.bank.currency")}>
          {(ids) => (
            <Select {...ids} value={currency} onChange={(event) => setCurrency(event.target.value)}>
              {currencies.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label={t("ramps.bank.payer")} hint={t("ramps.bank.payer_hint")} error={pay.refusal?.fault("payer_name")}>
        {(ids) => (
          <Input {...ids} required maxLength={80} value={payer} onChange={(event) => setPayer(event.target.value)} />
        )}
      </Field>
      <Checkbox checked={isLate} onChange={(event) => setLate(event.target.checked)}>
        {t("ramps.bank.late")}
      </Checkbox>
      <Button type="submit" wide isBusy={pay.isRunning}>
        {t("ramps.bank.pay")}
      </Button>
    </Form>
  );
}

function Prompt({ order, payerName, onDone }: Parts & { readonly order: HouseBankOrder }) {
  const t = useT();
  const page = usePage();
  const [pin, setPin] = useState("");
  const answer = useAction(async (isApproved: boolean) => {
    const { answerHousePrompt } = await import("#contract/products/ramps/ramps.ts");
    const body = { is_approved: isApproved, payer_name: payerName };
    await page.call(answerHousePrompt, { params: { id: order.id }, body }).finally(onDone);
  });
  const sum = amountText(page.locale, `${order.amount} ${order.currencyCode}`);
  return (
    <div className="grid gap-3 rounded-xl border border-line p-4">
      <p className="text-sm font-medium">
        <bdi dir="ltr">{order.account}</bdi>
      </p>
      {order.state === "waiting" ? (
        <Form className="grid gap-3" onSubmit={() => void answer.run(true)}>
          <p>{t("ramps.bank.prompt", { amount: sum })}</p>
          <Field label={t("ramps.bank.pin")}>
            {(ids) => (
              <Input
                {...ids}
                required
                type="password"
                inputMode="numeric"
                autoComplete="off"
                pattern="[0-9]{4}"
                maxLength={4}
                value={pin}
                onChange={(event) => setPin(event.target.value)}
              />
            )}
          </Field>
          <div className="flex gap-2">
            <Button type="submit" className="grow" isBusy={answer.isRunning}>
              {t("ramps.bank.approve")}
            </Button>
            <Button look="secondary" isBusy={answer.isRunning} onClick={() => void answer.run(false)}>
              {t("ramps.bank.decline")}
            </Button>
          </div>
        </Form>
      ) : (
        <p className="flex items-center justify-between gap-3 text-sm text-muted">
          <bdi>{sum}</bdi> <Badge>{t(`ramps.bank.state.${order.state}`)}</Badge>
        </p>
      )}
    </div>
  );
}

function Payout({ order, onDone }: Parts & { readonly order: HouseBankOrder }) {
  const t = useT();
  const page = usePage();
  const back = useAction(async () => {
    const { sendBackFromHouse } = await import("#contract/products/ramps/ramps.ts");
    await page.call(sendBackFromHouse, { params: { id: order.id } });
    onDone();
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-xl border border-line p-4 text-sm">
      <div className="grid gap-0.5">
        <bdi className="font-medium tabular-nums">
          {amountText(page.locale, `${order.amount} ${order.currencyCode}`)}
        </bdi>
        <span className="text-xs text-muted">
          <bdi>{order.payee}</bdi> · <bdi dir="ltr">{order.account}</bdi>
        </span>
      </div>
      <div className="grid justify-items-end gap-2">
        <Badge>{t(`ramps.bank.state.${order.state}`)}</Badge>
        {order.state === "paid" && (
          <Button look="secondary" size="sm" isBusy={back.isRunning} onClick={() => void back.run()}>
            {t("ramps.bank.send_back")}
          </Button>
        )}
      </div>
    </div>
  );
}
