/** The number that gets the airtime: its country and digits, then the operator that the provider found. */
import { useEffect, useState } from "react";
import type { TopUpPageProps } from "#contract/products/pages.ts";
import type { TopUpLookUp } from "#contract/products/top-ups.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useCountryName } from "#sdk/words/country-name.ts";

const ASK_AGAIN_MS = 400;
/** Then the user chooses the operator. */
const PATIENCE_MS = 8000;

type Props = {
  readonly offer: NonNullable<TopUpPageProps["offer"]>;
  readonly lookUp: TopUpLookUp | null;
  readonly onLookUp: (lookUp: TopUpLookUp | null) => void;
};

export function NumberStep({ offer, lookUp, onLookUp }: Props) {
  const t = useT();
  const page = usePage();
  const nameOf = useCountryName();
  const [country, setCountry] = useState(offer.country);
  const [number, setNumber] = useState(offer.again?.number ?? "");
  const find = useAction(
    async (phone: string, iso: string) => {
      const { lookUpTopUpNumber } = await import("#contract/products/top-ups.ts");
      const { data } = await page.call(lookUpTopUpNumber, { body: { phone, country_iso: iso } });
      onLookUp(data);
    },
    { fields: ["phone"] },
  );
  useAnswer(lookUp, onLookUp);
  // The order to repeat begins with its number.
  const { again } = offer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    if (again) void find.run(again.number, again.countryIso);
  }, []);
  if (lookUp) return <Found lookUp={lookUp} onChange={() => onLookUp(null)} />;
  const countries = offer.countries
    .map((iso) => ({ iso, name: nameOf(iso) }))
    .sort((one, other) => one.name.localeCompare(other.name, page.locale));
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="top-up-number">
      <h2 id="top-up-number" className="font-semibold">
        {t("topups.number.title")}
      </h2>
      <Form className="grid gap-4 sm:grid-cols-2" onSubmit={() => void find.run(number, country)}>
        <Field label={t("topups.number.country")}>
          {(ids) => (
            <Select {...ids} value={country} onChange={(event) => setCountry(event.target.value)}>
              {countries.map(({ iso, name }) => (
                <option key={iso} value={iso}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("topups.number.label")} hint={t("topups.number.hint")} error={find.refusal?.fault("phone")}>
          {(ids) => (
            <Input
              {...ids}
              type="tel"
              inputMode="tel"
              autoComplete="off"
              dir="ltr"
              className="tabular-nums"
              maxLength={40}
              value={number}
              onChange={(event) => {
                setNumber(event.target.value);
                find.clear();
              }}
              required
            />
          )}
        </Field>
        <Button type="submit" isBusy={find.isRunning} className="sm:col-span-2">
          {t("topups.number.find")}
        </Button>
      </Form>
    </Card>
  );
}

/** Asks until the provider has answered. */
function useAnswer(lookUp: TopUpLookUp | null, onLookUp: Props["onLookUp"]): void {
  const page = usePage();
  const waiting = lookUp?.state === "waiting" ? lookUp : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with each look-up that waits.
  useEffect(() => {
    if (!waiting) return;
    const until = performance.now() + PATIENCE_MS;
    let isOver = false;
    const ask = async () => {
      const { getTopUpLookUp } = await import("#contract/products/top-ups.ts");
      const found = await page.call(getTopUpLookUp, { params: { id: waiting.id } }).catch(() => undefined);
      if (isOver) return;
      if (found && found.data.state !== "waiting") onLookUp(found.data);
      else if (performance.now() > until) onLookUp({ ...waiting, state: "unknown" });
      else setTimeout(() => void ask(), ASK_AGAIN_MS);
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [waiting?.id]);
}

function Found({ lookUp, onChange }: { lookUp: TopUpLookUp; onChange: () => void }) {
  const t = useT();
  const nameOf = useCountryName();
  return (
    <Card className="grid gap-3 p-5" aria-labelledby="top-up-number">
      <h2 id="top-up-number" className="text-sm text-muted">
        {t("topups.number.title")}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid gap-0.5">
          <bdi dir="ltr" className="text-2xl font-bold tracking-tight tabular-nums">
            {lookUp.shown}
          </bdi>
          <span className="text-sm text-muted">{nameOf(lookUp.countryIso)}</span>
        </div>
        <Button look="secondary" size="sm" onClick={onChange}>
          {t("topups.number.change")}
        </Button>
      </div>
      {lookUp.state === "waiting" && (
        <p className="flex items-center gap-2 text-sm text-muted" role="status">
          <Spinner /> {t("topups.number.finding")}
        </p>
      )}
    </Card>
  );
}
