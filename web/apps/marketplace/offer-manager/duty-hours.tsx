/** When the owner is there: a row a day with one span or two; a day without a tick is off, and none ticked means always. */
import type { DutyHours as Hours } from "#contract/market/offers/offer-fields.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Input } from "#ui/forms/input.tsx";
import type { OfferForm } from "./use-offer-form.ts";

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
// A week that begins on a Monday: only the names of its days are taken.
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export function DutyHours({ form: { draft, set, fault }, timezone: ofAccount }: { form: OfferForm; timezone: string }) {
  const t = useT();
  const { locale } = usePage();
  const hours = (draft.duty_hours ?? []).filter(({ active }) => active);
  const error = fault("duty_hours") ?? fault("timezone");
  const name = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  const ofDay = (day: number) => hours.filter((one) => one.day === day);
  const change = (day: number, spans: readonly Hours[number][]) => {
    const next = [...hours.filter((one) => one.day !== day), ...spans];
    // The hours are meant in the zone of their owner's account; where none was said, where their owner is.
    const own = ofAccount === "UTC" ? browserTimezone() : ofAccount;
    const timezone = hours.length > 0 && draft.timezone ? draft.timezone : own;
    set({ duty_hours: next.sort((a, b) => a.day - b.day), timezone });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">{t("myoffers.form.hours_title")}</legend>
      <p className="text-xs text-muted">
        {hours.length > 0
          ? t("myoffers.form.hours_zone", { timezone: draft.timezone ?? "UTC" })
          : t("myoffers.form.hours_always")}
      </p>
      {DAYS.map((day) => (
        <Day
          key={day}
          day={day}
          name={name.format(MONDAY + (day - 1) * DAY_MS)}
          spans={ofDay(day)}
          onSpans={(spans) => change(day, spans)}
        />
      ))}
      {error && (
        <p role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type DayProps = {
  readonly day: number;
  readonly name: string;
  readonly spans: Hours;
  readonly onSpans: (spans: Hours) => void;
};

function Day({ day, name, spans, onSpans }: DayProps) {
  const t = useT();
  const span = (start_time: string, end_time: string) => ({ day, start_time, end_time, active: true });
  const change = (place: number, part: Partial<Hours[number]>) =>
    onSpans(spans.map((one, at) => (at === place ? { ...one, ...part } : one)));
  return (
    <div className="flex min-h-11 flex-wrap items-start gap-x-3 gap-y-2">
      <Checkbox
        className="w-36"
        checked={spans.length > 0}
        onChange={(event) => onSpans(event.target.checked ? [span("09:00", "18:00")] : [])}
      >
        {name}
      </Checkbox>
      <div className="grid gap-2">
        {spans.map((one, place) => (
          // Two spans of a day have nothing but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: a span is added and taken at the end only
          <div key={place} className="flex flex-wrap items-center gap-2">
            <Times span={one} day={name} onChange={(part) => change(place, part)} />
            {one.end_time < one.start_time && (
              <span className="text-xs text-muted">{t("myoffers.form.hours_next_day")}</span>
            )}
            {place === 1 && (
              <Button look="quiet" size="sm" onClick={() => onSpans(spans.slice(0, 1))}>
                {t("myoffers.form.hours_remove")}
              </Button>
            )}
          </div>
        ))}
        {spans.length === 1 && (
          <Button
            look="quiet"
            size="sm"
            className="justify-self-start"
            onClick={() => onSpans([...spans, span("19:00", "22:00")])}
          >
            {t("myoffers.form.hours_add")}
          </Button>
        )}
      </div>
    </div>
  );
}

type TimesProps = {
  readonly span: Hours[number];
  readonly day: string;
  readonly onChange: (part: Partial<Hours[number]>) => void;
};

function Times({ span, day, onChange }: TimesProps) {
  const t = useT();
  return (
    <span className="flex items-center gap-2" dir="ltr">
      {(["start_time", "end_time"] as const).map((end) => (
        <Input
          key={end}
          type="time"
          aria-label={t(end === "start_time" ? "myoffers.form.from" : "myoffers.form.until", { day })}
          value={span[end] === "24:00" ? "00:00" : span[end]}
          onChange={(event) => event.target.value && onChange({ [end]: event.target.value })}
          className="w-36!"
        />
      ))}
    </span>
  );
}

function browserTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}
