/** Starts a trading session: in which markets, how long, up to which value a day, and who it is. */
import { useState } from "react";
import type { SpotSession } from "#contract/products/spot/spot.ts";
import {
  inOrder,
  SESSION_DAY_USD,
  SESSION_HOURS,
  SPOT_SYMBOLS,
  type SpotSymbol,
  sessionProof,
} from "#contract/products/spot/names.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { fiatText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";
import { isProofFault, ProofField } from "#widgets/proof-field.tsx";

type Props = {
  /** The present one, which can be ended here. */
  readonly session: SpotSession | null;
  /** The market of the page. */
  readonly shown: SpotSymbol;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly onEnded: () => void;
};
type Terms = { readonly hours: Hours; readonly day_usd: DayUsd; readonly markets: SpotSymbol[] };
type Hours = (typeof SESSION_HOURS)[number];
type DayUsd = (typeof SESSION_DAY_USD)[number];

export function SessionDialog({ session, shown, onClose, onDone, onEnded }: Props) {
  const t = useT();
  const page = usePage();
  const [hours, setHours] = useState<Hours>(8);
  const [dayUsd, setDayUsd] = useState<DayUsd>(10_000);
  // Another session is for the same markets and the one that is shown.
  const [markets, setMarkets] = useState(() => inOrder(session ? [...session.markets, shown] : SPOT_SYMBOLS));
  const terms: Terms = { hours, day_usd: dayUsd, markets };
  const proof = useProof({ codesFor: { kind: "spot_session", id: sessionProof(terms) } });
  const open = useAction(
    async (typed: Typed, terms: Terms) => {
      const [{ prove }, { openSpotSession }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/products/spot/spot.ts"),
      ]);
      await prove(page, typed, { kind: "spot_session", id: sessionProof(terms) });
      await page.call(openSpotSession, { body: terms });
      onDone();
    },
    { quiet: true },
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("spot.session.title")} closeLabel={t("shell.close")} isSheet>
      <Form className="grid gap-4" onSubmit={() => proof.typed && void open.run(proof.typed, terms)}>
        <p className="text-sm text-muted">{t("spot.session.text")}</p>
        <div className="grid grid-cols-2 gap-3">
          <Field label={t("spot.session.hours")}>
            {(ids) => (
              <Select
                {...ids}
                value={hours}
                onChange={(event) => setHours(SESSION_HOURS.find((one) => one === Number(event.target.value)) ?? 8)}
              >
                {SESSION_HOURS.map((one) => (
                  <option key={one} value={one}>
                    {t("spot.session.hour", { count: one })}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t("spot.session.most")}>
            {(ids) => (
              <Select
                {...ids}
                value={dayUsd}
                onChange={(event) =>
                  setDayUsd(SESSION_DAY_USD.find((one) => one === Number(event.target.value)) ?? 10_000)
                }
              >
                {SESSION_DAY_USD.map((one) => (
                  <option key={one} value={one}>
                    {fiatText(page.locale, String(one), "USD")} USD
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Markets markets={markets} onMarkets={setMarkets} />
        <ProofField proof={proof} refusal={open.refusal} onEdit={open.clear} />
        {open.refusal && !isProofFault(open.refusal) && <Alert kind="danger">{open.refusal.message}</Alert>}
        <Button type="submit" wide isBusy={open.isRunning} disabled={!proof.typed || markets.length === 0}>
          {t("spot.start_session")}
        </Button>
        {session && <EndSession onEnded={onEnded} />}
      </Form>
    </Dialog>
  );
}

type MarketsProps = { readonly markets: SpotSymbol[]; readonly onMarkets: (markets: SpotSymbol[]) => void };

function Markets({ markets, onMarkets }: MarketsProps) {
  const t = useT();
  return (
    <fieldset className="grid">
      <legend className="text-sm font-medium">{t("spot.session.markets")}</legend>
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1 max-sm:gap-0">
        {SPOT_SYMBOLS.map((symbol) => (
          <Checkbox
            key={symbol}
            checked={markets.includes(symbol)}
            onChange={(event) => {
              const isChosen = event.currentTarget.checked;
              onMarkets(SPOT_SYMBOLS.filter((one) => (one === symbol ? isChosen : markets.includes(one))));
            }}
          >
            <bdi dir="ltr">{symbol.replace("-", "/")}</bdi>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

function EndSession({ onEnded }: { onEnded: () => void }) {
  const t = useT();
  const page = usePage();
  const end = useAction(async () => {
    const { endSpotSession } = await import("#contract/products/spot/spot.ts");
    await page.call(endSpotSession, {});
    page.toast("info", t("spot.session.ended"));
    onEnded();
  });
  return (
    <Button look="quiet" wide isBusy={end.isRunning} onClick={() => void end.run()}>
      {t("spot.session.end")}
    </Button>
  );
}
