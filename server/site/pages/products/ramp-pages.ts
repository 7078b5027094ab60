/** Coins bought and sold by bank transfer and mobile money: the two pages, an order, and the demo's bank. */
import { PATHS } from "#contract/platform/paths.ts";
import type { RampPageProps } from "#contract/products/pages.ts";
import type { RampDirection } from "#contract/products/ramps/names.ts";
import { hash } from "#contract/platform/wire.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { findUserById, openPersonal } from "../../../people/accounts/index.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { getOrder, listOfBank, type RampStart, viewRampPage } from "../../../products/ramps/index.ts";
import { viewBalances } from "../../../products/wallet/index.ts";
import { isFlagOn } from "../../../reference/flags/index.ts";
import { said } from "../query.ts";

const FLAG = { buy: "isOnRampEnabled", sell: "isOfframpEnabled" } as const;

async function loadRamp(context: PageContext, direction: RampDirection): Promise<Shown> {
  const isHere = await isOn(context, direction);
  const props: RampPageProps = {
    start: isHere ? await startFor(context, direction) : null,
    hasOther: await isOn(context, direction === "buy" ? "sell" : "buy"),
  };
  return direction === "buy" ? { page: "on-ramp", props } : { page: "off-ramp", props };
}

async function isOn({ tx, viewer, hasRamps }: PageContext, direction: RampDirection): Promise<boolean> {
  return hasRamps && (!viewer || (await isFlagOn(tx, { name: FLAG[direction], userId: viewer.userId })));
}

async function startFor(
  { tx, viewer, visitor, query }: PageContext,
  direction: RampDirection,
): Promise<RampPageProps["start"]> {
  const start = await viewRampPage(tx, { userId: viewer?.userId, direction });
  const balances = viewer ? (await viewBalances(tx, { userId: viewer.userId, fiat: "USD" })).balances : [];
  const countries = new Set(start.corridors.map(({ countryIso }) => countryIso));
  const wished = [start.orders[0]?.countryIso, ...start.accounts.map(({ countryIso }) => countryIso)];
  const near = [viewer?.countryIso, ...visitor.countries];
  const country =
    [...wished, ...near].find((one) => one !== undefined && countries.has(one)) ?? [...countries][0] ?? "";
  return {
    ...start,
    balances: balances.map(({ cryptoCurrencyCode: code, balance }) => ({ code, balance })),
    country,
    offRampPaymentMethodGroup: groupOf(start, country, query.group),
  };
}

/** The address says which, or the newest order or account there. */
function groupOf(start: RampStart, country: string, asked: unknown): "bank-transfers" | "mobile-money" {
  if (asked === "mobile-money" || asked === "bank-transfers") return asked;
  const last = start.orders.find(({ countryIso }) => countryIso === country)?.rail;
  const account = start.accounts.find(({ countryIso }) => countryIso === country)?.kind;
  return (last ?? (account === "wallet" ? "mobile_money" : "bank")) === "bank" ? "bank-transfers" : "mobile-money";
}

async function loadOrder({ tx, viewer, params, hasRamps }: PageContext): Promise<Shown> {
  const id = said(hash, params.id);
  if (!hasRamps || id === undefined) throw new Refusal("request.not_found");
  return { page: "ramp-order", props: { order: await getOrder(tx, { userId: needViewer(viewer).userId, hash: id }) } };
}

async function loadBank({ tx, viewer }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const user = await findUserById(tx, userId);
  const { firstName, lastName } = user ? openPersonal(user) : { firstName: "", lastName: "" };
  const { corridors } = await viewRampPage(tx, { userId: undefined, direction: "buy" });
  return {
    page: "house-bank",
    props: {
      orders: await listOfBank(tx, userId),
      payerName: `${firstName} ${lastName}`.trim(),
      currencies: [...new Set(corridors.map(({ currencyCode }) => currencyCode))],
    },
  };
}

export const rampPages: readonly PageRoute[] = [
  { path: PATHS.onramp, policy: { auth: "public", rateLimit: "read" }, load: (context) => loadRamp(context, "buy") },
  { path: PATHS.offRamp, policy: { auth: "public", rateLimit: "read" }, load: (context) => loadRamp(context, "sell") },
  { path: PATHS.rampOrder, policy: { auth: "session", rateLimit: "read" }, load: loadOrder },
  { path: PATHS.houseBank, policy: { auth: "session", rateLimit: "read", openWhen: "isDemo" }, load: loadBank },
];
