/** Mobile top-up: for visitors what it is, for users the form with their newest orders; and the receipt of an order. */
import { PATHS } from "#contract/platform/paths.ts";
import type { TopUpPageProps } from "#contract/products/pages.ts";
import { hash } from "#contract/platform/wire.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { isFlagOn } from "../../../reference/flags/index.ts";
import { getTopUp, listPhones, viewTopUpPage } from "../../../products/top-ups/index.ts";
import { viewBalances } from "../../../products/wallet/index.ts";
import { said } from "../query.ts";

async function loadTopUp(context: PageContext): Promise<Shown> {
  const { tx, viewer, hasTopUps } = context;
  const isOn = hasTopUps && (!viewer || (await isFlagOn(tx, { name: "isMobileTopUpEnabled", userId: viewer.userId })));
  return { page: "mobile-top-up", props: { offer: isOn ? await offerFor(context) : null } };
}

async function offerFor({ tx, viewer, query, visitor }: PageContext): Promise<TopUpPageProps["offer"]> {
  const { countries, simulated, orders, next, rules } = await viewTopUpPage(tx, viewer?.userId);
  const of = said(hash, query.again);
  const again = viewer && of !== undefined ? await getTopUp(tx, { userId: viewer.userId, hash: of }) : null;
  const balances = viewer ? (await viewBalances(tx, { userId: viewer.userId, fiat: "USD" })).balances : [];
  const wished = [again?.countryIso, orders[0]?.countryIso, viewer?.countryIso, ...visitor.countries];
  return {
    ...{ countries, simulated, orders, next, rules, again },
    balances: balances.map(({ cryptoCurrencyCode: code, balance }) => ({ code, balance })),
    country: wished.find((one) => one !== undefined && countries.includes(one)) ?? countries[0] ?? "",
  };
}

async function loadReceipt({ tx, viewer, params, hasTopUps }: PageContext): Promise<Shown> {
  const id = said(hash, params.id);
  if (!hasTopUps || id === undefined) throw new Refusal("request.not_found");
  return {
    page: "top-up-receipt",
    props: { order: await getTopUp(tx, { userId: needViewer(viewer).userId, hash: id }) },
  };
}

async function loadPhone({ tx, viewer }: PageContext): Promise<Shown> {
  return { page: "house-phone", props: { phones: await listPhones(tx, needViewer(viewer).userId) } };
}

export const topUpPages: readonly PageRoute[] = [
  { path: PATHS.mobileTopUp, policy: { auth: "public", rateLimit: "read" }, load: loadTopUp },
  { path: PATHS.topUpReceipt, policy: { auth: "session", rateLimit: "read" }, load: loadReceipt },
  { path: PATHS.housePhone, policy: { auth: "session", rateLimit: "read", openWhen: "isDemo" }, load: loadPhone },
];
