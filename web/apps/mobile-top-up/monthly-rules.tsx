/** The reader's monthly top-ups: a question that waits comes first, with its price or a no; then the rules with pause and end. */
import { useState } from "react";
import type { TopUpRule } from "#contract/products/top-up-rules.ts";
import type { TopUpQuote } from "#contract/products/top-ups.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { amountText, isolated } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Rows } from "#ui/rows.tsx";

type Props = { readonly rules: readonly TopUpRule[]; readonly onQuote: (quote: TopUpQuote) => void };

export function MonthlyRules({ rules: first, onQuote }: Props) {
  const t = useT();
  const [rules, setRules] = useState(first);
  const put = (changed: TopUpRule) =>
    setRules(rules.map((one) => (one.id === changed.id ? changed : one)).filter(({ status }) => status !== "ended"));
  if (rules.length === 0) return null;
  return (
    <Card className="grid gap-3 p-5" aria-labelledby="top-up-monthly">
      <h2 id="top-up-monthly" className="font-semibold">
        {t("topups.monthly.title")}
      </h2>
      <p className="text-sm text-muted">{t("topups.monthly.lead")}</p>
      <Rows>
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} onChange={put} onQuote={onQuote} />
        ))}
      </Rows>
    </Card>
  );
}

type RuleProps = {
  readonly rule: TopUpRule;
  readonly onChange: (rule: TopUpRule) => void;
  readonly onQuote: Props["onQuote"];
};

function Rule({ rule, onChange, onQuote }: RuleProps) {
  const t = useT();
  const { locale } = usePage();
  const { ask, day, nextAt } = rule;
  return (
    <li className="grid gap-2 py-4 first:pt-1 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <bdi className="font-medium tabular-nums">{amountText(locale, `${rule.amount} ${rule.currencyCode}`)}</bdi>
        {rule.status === "paused" && <Badge tone="warn">{t("topups.monthly.paused")}</Badge>}
      </div>
      <span className="text-xs text-muted">
        <bdi dir="ltr" className="tabular-nums">
          {rule.shown}
        </bdi>{" "}
        · {rule.operator}
      </span>
      <p className="text-sm">
        {t("topups.monthly.on", { day: String(day), most: isolated(amountText(locale, `${rule.mostUsd} USD`)) })}
      </p>
      {ask?.status === "waiting" ? (
        <Ask ask={ask} {...{ onChange, onQuote }} />
      ) : (
        <p className="text-xs text-muted">
          {ask && <span className="block">{t(`topups.monthly.last.${ask.status}`)}</span>}
          {nextAt && (
            <>
              {t("topups.monthly.next")} <LocalTime at={nextAt} />
            </>
          )}
        </p>
      )}
      <Change rule={rule} onChange={onChange} />
    </li>
  );
}

type AskProps = Pick<RuleProps, "onChange" | "onQuote"> & { readonly ask: NonNullable<TopUpRule["ask"]> };

function Ask({ ask, onChange, onQuote }: AskProps) {
  const t = useT();
  const page = usePage();
  const answer = useAction(
    async (isYes: boolean) => {
      const { quoteTopUpAsk, skipTopUpAsk } = await import("#contract/products/top-up-rules.ts");
      const params = { id: ask.id };
      if (isYes) onQuote((await page.call(quoteTopUpAsk, { params })).data);
      else onChange((await page.call(skipTopUpAsk, { params })).data);
    },
    { quiet: true },
  );
  return (
    <div className="grid gap-3 rounded-lg bg-sunken p-3">
      <p className="text-sm font-medium">{t("topups.monthly.waiting")}</p>
      <p className="text-xs text-muted">
        {t("topups.monthly.until")} <LocalTime at={ask.expiresAt} />
      </p>
      {answer.refusal && (
        <Alert kind="danger" size="sm">
          {answer.refusal.message}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" isBusy={answer.isRunning} onClick={() => void answer.run(true)}>
          {t("topups.monthly.yes")}
        </Button>
        <Button look="secondary" size="sm" disabled={answer.isRunning} onClick={() => void answer.run(false)}>
          {t("topups.monthly.no")}
        </Button>
      </div>
    </div>
  );
}

type ChangeProps = Pick<RuleProps, "rule" | "onChange">;

function Change({ rule, onChange }: ChangeProps) {
  const t = useT();
  const page = usePage();
  const [panel, setPanel] = useState<"most" | "end" | null>(null);
  const [most, setMost] = useState(rule.mostUsd);
  const change = useAction(
    async (status: TopUpRule["status"], mostUsd: string) => {
      const { changeTopUpRule } = await import("#contract/products/top-up-rules.ts");
      const body = { status, most_usd: mostUsd };
      onChange((await page.call(changeTopUpRule, { params: { id: rule.id }, body })).data);
      setPanel(null);
    },
    { fields: ["most_usd"] },
  );
  const isActive = rule.status === "active";
  if (panel === "most")
    return (
      <Form className="grid gap-3" onSubmit={() => void change.run(rule.status, most)}>
        <Field label={t("topups.monthly.bound")} error={change.refusal?.fault("most_usd")}>
          {(ids) => <AmountInput {...ids} unit="USD" value={most} onValue={setMost} required />}
        </Field>
        <Button type="submit" size="sm" isBusy={change.isRunning}>
          {t("topups.monthly.save")}
        </Button>
      </Form>
    );
  if (panel === "end")
    return (
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm">{t("topups.monthly.really")}</span>
        <Button
          look="danger"
          size="sm"
          isBusy={change.isRunning}
          onClick={() => void change.run("ended", rule.mostUsd)}
        >
          {t("topups.monthly.end")}
        </Button>
        <Button look="quiet" size="sm" onClick={() => setPanel(null)}>
          {t("topups.monthly.keep")}
        </Button>
      </div>
    );
  return (
    <div className="-ms-2 flex flex-wrap gap-1">
      <Button
        look="quiet"
        size="sm"
        isBusy={change.isRunning}
        onClick={() => void change.run(isActive ? "paused" : "active", rule.mostUsd)}
      >
        {t(isActive ? "topups.monthly.pause" : "topups.monthly.resume")}
      </Button>
      <Button look="quiet" size="sm" onClick={() => setPanel("most")}>
        {t("topups.monthly.change")}
      </Button>
      <Button look="quiet" size="sm" onClick={() => setPanel("end")}>
        {t("topups.monthly.end")}
      </Button>
    </div>
  );
}
