/** The wallet, opened at one of its panels. */
import { PATHS } from "#contract/platform/paths.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { WalletPageProps } from "#contract/products/pages.ts";
import { Refusal } from "#contract/platform/refusals.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../platform/http/pages/page-route.ts";
import { ratesOf } from "../../money/rates/index.ts";
import { findUserById } from "../../people/accounts/index.ts";
import { missingVerification } from "../../compliance/verification/index.ts";
import { priceHistory } from "./price-history.ts";
import {
  listTransactions,
  readSendLink,
  readSendOutLink,
  viewBalances,
  viewWalletCurrencies,
} from "../../products/wallet/index.ts";

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
  wallet(PATHS.wallet, "receive"),
  wallet(PATHS.walletReceive, "receive"),
  wallet(PATHS.walletSendAny, "send"),
  wallet(PATHS.walletSend, "send"),
  wallet(PATHS.convert, "convert"),
];
