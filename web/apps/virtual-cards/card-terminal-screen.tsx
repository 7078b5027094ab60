/** The card terminal of the demo: pays with a card, and does afterwards what merchants do. */
import { type ComponentProps, useState } from "react";
import { ENTRY_KINDS, type EntryKind, MERCHANT_GROUPS, type MerchantGroup } from "#contract/products/cards/names.ts";
import type { TerminalPayment } from "#contract/products/cards/terminal.ts";
import type { CardTerminalProps } from "#contract/products/pages.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Late } from "#sdk/late.tsx";
import { AmountInput } from "#sdk/number-input.tsx";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

const loadWaiting = async () => (await import("./terminal-waits.tsx")).TerminalWaits;
const loadDesk = async () => (await import("./issuer-desk.tsx")).IssuerDesk;

export const screen: PageScreen<"card-terminal", typeof CardTerminalScreen> = {
  title: "cards.terminal.title",
  texts: ["cards"],
};

const CURRENCIES = ["USD", "EUR", "GBP", "NGN", "KES", "JPY"] as const;

export default function CardTerminalScreen(_: CardTerminalProps) {
  const t = useT();
  const { href } = usePage();
  const [paid, setPaid] = useState<TerminalPayment | null>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-5 md:py-6">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl font-bold">{t("cards.terminal.title")}</h1>
        <Badge tone="warn">{t("cards.simulated")}</Badge>
        <LinkButton look="quiet" size="sm" className="ms-auto" href={href("virtualCard", undefined)}>
          {t("cards.terminal.back")}
        </LinkButton>
      </div>
      <p className="max-w-2xl text-sm text-muted">{t("cards.terminal.lead")}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-2">
        <Card className="p-5">
          <Till onPaid={setPaid} />
        </Card>
        {paid && (
          <Card className="grid gap-4 p-5">
            <Outcome paid={paid} onAnswered={setPaid} />
            {paid.outcome === "approved" && <Afterwards key={paid.id} paid={paid} />}
          </Card>
        )}
      </div>
      <Late load={loadDesk} props={{}} loading={null} failed={() => null} />
    </div>
  );
}

function Outcome({ paid, onAnswered }: { paid: TerminalPayment; onAnswered: (paid: TerminalPayment) => void }) {
  const t = useT();
  const { locale } = usePage();
  const sum = `${fiatText(locale, paid.usd, "USD")} USD`;
  if (paid.outcome === "approval")
    return (
      <Late
        load={loadWaiting}
        props={{ paid, onAnswered }}
        loading={<Alert kind="info">{t("cards.terminal.asked", { sum })}</Alert>}
        failed={() => <Alert kind="info">{t("cards.terminal.asked", { sum })}</Alert>}
      />
    );
  return (
    <Alert kind={paid.outcome === "approved" ? "success" : "danger"}>
      {paid.outcome === "approved"
        ? t("cards.terminal.approved", { sum })
        : `${t("cards.terminal.refused")} ${t(`cards.declined.${paid.outcome}`)}`}
    </Alert>
  );
}

const FIELDS = ["number", "cvv", "merchant", "amount"] as const;

const EMPTY = {
  number: "",
  expires: "",
  cvv: "",
  merchant: "",
  group: "shop" as MerchantGroup,
  currency: "USD",
  amount: "",
  online: false,
};
type Typed = typeof EMPTY;

function Till({ onPaid }: { onPaid: (paid: TerminalPayment) => void }) {
  const t = useT();
  const page = usePage();
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const pay = useAction(
    async () => {
      const { payAtTerminal } = await import("#contract/products/cards/terminal.ts");
      const { expires, group, currency, ...details } = typed;
      const [month = "", year = ""] = expires.split("/").map((part) => part.trim());
      const { data } = await page.call(payAtTerminal, {
        body: {
          ...details,
          ...{ country: "US", merchant_group: group, currency_code: currency },
          ...{ expires_month: month, expires_year: year.length === 2 ? `20${year}` : year },
        },
      });
      onPaid(data);
    },
    { fields: FIELDS },
  );
  const parts = {
    typed,
    set: (change: Partial<Typed>) => setTyped({ ...typed, ...change }),
    faultOf: (name: string) => pay.refusal?.fault(name),
  };
  return (
    <Form className="grid gap-4" onSubmit={() => void pay.run()}>
      <CardDetails {...parts} />
      <Purchase {...parts} />
      <Checkbox
        checked={typed.online}
        onChange={(event) => parts.set({ online: event.target.checked })}
        hint={t("cards.terminal.online_hint")}
      >
        {t("cards.terminal.online")}
      </Checkbox>
      <Button type="submit" wide isBusy={pay.isRunning}>
        {t("cards.terminal.pay")}
      </Button>
    </Form>
  );
}

