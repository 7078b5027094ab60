/** The cells of a row of a file. Pure. */

/** Amounts are decimal texts without separators; times are ISO 8601. */
export type Cell = { readonly text: string; readonly isNumber?: true };
export type Row = readonly Cell[];

export const text = (value: string): Cell => ({ text: value });
export const amount = (value: string): Cell => ({ text: value, isNumber: true });

const clocks = new Map<string, Intl.DateTimeFormat>();

/** As 2026-11-28 09:05:00+01:00, by a clock in that zone. */
export function localTime(at: Date, zone: string): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat("en", {
      timeZone: zone,
      hourCycle: "h23",
      ...{ year: "numeric", month: "2-digit", day: "2-digit" },
      ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "longOffset" },
    });
  clocks.set(zone, clock);
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const offset = part.timeZoneName === "GMT" ? "+00:00" : (part.timeZoneName ?? "").replace("GMT", "");
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}${offset}`;
}
