/** The ticket: an order with its total, fee and worst price before it is sent. */
import { useState } from "react";
import type { SpotMarket, SpotSession } from "#contract/products/spot/spot.ts";
import { SPOT_SIDES, SPOT_TYPES, type SpotSide, SPOT_TIFS } from "#contract/products/spot/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cryptoText, fiatText } from "#sdk/words/money.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { NumberInput } from "#sdk/number-input.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";
import { Segments } from "#ui/segments.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { cx } from "#ui/cx.ts";
import { SessionDialog } from "../session-dialog.tsx";
import { TicketSums } from "./facts.tsx";
import type { Ticket } from "../use-ticket.ts";

type Props = {
  readonly market: SpotMarket;
  readonly ticket: Ticket;
  readonly status: SpotMarket["status"];
  readonly session: SpotSession | null;
  /** It was started or ended. */
  readonly onSession: () => void;
  readonly onPlaced: () => void;
};

/** Farther from the best price of the other side the ticket asks once. */
const FAR_PERCENT = 5;
const FIELDS = ["price", "stop_price", "stop_limit_price", "amount", "quote_amount"];

export function TicketPanel({ market, ticket, status, session, onSession, onPlaced }: Props) {
  const t = useT();
  const page = usePage();
  const [isStarting, setStarting] = useState(false);
  const [acceptsFar, setAcceptsFar] = useState(false);
  const isFar = ticket.beyond > FAR_PERCENT;
  const place = usePlacing(market, ticket, () => {
    setAcceptsFar(false);
    onPlaced();
  });
  const isAllowed = session?.markets.includes(market.symbol) === true;
  const mustStart = !isAllowed || place.refusal?.code === "spot.no_session";
  const press = () => {
    if (!isAllowed) setStarting(true);
    else void place.run(bodyOf(market, ticket));
  };
  return (
    <section aria-label={t("spot.ticket")} className="grid content-start gap-3">
      <Segments
        label={t("spot.side_label")}
        chosen={ticket.side}
        onChoose={(key) => ticket.setSide(key === "sell" ? "sell" : "buy")}
        controls="spot-ticket"
        segments={SPOT_SIDES.map((key) => ({ key, label: t(`spot.side.${key}`), tone: key }))}
      />
      <Form id="spot-ticket" className="grid gap-3" onSubmit={press}>
        <Types ticket={ticket} />
        <div id="spot-type" role="tabpanel" aria-labelledby={`spot-type-${ticket.type}`} className="grid gap-3">
          <Prices market={market} ticket={ticket} fault={(name) => place.refusal?.fault(name)} />
          <Size
            market={market}
            ticket={ticket}
            fault={place.refusal?.fault("amount") ?? place.refusal?.fault("quote_amount")}
          />
        </div>
        <Shares ticket={ticket} />
        <TicketSums market={market} ticket={ticket} />
        {isFar && (
          <Alert kind="warning">
            <p>{t("spot.far", { percent: String(Math.round(ticket.beyond)) })}</p>
            <Checkbox checked={acceptsFar} onChange={(event) => setAcceptsFar(event.target.checked)}>
              {t("spot.far_accept")}
            </Checkbox>
          </Alert>
        )}
        {place.refusal && !FIELDS.some((name) => place.refusal?.fault(name)) && (
          <Alert kind="danger">
            <p>{place.refusal.message}</p>
            {place.refusal.code === "ledger.insufficient_balance" && <More />}
          </Alert>
        )}
        <Button
          type="submit"
          wide
          className={cx(
            ticket.side === "buy" ? "bg-buy text-on-brand hover:opacity-90" : "bg-sell text-on-brand hover:opacity-90",
          )}
          isBusy={place.isRunning}
          disabled={status !== "trading" || (isFar && !acceptsFar)}
        >
          {t(mustStart ? "spot.start_session" : `spot.place.${ticket.side}`, { code: market.base })}
        </Button>
        <SessionLine session={session} isAllowed={isAllowed} onStart={() => setStarting(true)} />
      </Form>
      {isStarting && (
        <SessionDialog
          session={session}
          shown={market.symbol}
          onEnded={() => {
            onSession();
            setStarting(false);
          }}
          onClose={() => setStarting(false)}
          onDone={() => {
            onSession();
            setStarting(false);
            place.clear();
            page.toast("success", t("spot.session.started"));
          }}
        />
      )}
    </section>
  );
}

