/** The number to confirm, the consent, and how the code is to come. */
import { useState } from "react";
import { trimmed } from "#contract/platform/plain-text.ts";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import type { Action } from "#sdk/state/use-action.ts";
import { WaitNotice } from "#widgets/wait-notice.tsx";
import { typedCode } from "#contract/platform/typed-numbers.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";

export type SendCode = Action<[number: string, call: boolean, consent: boolean, country?: string]>;

export function AskForCode({
  isExceeded,
  noTexts,
  againMs,
  send,
}: {
  /** Too many wrong codes came before. */
  isExceeded: boolean;
  /** By their own choice: the code comes in a call. */
  noTexts: boolean;
  againMs: number;
  send: SendCode;
}) {
  const t = useT();
  const page = usePage();
  const [number, setNumber] = useState("");
  const [chosen, setChosen] = useState(page.session.get()?.countryIso ?? "");
  const { data: countries = [] } = usePhoneCountries();
  const country = countries.find(({ iso }) => iso === chosen);
  const [consent, setConsent] = useState(false);
  const noConsent = send.refusal?.fault("isCitizenshipConsentAccepted");
  const ask = (call: boolean) => void send.run(trimmed(number), call, consent, country?.iso);
  return (
    <Form className="grid gap-3" onSubmit={() => ask(noTexts)}>
      {isExceeded && <WaitNotice untilMs={againMs} say={(time) => t("account.phone.exceeded", { time })} />}
      {countries.length > 0 && (
        <Field label={t("account.phone.country")}>
          {(ids) => (
            <Select {...ids} value={country?.iso ?? ""} onChange={({ target }) => setChosen(target.value)}>
              {!country && <option value="">–</option>}
              {countries.map(({ iso, name, code }) => (
                <option key={iso} value={iso}>
                  {`${name} (${isolated(`+${code}`)})`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={t("account.phone.label")} hint={t("account.phone.hint")} error={send.refusal?.fault("phone")}>
        {(ids) => (
          <Input
            {...ids}
            type="tel"
            dir="ltr"
            autoComplete="tel"
            maxLength={40}
            required
            value={number}
            onChange={(event) => setNumber(typedCode(event.target.value))}
          />
        )}
      </Field>
      <Checkbox
        checked={consent}
        onChange={(event) => setConsent(event.target.checked)}
        aria-invalid={noConsent ? true : undefined}
        hint={noConsent && <span role="alert">{noConsent}</span>}
      >
        {t("account.phone.consent")}
      </Checkbox>
      {noTexts && <Alert kind="info">{t("account.phone.calls_only")}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="secondary" isBusy={send.isRunning}>
          {t(noTexts ? "account.phone.call" : "account.phone.sms")}
        </Button>
        {!noTexts && (
          <Button look="quiet" isBusy={send.isRunning} onClick={() => ask(true)}>
            {t("account.phone.call")}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Those whose numbers can be confirmed, by name. */
function usePhoneCountries() {
  const page = usePage();
  return usePageQuery<readonly { iso: string; name: string; code: string | null }[]>({
    queryKey: ["phone-countries", page.locale],
    queryFn: async () => {
      const { listPhoneCountries } = await import("#contract/reference/catalog.ts");
      const { data } = await page.call(listPhoneCountries, { query: { locale: page.locale } });
      return data.toSorted((a, b) => a.name.localeCompare(b.name, page.locale));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
