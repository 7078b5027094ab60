/** The phones of the demo: what each number got from its telephone company, and a field for codes. */
import { useState } from "react";
import type { HousePhoneProps } from "#contract/products/pages.ts";
import type { HousePhone } from "#contract/products/top-ups.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { phone as phoneShape } from "#ui/icons/shapes.ts";
import { Rows } from "#ui/rows.tsx";

export const screen: PageScreen<"house-phone", typeof HousePhoneScreen> = {
  title: "topups.phone.title",
  texts: ["topups", "refusals"],
};

export default function HousePhoneScreen({ phones: first }: HousePhoneProps) {
  const t = useT();
  const page = usePage();
  const [phones, setPhones] = useState(first);
  const refresh = async () => {
    const { listHousePhones } = await import("#contract/products/top-ups.ts");
    setPhones((await page.call(listHousePhones, {})).data);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-4 md:gap-5 md:py-6">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl font-bold">{t("topups.phone.title")}</h1>
        <Badge tone="warn">{t("topups.simulated.badge")}</Badge>
        <LinkButton look="quiet" size="sm" className="ms-auto" href={page.href("mobileTopUp", undefined)}>
          {t("topups.phone.back")}
        </LinkButton>
      </div>
      <p className="max-w-2xl text-sm text-muted">{t("topups.phone.lead")}</p>
      {phones.length === 0 ? (
        <EmptyState shape={phoneShape} title={t("topups.phone.none")}>
          {t("topups.phone.none_text")}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-2">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {phones.map((one) => (
              <Phone key={one.number} phone={one} />
            ))}
          </div>
          <TypeCode onDone={() => void refresh()} />
        </div>
      )}
    </div>
  );
}

function Phone({ phone: { shown, operator, balance, currencyCode, messages } }: { phone: HousePhone }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <Card className="grid gap-4 p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">
          <bdi dir="ltr" className="tabular-nums">
            {shown}
          </bdi>
        </h2>
        <span className="text-sm text-muted">{operator}</span>
      </header>
      <p className="flex flex-wrap items-baseline justify-between gap-2 rounded-lg bg-sunken px-4 py-3">
        <span className="text-sm text-muted">{t("topups.phone.balance")}</span>
        <bdi className="text-xl font-bold tabular-nums">{amountText(locale, `${balance} ${currencyCode}`)}</bdi>
      </p>
      <Rows>
        {messages.map(({ kind, amount, at, reference }) => (
          <li key={reference} className="grid gap-0.5 py-3 first:pt-0 last:pb-0">
            <span className="text-sm">
              {t(`topups.phone.message.${kind}`, { amount: isolated(amountText(locale, `${amount} ${currencyCode}`)) })}
            </span>
            <span className="text-xs text-muted">
              <LocalTime at={at} />
            </span>
          </li>
        ))}
      </Rows>
    </Card>
  );
}

function TypeCode({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  const page = usePage();
  const [code, setCode] = useState("");
  const redeem = useAction(
    async (typed: string) => {
      const { redeemHousePin } = await import("#contract/products/top-ups.ts");
      const { data } = await page.call(redeemHousePin, { body: { code: typed } });
      const amount = isolated(amountText(page.locale, `${data.amount} ${data.currencyCode}`));
      page.toast("success", t("topups.phone.redeemed", { amount }));
      setCode("");
      onDone();
    },
    { fields: ["code"] },
  );
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="phone-code">
      <h2 id="phone-code" className="font-semibold">
        {t("topups.phone.type")}
      </h2>
      <Form className="grid gap-4" onSubmit={() => void redeem.run(code)}>
        <Field label={t("topups.phone.code")} hint={t("topups.phone.code_hint")} error={redeem.refusal?.fault("code")}>
          {(ids) => (
            <Input
              {...ids}
              required
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              maxLength={40}
              className="font-mono"
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                redeem.clear();
              }}
            />
          )}
        </Field>
        <Button type="submit" isBusy={redeem.isRunning}>
          {t("topups.phone.top_up")}
        </Button>
      </Form>
    </Card>
  );
}