type Parts = {
  readonly typed: Typed;
  readonly set: (change: Partial<Typed>) => void;
  readonly faultOf: (name: string) => string | undefined;
};

function CardDetails({ typed, set, faultOf }: Parts) {
  const t = useT();
  const input = (name: "number" | "expires" | "cvv", more: ComponentProps<"input"> = {}) => (
    <Field label={t(`cards.number.${name}`)} error={faultOf(name)}>
      {(ids) => (
        <Input
          {...ids}
          {...more}
          dir="ltr"
          autoComplete="off"
          required
          value={typed[name]}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      {input("number", { inputMode: "numeric" })}
      <div className="grid grid-cols-2 gap-3">
        {input("expires", { placeholder: "MM/YYYY" })}
        {input("cvv", { inputMode: "numeric", maxLength: 3 })}
      </div>
    </>
  );
}

function Purchase({ typed, set, faultOf }: Parts) {
  const t = useT();
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t("cards.merchant")} error={faultOf("merchant")}>
          {(ids) => (
            <Input
              {...ids}
              required
              maxLength={40}
              value={typed.merchant}
              onChange={(event) => set({ merchant: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("cards.terminal.kind")}>
          {(ids) => (
            <Select
              {...ids}
              value={typed.group}
              onChange={(event) => set({ group: MERCHANT_GROUPS.find((one) => one === event.target.value) ?? "shop" })}
            >
              {MERCHANT_GROUPS.map((one) => (
                <option key={one} value={one}>
                  {t(`cards.group.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <Field label={t("cards.sum")} error={faultOf("amount")}>
          {(ids) => (
            <AmountInput
              {...ids}
              unit={typed.currency}
              value={typed.amount}
              onValue={(amount) => set({ amount })}
              required
            />
          )}
        </Field>
        <Field label={t("cards.terminal.currency")}>
          {(ids) => (
            <Select {...ids} value={typed.currency} onChange={(event) => set({ currency: event.target.value })}>
              {CURRENCIES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </>
  );
}

function Afterwards({ paid }: { paid: TerminalPayment }) {
  const t = useT();
  const page = usePage();
  const [kind, setKind] = useState<EntryKind>("capture");
  const [usd, setUsd] = useState(paid.usd);
  const [isFinal, setFinal] = useState(true);
  const book = useAction(
    async () => {
      const { bookAtTerminal } = await import("#contract/products/cards/terminal.ts");
      await page.call(bookAtTerminal, { body: { payment_id: paid.id, kind, usd, is_final: isFinal } });
      page.toast("success", t("cards.terminal.sent"));
    },
    { fields: ["usd"] },
  );
  return (
    <Form className="grid gap-4" onSubmit={() => void book.run()}>
      <Field label={t("cards.terminal.then")}>
        {(ids) => (
          <Select
            {...ids}
            value={kind}
            onChange={(event) => setKind(ENTRY_KINDS.find((one) => one === event.target.value) ?? "capture")}
          >
            {ENTRY_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`cards.terminal.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("cards.terminal.usd")} error={book.refusal?.fault("usd")}>
        {(ids) => <AmountInput {...ids} unit="USD" value={usd} onValue={setUsd} required />}
      </Field>
      {kind === "capture" && (
        <Checkbox checked={isFinal} onChange={(event) => setFinal(event.target.checked)}>
          {t("cards.terminal.final")}
        </Checkbox>
      )}
      <Button type="submit" look="secondary" wide isBusy={book.isRunning}>
        {t("cards.terminal.send")}
      </Button>
    </Form>
  );
}
