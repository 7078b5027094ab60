/** What a key that trades is made with: its markets, the value of its orders in a day, its time and its places, with a confirmation. */
import { useState } from "react";
import type { ApiKey } from "#contract/people/api-keys.ts";
import { isBlank, trimmed } from "#contract/platform/plain-text.ts";
import { SESSION_DAY_USD, SPOT_SYMBOLS, type SpotSymbol } from "#contract/products/spot/names.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { fiatText } from "#sdk/words/money.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Form } from "#ui/forms/form.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { type Days, DaysField, listed, NameField, NetworksField, USUAL_DAYS } from "./key-fields.tsx";

type DayUsd = (typeof SESSION_DAY_USD)[number];
const USUAL_USD = 1_000;

export function WantedToTrade({ onMade }: { onMade: (key: ApiKey, secret: string) => void }) {
  const t = useT();
  const page = usePage();
  const [name, setName] = useState("");
  const [markets, setMarkets] = useState<readonly SpotSymbol[]>(SPOT_SYMBOLS);
  const [dayUsd, setDayUsd] = useState<DayUsd>(USUAL_USD);
  const [days, setDays] = useState<Days>(USUAL_DAYS);
  const [networks, setNetworks] = useState("");
  const proves = { kind: "spot_key", id: `${days}d-${dayUsd}usd` } as const;
  const proof = useProof({ codesFor: proves });
  const make = useAction(
    async (typed: Typed) => {
      const [{ prove }, { createSpotKey }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/api-keys.ts"),
      ]);
      await prove(page, typed, proves);
      const body = {
        ...{ name: trimmed(name), markets: [...markets], day_usd: dayUsd },
        ...{ networks: listed(networks), days },
      };
      const { secret, key } = (await page.call(createSpotKey, { body })).data;
      onMade(key, secret);
    },
    { fields: [...PROOF_FIELDS, "name", "networks"] },
  );
  const isReady = proof.typed && !isBlank(name) && markets.length > 0 && listed(networks).length > 0;
  return (
    <Form className="grid gap-4" onSubmit={() => proof.typed && isReady && void make.run(proof.typed)}>
      <p className="text-sm text-muted">{t("apikeys.spot.lead")}</p>
      <NameField value={name} onValue={setName} error={make.refusal?.fault("name")} />
      <fieldset className="grid">
        <legend className="text-sm font-medium">{t("apikeys.spot.markets")}</legend>
        {SPOT_SYMBOLS.map((symbol) => (
          <Checkbox
            key={symbol}
            checked={markets.includes(symbol)}
            onChange={(event) => {
              const isChosen = event.currentTarget.checked;
              setMarkets(SPOT_SYMBOLS.filter((one) => (one === symbol ? isChosen : markets.includes(one))));
            }}
          >
            <bdi dir="ltr">{symbol.replace("-", "/")}</bdi>
          </Checkbox>
        ))}
      </fieldset>
      <RadioCards
        legend={t("apikeys.spot.day")}
        name="day_usd"
        value={String(dayUsd)}
        cards={SESSION_DAY_USD.map((usd) => ({
          value: String(usd),
          title: `${fiatText(page.locale, String(usd), "USD")} USD`,
        }))}
        onChange={(value) => setDayUsd(SESSION_DAY_USD.find((one) => String(one) === value) ?? USUAL_USD)}
      />
      <DaysField value={days} onValue={setDays} />
      <NetworksField
        value={networks}
        onValue={setNetworks}
        hint={t("apikeys.spot.networks_hint")}
        error={make.refusal?.fault("networks")}
        required
      />
      <ProofField proof={proof} refusal={make.refusal} />
      <Button type="submit" wide disabled={!isReady} isBusy={make.isRunning}>
        {t("apikeys.make")}
      </Button>
    </Form>
  );
}
