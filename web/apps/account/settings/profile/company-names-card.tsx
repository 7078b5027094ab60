/** The legal name and the trading name of a company, which of them others see, and the request for another trading name. */
import { useState } from "react";
import type { OwnTradingNames } from "#contract/compliance/trading-names.ts";
import type { SettingsPageProps } from "#contract/people/pages.ts";
import { TRADING_NAME_LENGTHS } from "#contract/platform/lengths.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { SettingsCard } from "../settings-card.tsx";

type Props = { readonly company: NonNullable<SettingsPageProps["company"]> };
type Take = { readonly names: OwnTradingNames; readonly onNames: (names: OwnTradingNames) => void };

export function CompanyNamesCard({ company: first }: Props) {
  const page = usePage();
  const t = useT();
  const [names, setNames] = useState(first.names);
  const [isBusinessShown, showBusiness] = useState(first.isBusinessNameShown);
  if (names.legalName === null)
    return (
      <SettingsCard title={t("tradingname.own.title")} lead={t("tradingname.own.unverified")}>
        <a href={page.href("accountCompany", undefined)} className="text-sm font-medium text-brand underline">
          {t("tradingname.own.verify")}
        </a>
      </SettingsCard>
    );
  const take: Take = { names, onNames: setNames };
  return (
    <SettingsCard title={t("tradingname.own.title")} lead={t("tradingname.own.lead")}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            [t("tradingname.legal"), names.legalName],
            [t("tradingname.trading"), names.approved?.name ?? t("tradingname.own.none")],
          ]}
        />
      </dl>
      {names.approved && <Shown isBusinessShown={isBusinessShown} onShown={showBusiness} />}
      <State {...take} />
      {names.waiting === null && (
        <AskForm
          {...take}
          onNames={(next) => {
            setNames(next);
            if (!names.approved) showBusiness(true);
          }}
        />
      )}
      {names.approved && <Withdraw {...take} which="approved" />}
    </SettingsCard>
  );
}

type ShownProps = { readonly isBusinessShown: boolean; readonly onShown: (isBusinessShown: boolean) => void };

function Shown({ isBusinessShown, onShown }: ShownProps) {
  const page = usePage();
  const t = useT();
  const save = useAction(async (full_name_visibility: "legal_entity_name" | "business_name") => {
    const { saveSettings } = await import("#contract/people/accounts.ts");
    const { data } = await page.call(saveSettings, { body: { full_name_visibility } });
    onShown(data.fullNameVisibilityType === "business_name");
    page.toast("success", t("tradingname.own.saved"));
  });
  return (
    <RadioCards
      legend={t("tradingname.own.shown")}
      name="company-name"
      value={isBusinessShown ? "business_name" : "legal_entity_name"}
      onChange={(value) => void save.run(value === "business_name" ? value : "legal_entity_name")}
      cards={[
        { value: "business_name", title: t("tradingname.trading"), text: t("tradingname.own.shown_trading") },
        { value: "legal_entity_name", title: t("tradingname.legal"), text: t("tradingname.own.shown_legal") },
      ]}
    />
  );
}

/** The name that waits for a review, or how the latest one ended. */
function State({ names, onNames }: Take) {
  const t = useT();
  const { waiting, over } = names;
  if (waiting)
    return (
      <Alert
        kind="info"
        title={t("tradingname.own.waiting", { name: isolated(waiting.name) })}
        action={<Withdraw names={names} onNames={onNames} which="waiting" />}
      >
        {t("tradingname.own.waiting_text")} <LocalTime at={waiting.askedAt} />
      </Alert>
    );
  if (over && (over.status === "refused" || over.status === "removed"))
    return (
      <Alert kind="warning" title={t(`tradingname.own.${over.status}`, { name: isolated(over.name) })}>
        {over.reason && t(`tradingname.reason.${over.reason}`)}
      </Alert>
    );
  if (over?.status === "ended")
    return <Alert kind="info">{t("tradingname.own.ended", { name: isolated(over.name) })}</Alert>;
  return null;
}

function AskForm({ names, onNames }: Take) {
  const page = usePage();
  const t = useT();
  const [name, setName] = useState("");
  const ask = useAction(
    async (wanted: string) => {
      const { askForTradingName } = await import("#contract/compliance/trading-names.ts");
      onNames((await page.call(askForTradingName, { body: { name: wanted } })).data);
      setName("");
      page.toast("success", t("tradingname.own.asked"));
    },
    { fields: ["name"] },
  );
  if (names.asksLeft === 0) return <p className="text-sm text-muted">{t("tradingname.own.none_left")}</p>;
  const isReady = hasLetters(name, TRADING_NAME_LENGTHS.least);
  return (
    <Form className="grid gap-3" onSubmit={() => isReady && void ask.run(trimmed(name))}>
      <Field
        label={t(names.approved ? "tradingname.own.another" : "tradingname.own.label")}
        hint={t("tradingname.own.hint")}
        error={ask.refusal?.fault("name")}
      >
        {(ids) => (
          <Input
            {...ids}
            dir="auto"
            maxLength={TRADING_NAME_LENGTHS.most}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <p className="text-xs text-muted">{t("tradingname.own.left", { count: names.asksLeft })}</p>
      <Button type="submit" look="secondary" className="justify-self-start" disabled={!isReady} isBusy={ask.isRunning}>
        {t("tradingname.own.ask")}
      </Button>
    </Form>
  );
}

function Withdraw({ onNames, which }: Take & { readonly which: "waiting" | "approved" }) {
  const page = usePage();
  const t = useT();
  const withdraw = useAction(async () => {
    const { withdrawTradingName } = await import("#contract/compliance/trading-names.ts");
    onNames((await page.call(withdrawTradingName, { body: { which } })).data);
    page.toast("success", t("tradingname.own.withdrawn"));
  });
  return (
    <Button
      look="secondary"
      size="sm"
      className="justify-self-start"
      isBusy={withdraw.isRunning}
      onClick={() => void withdraw.run()}
    >
      {t(`tradingname.own.withdraw_${which}`)}
    </Button>
  );
}