type OrderBody = ReturnType<typeof bodyOf>;

function bodyOf(market: SpotMarket, { side, type, tif, price, stop, afterStop, unit, size, isMarket }: Ticket) {
  return {
    market: market.symbol,
    side,
    type,
    ...(isMarket ? {} : { price }),
    // Other types rest until they end.
    ...(type === "limit" ? { time_in_force: tif } : {}),
    ...(type === "stop_limit" || type === "oco" ? { stop_price: stop } : {}),
    ...(type === "oco" ? { stop_limit_price: afterStop } : {}),
    ...(isMarket && unit === "value" ? { quote_amount: size } : { amount: size }),
  };
}

function usePlacing(market: SpotMarket, ticket: Ticket, onPlaced: () => void) {
  const page = usePage();
  const t = useT();
  return useAction(
    async (body: OrderBody) => {
      const { placeSpotOrder } = await import("#contract/products/spot/spot.ts");
      await page.call(placeSpotOrder, { body });
      ticket.setSize("");
      page.toast("success", t(`spot.placed.${body.side}`, { code: market.base }));
      onPlaced();
    },
    { quiet: true },
  );
}

function Types({ ticket }: { ticket: Ticket }) {
  const t = useT();
  return (
    <Segments
      label={t("spot.type_label")}
      chosen={ticket.type}
      onChoose={(key) => ticket.setType(SPOT_TYPES.find((one) => one === key) ?? "limit")}
      controls="spot-type"
      segments={SPOT_TYPES.map((key) => ({ key, label: t(`spot.type.${key}`) }))}
    />
  );
}

type Fault = (name: string) => string | undefined;

