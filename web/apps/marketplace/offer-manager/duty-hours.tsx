/** When the owner is there: a row a day; a day without a tick is off, and none ticked means always. */
import type { DutyHours as Hours } from "#contract/offer-fields.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Input } from "#ui/input.tsx";
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
  const change = (day: number, part: Partial<Hours[number]>) => {
    const known = hours.find((one) => one.day === day) ?? { day, start_time: "09:00", end_time: "18:00", active: true };
    const next = [...hours.filter((one) => one.day !== day), { ...known, ...part }];
    // The hours are meant in the zone of their owner's account; where none was said, where their owner is.
    const own = ofAccount === "UTC" ? browserTimezone() : ofAccount;
    const timezone = hours.length > 0 && draft.timezone ? draft.timezone : own;
    set({ duty_hours: next.filter((one) => one.active).sort((a, b) => a.day - b.day), timezone });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">{t("myoffers.form.hours_title")}</legend>
      <p className="text-xs text-muted">
        {hours.length > 0
          ? t("myoffers.form.hours_zone", { timezone: draft.timezone ?? "UTC" })
          : t("myoffers.form.hours_always")}
      </p>
      {DAYS.map((day) => {
        const row = hours.find((one) => one.day === day);
        const dayName = name.format(MONDAY + (day - 1) * DAY_MS);
        return (
          <div key={day} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <Checkbox
              className="w-36"
              checked={row !== undefined}
              onChange={(event) => change(day, { active: event.target.checked })}
            >
              {dayName}
            </Checkbox>
            {row && (
              <span className="flex items-center gap-2" dir="ltr">
                {(["start_time", "end_time"] as const).map((end) => (
                  <Input
                    key={end}
                    type="time"
                    aria-label={t(end === "start_time" ? "myoffers.form.from" : "myoffers.form.until", {
                      day: dayName,
                    })}
                    value={row[end] === "24:00" ? "23:59" : row[end]}
                    onChange={(event) => event.target.value && change(day, { [end]: event.target.value })}
                    className="w-32!"
                  />
                ))}
              </span>
            )}
          </div>
        );
      })}
      {error && (
        <p role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function browserTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}
