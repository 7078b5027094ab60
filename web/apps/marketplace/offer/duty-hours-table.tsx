/** When the owner is there, day by day. */
import type { DutyHours } from "#contract/market/offers/offer-fields.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Icon } from "#ui/icon.tsx";
import { chevronDown } from "#ui/icons/shapes.ts";

// A week that begins on a Monday: only the names of its days are taken.
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export function DutyHoursTable({ hours, timezone }: { hours: DutyHours; timezone: string }) {
  const page = usePage();
  const t = useT();
  const open = hours
    .filter((one) => one.active)
    .sort((a, b) => a.day - b.day || a.start_time.localeCompare(b.start_time));
  const days = [...new Set(open.map(({ day }) => day))];
  const dayName = (day: number) =>
    new Intl.DateTimeFormat(page.locale, { weekday: "long", timeZone: "UTC" }).format(MONDAY + (day - 1) * DAY_MS);
  return (
    <details className="group border-t border-line pt-3">
      <summary className="flex min-h-11 items-center justify-between text-sm font-semibold">
        {t("offer.duty_hours")}
        <Icon shape={chevronDown} className="text-muted group-open:rotate-180" />
      </summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        {days.map((day) => (
          <div key={day} className="contents">
            <dt className="text-muted">{dayName(day)}</dt>
            <dd className="rtl:text-end">
              {open
                .filter((one) => one.day === day)
                .map((one) => (
                  <span key={one.start_time} className="block">
                    <bdi dir="ltr" className="tabular-nums">
                      {one.start_time} – {one.end_time}
                    </bdi>
                    {one.end_time < one.start_time && (
                      <span className="ms-2 text-xs text-muted">{t("offer.hours_next_day")}</span>
                    )}
                  </span>
                ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-xs text-muted">{t("offer.timezone", { timezone })}</p>
    </details>
  );
}
