/** What is advised of a coin that left its band, with its end by an administrator; or why nothing is. */
import { useState } from "react";
import type { CurrencyExposure, HouseAdvice, HouseExposure } from "#contract/staff/exposure.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText, isolated } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";

type Props = {
  readonly code: string;
  readonly aim: NonNullable<CurrencyExposure["aim"]>;
  readonly onChange: (exposure: HouseExposure) => void;
};

export function AdvicePanel({ code, aim: { move, hold, advice }, onChange }: Props) {
  const t = useT();
  const { locale } = usePage();
  if (move === null && advice === null) return null;
  return (
    <Alert kind={advice ? "warning" : "light"}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {move && (
          <p>
            {t(move.side === "sell" ? "exposure.sell" : "exposure.buy", {
              amount: isolated(amountText(locale, `${move.amount} ${code}`)),
            })}
            {move.usd !== null && ` ${t("exposure.worth", { usd: isolated(amountText(locale, `${move.usd} USD`)) })}`}
          </p>
        )}
        {advice ? (
          <Open advice={advice} onChange={onChange} />
        ) : (
          <p className="text-xs text-muted">{hold ? t(`exposure.advice.hold.${hold}`) : t("exposure.advice.soon")}</p>
        )}
      </div>
    </Alert>
  );
}

type OpenProps = { readonly advice: HouseAdvice; readonly onChange: Props["onChange"] };

function Open({ advice, onChange }: OpenProps) {
  const t = useT();
  const { locale } = usePage();
  const text = (sum: string, code: string) => isolated(amountText(locale, `${sum} ${code}`));
  const [isEnding, setEnding] = useState(false);
  return (
    <>
      <p className="text-xs text-muted">
        <span className="font-medium text-ink">
          {t(`exposure.advice.${advice.side}`, { amount: text(advice.amount, advice.currencyCode) })}
        </span>{" "}
        ·{" "}
        {t("exposure.advice.made", {
          exposure: text(advice.exposure, advice.currencyCode),
          rate: text(advice.rateUsd, "USD"),
        })}{" "}
        · <LocalTime at={advice.madeAt} />
      </p>
      {isEnding ? (
        <EndForm advice={advice} onChange={onChange} />
      ) : (
        <div>
          <Button size="sm" look="secondary" onClick={() => setEnding(true)}>
            {t("exposure.advice.end")}
          </Button>
        </div>
      )}
    </>
  );
}

function EndForm({ advice, onChange }: OpenProps) {
  const t = useT();
  const page = usePage();
  const [reason, setReason] = useState("");
  const end = useAction(
    async (state: "done" | "dismissed", why: string) => {
      const { endHouseAdvice } = await import("#contract/staff/exposure.ts");
      const { data } = await page.call(endHouseAdvice, { body: { id: advice.id, state, reason: why } });
      onChange(data);
      page.toast("success", t("exposure.advice.ended"));
    },
    { fields: ["reason"] },
  );
  const isReady = hasLetters(reason, 3);
  const act = (state: "done" | "dismissed") => isReady && void end.run(state, trimmed(reason));
  return (
    <Form className="flex flex-wrap items-end gap-2" onSubmit={() => act("done")}>
      <Field label={t("exposure.advice.reason")} error={end.refusal?.fault("reason")} className="min-w-48 flex-1">
        {(ids) => <Input {...ids} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      <Button type="submit" disabled={!isReady} isBusy={end.isRunning}>
        {t("exposure.advice.done")}
      </Button>
      <Button type="button" look="secondary" disabled={!isReady || end.isRunning} onClick={() => act("dismissed")}>
        {t("exposure.advice.dismiss")}
      </Button>
    </Form>
  );
}
