/** Endpoints of the demo market: the local inbox, the codes of its staff, and test coins. */
import { listDemoCodes as listDemoCodesCall } from "#contract/demo/demo-codes.ts";
import { listInboxMails as listInboxMailsCall } from "#contract/demo/inbox.ts";
import { askFaucet } from "#contract/products/wallet/wallet.ts";
import { route } from "../platform/http/policy.ts";
import { prepareDepositAddress } from "../money/custody/index.ts";
import { listDemoCodes } from "./authenticator.ts";
import { wishCoins, wishedUnits } from "./coins/faucet.ts";
import { listInboxMails } from "./inbox/inbox.ts";

export const routes = [
  route(listInboxMailsCall, { auth: "public", rateLimit: "read", openWhen: "isDemo" }, ({ tx, query }) =>
    listInboxMails(tx, { to: query?.to }),
  ),
  route(listDemoCodesCall, { auth: "public", rateLimit: "read", openWhen: "isDemo" }, ({ tx }) => listDemoCodes(tx)),
  route(
    askFaucet,
    { auth: "session", rateLimit: "money", action: "receive", level: 1, openWhen: "isDemo" },
    {
      prepare({ db, verifier, viewer, body: { crypto_currency_code: currency, amount } }) {
        wishedUnits({ currency, amount });
        return prepareDepositAddress({ db, verifier }, { userId: viewer.userId, currency });
      },
      run: ({ tx, viewer, body, prepared }) =>
        wishCoins(tx, { userId: viewer.userId, currency: body.crypto_currency_code, amount: body.amount, prepared }),
    },
  ),
];