function Prices({ market, ticket, fault }: { market: SpotMarket; ticket: Ticket; fault: Fault }) {
  const t = useT();
  if (ticket.isMarket) return null;
  return (
    <>
      {ticket.type === "stop_limit" && <StopPrice market={market} ticket={ticket} fault={fault} />}
      <Field
        label={t(ticket.type === "stop_limit" ? "spot.limit_price" : "spot.price")}
        error={fault("price")}
        hint={ticket.type === "oco" ? t(`spot.oco_hint.${ticket.side}`) : undefined}
      >
        {(ids) => (
          <NumberInput
            {...ids}
            data-spot-price=""
            value={ticket.price}
            onValue={ticket.setPrice}
            onKeyDown={(event) => {
              if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
              event.preventDefault();
              ticket.stepPrice(event.key === "ArrowUp" ? 1n : -1n);
            }}
            unit={market.quote}
            required
          />
        )}
      </Field>
      {ticket.type === "oco" && (
        <>
          <StopPrice market={market} ticket={ticket} fault={fault} />
          <Field label={t("spot.after_stop_price")} error={fault("stop_limit_price")}>
            {(ids) => (
              <NumberInput
                {...ids}
                value={ticket.afterStop}
                onValue={ticket.setAfterStop}
                unit={market.quote}
                required
              />
            )}
          </Field>
        </>
      )}
      {ticket.type === "limit" && (
        <Field label={t("spot.tif_label")}>
          {(ids) => (
            <Select
              {...ids}
              value={ticket.tif}
              onChange={(event) => ticket.setTif(SPOT_TIFS.find((one) => one === event.target.value) ?? "gtc")}
            >
              {SPOT_TIFS.map((one) => (
                <option key={one} value={one}>
                  {t(`spot.tif.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  );
}

function StopPrice({ market, ticket, fault }: { market: SpotMarket; ticket: Ticket; fault: Fault }) {
  const t = useT();
  return (
    <Field label={t("spot.stop_price")} error={fault("stop_price")} hint={t(`spot.stop_hint.${ticket.side}`)}>
      {(ids) => <NumberInput {...ids} value={ticket.stop} onValue={ticket.setStop} unit={market.quote} required />}
    </Field>
  );
}

function Size({ market, ticket, fault }: { market: SpotMarket; ticket: Ticket; fault: string | undefined }) {
  const t = useT();
  const { locale } = usePage();
  const isSum = ticket.isMarket && ticket.unit === "value";
  const unit = isSum ? market.quote : market.base;
  return (
    <Field
      label={t(isSum ? "spot.sum" : "spot.amount")}
      error={fault}
      hint={
        <>
          {t("spot.available")}{" "}
          <bdi dir="ltr" className="tabular-nums">
            {cryptoText(locale, ticket.available, ticket.spends)} {ticket.spends}
          </bdi>
        </>
      }
      aside={
        ticket.isMarket && (
          <button
            type="button"
            className="font-semibold text-brand"
            onClick={() => ticket.setUnit(isSum ? "amount" : "value")}
          >
            {t("spot.in_unit", { code: isSum ? market.base : market.quote })}
          </button>
        )
      }
    >
      {(ids) => (
        <NumberInput {...ids} data-spot-size="" value={ticket.size} onValue={ticket.setSize} unit={unit} required />
      )}
    </Field>
  );
}

const SHARES = [25, 50, 75, 100] as const;

function Shares({ ticket }: { ticket: Ticket }) {
  const t = useT();
  return (
    <div className="grid gap-1" dir="ltr">
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={ticket.percent}
        aria-label={t("spot.share")}
        aria-valuetext={`${ticket.percent}%`}
        className="h-8 w-full accent-brand"
        onChange={(event) => ticket.choosePercent(Number(event.target.value))}
      />
      <div className="flex gap-1">
        {SHARES.map((share) => (
          <button
            key={share}
            type="button"
            className="min-h-8 flex-1 rounded-md bg-sunken text-xs font-medium text-muted tabular-nums hover:text-ink max-md:min-h-11"
            onClick={() => ticket.choosePercent(share)}
          >
            {share}%
          </button>
        ))}
      </div>
    </div>
  );
}

type LineProps = { readonly session: SpotSession | null; readonly isAllowed: boolean; readonly onStart: () => void };

function SessionLine({ session, isAllowed, onStart }: LineProps) {
  const t = useT();
  const { locale } = usePage();
  if (!session) return <p className="text-xs text-muted">{t("spot.session.why")}</p>;
  const time = new Intl.DateTimeFormat(locale === "ar" ? "ar-u-nu-latn" : locale, { timeStyle: "short" });
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
      <span suppressHydrationWarning>
        {isAllowed
          ? t("spot.session.line", {
              time: time.format(new Date(session.expiresAt)),
              used: fiatText(locale, String(Math.round(Number(session.usedUsd))), "USD"),
              most: fiatText(locale, session.dayUsd, "USD"),
            })
          : t("spot.session.other", { markets: session.markets.map((one) => one.replace("-", "/")).join(", ") })}
      </span>
      <button type="button" className="font-semibold text-brand max-md:min-h-11" onClick={onStart}>
        {t("spot.session.change")}
      </button>
    </p>
  );
}

function More() {
  const t = useT();
  const { href } = usePage();
  return (
    <p className="flex flex-wrap gap-2">
      <LinkButton size="sm" look="secondary" href={href("wallet", undefined)}>
        {t("spot.deposit")}
      </LinkButton>
      <LinkButton size="sm" look="secondary" href={href("convert", undefined)}>
        {t("spot.convert")}
      </LinkButton>
    </p>
  );
}

export const sideOfKey = (key: string): SpotSide | undefined =>
  key === "b" ? "buy" : key === "s" ? "sell" : undefined;
