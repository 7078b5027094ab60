/** Instants of a trade as its reader reads them: in their language and their time zone. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from "#contract/platform/locales.ts";
import { isFinal, isSuccessful } from "#contract/market/trades/trade/statuses.ts";
import type { TradeChange } from "#contract/market/trades/trade/trades.ts";
import type { ReaderRow, TradeRow } from "./rows.ts";

export type Reader = { readonly locale: Locale; readonly timezone: string };

export function readerOf(row: ReaderRow | undefined): Reader {
  const locale = LOCALES.find((one) => one === row?.locale) ?? DEFAULT_LOCALE;
  return { locale, timezone: row?.timezone ?? "UTC" };
}

export function isoOf(at: Date | null): string | null {
  return at ? at.toISOString() : null;
}

export function stampOf(at: Date, reader: Reader): { timestamp: number; humanReadable: string } {
  return { timestamp: Math.floor(at.getTime() / 1000), humanReadable: formatOf(reader).format(at) };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** With Latin digits in every language, as amounts have them. */
function formatOf({ locale, timezone }: Reader): Intl.DateTimeFormat {
  const key = `${locale} ${timezone}`;
  let format = formats.get(key);
  if (!format) {
    const style = { dateStyle: "medium", timeStyle: "short" } as const;
    format = new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { ...style, timeZone: timezone });
    formats.set(key, format);
  }
  return format;
}

export function timesOf(
  trade: TradeRow,
  reader: Reader,
): Pick<TradeChange, "expiresAt" | "paidAt" | "completedAt" | "cancelledAt" | "reopenAskedAt"> {
  const isCancelled = isFinal(trade.status) && !isSuccessful(trade.status);
  return {
    expiresAt: trade.expires_at ? stampOf(trade.expires_at, reader) : null,
    paidAt: isoOf(trade.paid_at),
    completedAt: isFinal(trade.status) ? isoOf(trade.ended_at) : null,
    cancelledAt: isCancelled ? isoOf(trade.ended_at) : null,
    reopenAskedAt: isoOf(trade.reopen_asked_at),
  };
}
