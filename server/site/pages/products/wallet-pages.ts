/** The wallet, opened at one of its panels, and its history. */
import * as z from "zod/mini";
import { PATHS } from "#contract/platform/paths.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { WalletFilesProps, WalletHistoryProps, WalletPageProps } from "#contract/products/pages.ts";
import { DIRECTIONS, HISTORY_SEARCH_MAX, MOVEMENT_FILTERS } from "#contract/products/wallet/history-names.ts";
import { day, queuePlace, text } from "#contract/platform/wire.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { ratesOf } from "../../../money/rates/index.ts";
import { viewWalletFiles } from "../../../reach/exports/index.ts";
import { findUserById, timezoneOf } from "../../../people/accounts/index.ts";
import { missingVerification } from "../../../compliance/verification/index.ts";
import { saidAll } from "../query.ts";
import { priceHistory } from "../price-history.ts";
import {
  listHistory,
  listTransactions,
  readSendLink,
  readSendOutLink,
  viewBalances,
  viewWalletCurrencies,
} from "../../../products/wallet/index.ts";

const MINE = { auth: "session", rateLimit: "read" } as const;

function wallet(path: string, panel: WalletPageProps["panel"]): PageRoute {
  return { path, policy: MINE, load: (context) => loadWallet(context, panel) };
}

async function loadWallet(
  { tx, viewer: known, params, query }: PageContext,
  panel: WalletPageProps["panel"],
): Promise<Shown> {
  const viewer = needViewer(known);
  const named = CRYPTO_CODES.find((one) => one.toLowerCase() === params.crypto);
  if (params.crypto !== undefined && !named) throw new Refusal("request.not_found");
  const { code, link } = await readSendLink(tx, { asked: panel === "send" ? query : {}, code: named });
  const user = await findUserById(tx, viewer.userId);
  const history = await listTransactions(tx, { userId: viewer.userId, page: 1, code: undefined, type: undefined });
  const fiat = user?.currency_code ?? "USD";
  const trends: WalletPageProps["trends"] = [];
  for (const crypto of CRYPTO_CODES) {
    const { points } = await priceHistory(tx, { crypto, fiat, range: "month" });
    trends.push({ code: crypto, points });
  }
  const rates = await ratesOf(tx, { cryptos: CRYPTO_CODES, fiats: [fiat] });
  const props: WalletPageProps = {
    blockReasons: viewer.blocks,
    missingVerification: await missingVerification(tx, viewer),
    rates: [...rates.values()].map(({ crypto, rate }) => ({ cryptoCurrencyCode: crypto, fiatRate: decimalText(rate) })),
    balances: await viewBalances(tx, { userId: viewer.userId, fiat }),
    trends,
    currencies: await viewWalletCurrencies(tx),
    transactions: history.data,
    panel,
    code,
    sendLink: link,
  };
  return { page: "wallet", props };
}

async function loadWalletHistory({ tx, viewer, query }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const timezone = await timezoneOf(tx, userId);
  const { asked, shown } = saidAll(SAID, query);
  const { coin: code, from: start_date, until: end_date, ...others } = asked;
  const { rows, next } = await listHistory(tx, userId, { code, start_date, end_date, ...others });
  const { after, ...filters } = shown;
  const props: WalletHistoryProps = {
    filters: filters as WalletHistoryProps["filters"],
    rows,
    next,
    isFirst: after === "",
    timezone,
  };
  return { page: "wallet-history", props };
}

async function loadWalletFiles({ tx, viewer, query }: PageContext): Promise<Shown> {
  const { userId } = needViewer(viewer);
  const timezone = await timezoneOf(tx, userId);
  const { after: _, q: __, ...filters } = saidAll(SAID, query).shown;
  const props: WalletFilesProps = {
    files: await viewWalletFiles(tx, userId),
    filters: filters as WalletFilesProps["filters"],
    timezone,
    today: new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(tx.now),
  };
  return { page: "wallet-files", props };
}

const SAID = {
  coin: z.enum(CRYPTO_CODES),
  kind: z.enum(MOVEMENT_FILTERS),
  direction: z.enum(DIRECTIONS),
  from: day,
  until: day,
  q: text({ min: 1, max: HISTORY_SEARCH_MAX }),
  after: queuePlace,
};

/** Shows the send-out of an email to a reader with its link; only the button changes anything. */
async function loadCancelTransfer({ tx, query }: PageContext): Promise<Shown> {
  const token = query.token ?? "";
  return { page: "cancel-transfer", props: { token, transfer: await readSendOutLink(tx, token) } };
}

export const walletPages: readonly PageRoute[] = [
  {
    path: PATHS.cancelTransfer,
    policy: { auth: "public", rateLimit: "read", openEverywhere: true },
    load: loadCancelTransfer,
  },
  { path: PATHS.walletHistory, policy: MINE, load: loadWalletHistory },
  { path: PATHS.walletFiles, policy: MINE, load: loadWalletFiles },
  wallet(PATHS.wallet, "receive"),
  wallet(PATHS.walletReceive, "receive"),
  wallet(PATHS.walletSendAny, "send"),
  wallet(PATHS.walletSend, "send"),
  wallet(PATHS.convert, "convert"),
];
