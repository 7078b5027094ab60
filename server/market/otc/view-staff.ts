/** Requests to the desk as staff see them, with every quote that was proposed. */
import type { StaffOtcRequest } from "#contract/market/otc/otc.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import type { Locale } from "#contract/platform/locales.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { ROWS_PER_PAGE } from "#contract/platform/wire.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { getFiat, getPaymentMethod, methodName } from "../../reference/catalog/index.ts";
import * as rows from "./rows.ts";
import { ratesFor, viewQuote, viewRequest } from "./view-desk.ts";

type Asked = {
  readonly show?: rows.OtcList | undefined;
  readonly after?: string | undefined;
  /** Of the names of methods. */
  readonly locale: Locale;
};
type List = { data: StaffOtcRequest[]; meta: { next: string | null } };

export async function viewStaffRequests(tx: ReadTx, { show = "open", after, locale }: Asked): Promise<List> {
  const found = await rows.staffRows(tx, { show, after, limit: ROWS_PER_PAGE + 1 });
  const shown = found.slice(0, ROWS_PER_PAGE);
  const next = found.length > ROWS_PER_PAGE ? (shown.at(-1)?.id.toString() ?? null) : null;
  return { data: await withQuotes(tx, shown, locale), meta: { next } };
}

/** Refuses otc.unknown. */
export async function viewStaffRequest(tx: ReadTx, hash: string, locale: Locale): Promise<StaffOtcRequest> {
  const row = await rows.staffRow(tx, hash);
  const [view] = row ? await withQuotes(tx, [row], locale) : [];
  if (!view) throw new Refusal("otc.unknown");
  return view;
}

async function withQuotes(tx: ReadTx, requests: readonly rows.StaffRow[], locale: Locale): Promise<StaffOtcRequest[]> {
  const quotes = await rows.quotesOf(
    tx,
    requests.map(({ id }) => id),
  );
  const rates = await ratesFor(tx, requests);
  return requests.map((request) => {
    const own = quotes.filter(({ request_id }) => request_id === request.id);
    const shown = own.find(({ expires_at }) => expires_at !== null);
    return {
      ...viewRequest(request, shown && viewQuote(shown, request, { rates, locale }), locale),
      username: request.username,
      country: request.country,
      level: Math.floor(request.level),
      quotes: own.map((quote) => viewProposed(quote, request.fiat, locale)),
    };
  });
}

function viewProposed(quote: rows.QuoteRow, fiat: string, locale: Locale): StaffOtcRequest["quotes"][number] {
  return {
    trader: quote.trader,
    by: quote.made_by,
    price: quote.price,
    amount: displayFromUnits(quote.units, getFiat(fiat).digits),
    paymentMethod: methodName(getPaymentMethod(quote.method_id), locale),
    status: quote.status,
    at: quote.made_at.toISOString(),
    until: (quote.expires_at ?? quote.answer_by).toISOString(),
  };
}
