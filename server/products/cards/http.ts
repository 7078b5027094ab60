/** Endpoints of virtual cards. */
import * as terminal from "#contract/products/cards/terminal.ts";
import * as calls from "#contract/products/cards/cards.ts";
import { listStaffCards } from "#contract/products/cards/staff-cards.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { route, staffMay, type Viewer } from "../../platform/http/policy.ts";
import { isFlagOn } from "../../reference/flags/index.ts";
import { answerPayment, viewAsked } from "./approvals/approvals.ts";
import { currentIssuer } from "./issuer.ts";
import { ID_LEVEL } from "../../people/accounts/index.ts";
import {
  changeCard,
  keyOfNumber,
  makeCard,
  quoteTopUp,
  showNumber,
  terminateCard,
  topUp,
  withdrawMoney,
} from "./cards.ts";
import { answerAtTerminal, bookAtTerminal, payAtTerminal } from "./house-issuer/terminal.ts";
import { openDispute } from "./disputes.ts";
import { viewStaffCards } from "./staff.ts";
import { viewAccount } from "./view.ts";

const HERE = { auth: "session", openWhen: "hasCards" } as const;
const TERMINAL = { auth: "session", openWhen: "hasCardTerminal", rateLimit: "write", unrestricted: true } as const;
const READ = { ...HERE, rateLimit: "read" } as const;
const ACT = { ...HERE, rateLimit: "money", action: "card", level: 1 } as const;
const OWN_CARD = { id: { kind: "card", relations: ["owner"] } } as const;

export const routes = [
  route(calls.getCardAccount, READ, ({ tx, viewer }) => viewAccount(tx, viewer.userId)),
  route(calls.createCard, ACT, async ({ tx, viewer, body }) => {
    await refuseWithoutCards(tx, viewer);
    // The issuer gets a name and a birth date that were verified.
    if (currentIssuer().numbers.are === "at_issuer" && viewer.level < ID_LEVEL)
      throw new Refusal("virtual_card.identity");
    return makeCard(tx, viewer.userId, body);
  }),
  // What ends or stops a card is open in every restriction.
  route(
    calls.changeCard,
    { ...HERE, rateLimit: "write", unrestricted: true, objects: OWN_CARD },
    ({ tx, viewer, params, body }) => changeCard(tx, { hash: params.id, userId: viewer.userId }, body),
  ),
  route(
    calls.terminateCard,
    { ...HERE, rateLimit: "write", unrestricted: true, objects: OWN_CARD },
    ({ tx, viewer, params }) => terminateCard(tx, { hash: params.id, userId: viewer.userId }),
  ),
  route(
    calls.showCardNumber,
    { ...ACT, keepsNoAnswer: true, objects: OWN_CARD },
    {
      prepare: ({ db, viewer, params, body }) =>
        keyOfNumber(db, { hash: params.id, userId: viewer.userId }, body.nonce),
      run: async ({ tx, viewer, params, prepared }) =>
        prepared ?? showNumber(tx, { hash: params.id, userId: viewer.userId }),
    },
  ),
  route(calls.quoteCardTopUp, ACT, async ({ tx, viewer, body }) => {
    await refuseWithoutCards(tx, viewer);
    return quoteTopUp(tx, { userId: viewer.userId, usd: body.usd, currency: body.crypto_currency_code });
  }),
  route(calls.topUpCards, ACT, ({ tx, viewer, body }) =>
    topUp(tx, { userId: viewer.userId, quoteHash: body.quote_id }),
  ),
  route(calls.withdrawCardMoney, { ...HERE, rateLimit: "money", action: "convert" }, ({ tx, viewer, body }) =>
    withdrawMoney(tx, { userId: viewer.userId, usd: body.usd, atLeast: body.at_least }),
  ),
  route(terminal.payAtTerminal, TERMINAL, ({ tx, body }) => payAtTerminal(tx, body)),
  route(terminal.bookAtTerminal, TERMINAL, ({ tx, body }) => bookAtTerminal(tx, body)),
  route(listStaffCards, { ...staffMay("console", "read"), openWhen: "hasCards" }, ({ tx, query }) =>
    viewStaffCards(tx, query),
  ),
  // A no is open in every restriction; what a yes allows is decided like every payment.
  route(
    calls.answerCardPayment,
    {
      ...HERE,
      rateLimit: "write",
      unrestricted: true,
      objects: { id: { kind: "card_approval", relations: ["owner"] } },
    },
    ({ tx, viewer, params, body }) =>
      answerPayment(tx, { hash: params.id, userId: viewer.userId, isYes: body.approve }),
  ),
  route(terminal.getTerminalPayment, { ...READ, openWhen: "hasCardTerminal" }, ({ tx, params }) =>
    viewAsked(tx, params.id),
  ),
  route(calls.openCardDispute, { ...HERE, rateLimit: "write", unrestricted: true }, ({ tx, viewer, body }) =>
    openDispute(tx, viewer.userId, body),
  ),
  route(terminal.answerAtTerminal, TERMINAL, ({ tx, viewer, body }) => answerAtTerminal(tx, viewer.userId, body)),
];

async function refuseWithoutCards(tx: ReadTx, { userId }: Viewer): Promise<void> {
  if (!(await isFlagOn(tx, { name: "isVirtualCardEnabled", userId }))) throw new Refusal("request.not_found");
}
