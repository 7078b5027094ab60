/** One request for every endpoint that needs more than a form of the right shape: by a user who may make it, about objects of its own. */
import { register } from "#contract/people/sign-in/auth.ts";
import * as disputes from "#contract/market/disputes/disputes.ts";
import * as feedback from "#contract/market/trades/feedback.ts";
import { changeByStaff } from "#contract/staff/staff.ts";
import * as calls from "#contract/market/trades/trade/trades.ts";
import { quoteConversion, quoteSendOut, createSendOut } from "#contract/products/wallet/wallet.ts";
import { aModerator, openDisputeAndTake } from "../../server/testing/market/disputes.ts";
import {
  aMarket,
  aPerson,
  giveCoins,
  offerBody,
  priceNow,
  signIn,
  start,
  TEST_PASSWORD,
  testAssertion,
  type TestClient,
} from "../../server/testing/index.ts";
import { attachmentAsks } from "./asks/attachment.ts";
import { avatarAsks } from "./asks/people/avatar.ts";
import { chargebackAsks } from "./asks/chargeback.ts";
import { closingAsks } from "./asks/people/closing.ts";
import { bondAsks } from "./asks/bond.ts";
import { promotionAsks } from "./asks/promotion.ts";
import { giftCardAsks } from "./asks/gift-card.ts";
import { keyAsks } from "./asks/people/key.ts";
import { reachAsks } from "./asks/partner.ts";
import { searchAsks } from "./asks/search.ts";
import { disputeAsks } from "./asks/dispute.ts";
import { emailAsks } from "./asks/people/email.ts";
import { factorAsks } from "./asks/people/factor.ts";
import { messengerAsks } from "./asks/messenger.ts";
import { moderationAsks } from "./asks/moderation.ts";
import { paymentAsks } from "./asks/payment.ts";
import { notificationAsks } from "./asks/notification.ts";
import { passwordAsks } from "./asks/people/password.ts";
import { phoneAsks } from "./asks/people/phone.ts";
import { consoleAsks } from "./asks/console.ts";
import { pushAsks } from "./asks/people/push.ts";
import { signInAsks } from "./asks/people/sign-in.ts";
import { restrictionAsks } from "./asks/people/restriction.ts";
import { companyAsks } from "./asks/people/company.ts";
import { recoveryAsks } from "./asks/people/recovery.ts";
import { productAsks } from "./asks/products/products.ts";
import { supportAsks } from "./asks/support.ts";
import { socialAsks } from "./asks/people/social.ts";
import { verificationAsks } from "./asks/people/verification.ts";
import { videoAsks } from "./asks/people/video.ts";
import type { World } from "./open-world.ts";

export type Ask = {
  /** The session token of a user who may make the call. */
  readonly by: string;
  /** Of a sign-in that waits for its second step. */
  readonly signIn?: string;
  /** The session token of another user, who may not. */
  readonly other?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
};
export type Asks = Readonly<Record<string, () => Promise<Ask>>>;

/** A user who has just registered. */
type Registered = () => Promise<{ readonly token: string }>;

export function asksOf(world: World): Asks {
  return {
    ...accountAsks(world),
    ...offerAsks(world),
    ...tradeAsks(world),
    ...staffAsks(world),
    ...restrictionAsks(world),
    ...moderationAsks(world),
    ...messengerAsks(world),
    ...consoleAsks(world),
    ...verificationAsks(world),
    ...videoAsks(world),
    ...companyAsks(world),
    ...recoveryAsks(world),
    ...walletAsks(world),
    ...productAsks(world),
  };
}

function accountAsks({ app, market, tokens }: World): Asks {
  let serial = 0;
  const form = () => ({
    email: `fuzz${serial++}@example.org`,
    password: TEST_PASSWORD,
  });
  let network = 0;
  const registered = async () => {
    const body = form();
    // Each from another network: emails to strangers are bounded for one.
    const client: TestClient = app.client("", `198.18.${network >> 8}.${network++ & 255}`);
    await client.call(register, { body });
    await app.owner.query("update email_codes set created_at = created_at - interval '2 minutes'");
    return { body, token: client.token };
  };
  const session = () => app.db.tx((tx) => signIn(tx, market.buyer.id));
  return {
    register: async () => ({ by: "", body: form() }),
    login: async () => {
      const { email, password } = (await registered()).body;
      return { by: "", body: { email, password } };
    },
    resendEmailCode: async () => ({ by: (await registered()).token }),
    changeUnconfirmedEmail: async () => ({ by: (await registered()).token, body: { email: form().email } }),
    verifyEmailCode: async () => {
      const { body, token } = await registered();
      const { rows } = await app.owner.query("select body_text from mails where to_address = $1", [body.email]);
      return { by: token, body: { code: /\b(\d{6})\b/.exec(rows.at(-1).body_text)?.[1] } };
    },
    ...factorAsks(app, registered),
    ...pushAsks(app, registered),
    ...signInAsks(app, registered),
    ...socialAsks(app, registered),
    ...passwordAsks(app, registered),
    ...phoneAsks(app, registered),
    ...closingAsks(app, registered),
    ...notificationAsks(app, market.buyer),
    logout: async () => ({ by: await session() }),
    endOtherSessions: async () => ({ by: (await registered()).token }),
    endSession: async () => {
      const by = await session();
      const { rows } = await app.owner.query("select public_id from sessions where user_id = $1 order by id desc", [
        market.buyer.id,
      ]);
      return { by, params: { id: rows[0].public_id } };
    },
    ...emailAsks(app, registered),
    ...{ ...keyAsks(app, registered), ...supportAsks({ app, tokens }, registered) },
    ...reachAsks({ app, tokens }, registered),
    ...searchAsks(app, registered),
    ...giftCardAsks(app),
    ...{ ...bondAsks(app), ...promotionAsks(app) },
    ...paymentAsks(app, registered),
    giveName: async () => ({
      by: (await registered()).token,
      body: { first_name: "Ada", last_name: "Byron", birth_date: "1990-12-10", country_iso: "DE" },
    }),
    setUsername: async () => ({ by: (await registered()).token, body: { username: `fuzzed_${serial++}` } }),
    reAuthPush: async () => ({ by: market.buyer.client.token, body: { channels: ["user"] } }),
    ...userAsks({ app, market, tokens }, registered),
  };
}

/** About another user, by their name. */
function userAsks({ app, market, tokens }: Pick<World, "app" | "market" | "tokens">, registered: Registered): Asks {
  const username = async () => {
    const { rows } = await app.owner.query("select username from users where id = $1", [market.seller.id]);
    return rows[0].username as string;
  };
  return {
    ...avatarAsks(app, registered, { staff: tokens.moderator, username }),
    changeRelation: async () => ({
      by: tokens.stranger,
      params: { username: await username() },
      body: { action: "trusted" },
    }),
  };
}

function offerAsks({ app, market, anOwner, aMarketOfOwn }: World): Asks {
  const mine =
    (body?: unknown, param: "id" | "hash" = "hash", changes = {}): (() => Promise<Ask>) =>
    async () => {
      const { token, offer } = await anOwner(changes);
      return { by: token, other: market.buyer.client.token, params: { [param]: offer }, body };
    };
  const chosen = async () => {
    const { token, offer } = await anOwner();
    await app.owner.query(
      `insert into user_reputation (user_id, tier) select owner_id, 'expert_trader' from offers where hash = $1
       on conflict (user_id) do update set tier = excluded.tier`,
      [offer],
    );
    return {
      by: token,
      other: market.buyer.client.token,
      params: { offerId: offer },
      body: { new_manual_escrow_fee: "0.4" },
    };
  };
  return {
    createOffer: async () => ({ by: (await anOwner()).token, body: offerBody({ fiat_currency_code: "EUR" }) }),
    updateOffer: mine(offerBody({ margin: "7" }), "id"),
    deleteOffer: mine(undefined, "id"),
    setOfferCap: mine({ offer_cap: { amount: "5000", active: true } }, "id"),
    setOfferStatus: mine({ new_status: "inactive" }),
    setOfferMargin: mine({ new_margin: "5" }),
    setOfferFixedPrice: mine({ new_fixed_price: "90000" }, "hash", { fixed_price: "91000" }),
    setOfferAmount: mine({ range_min: "30", range_max: "60" }),
    resetOfferPenalty: mine({}),
    getOfferPinnedInfo: mine(),
    setManualEscrowFee: chosen,
    postManualEscrowFee: chosen,
    toggleAllOffers: async () => ({ by: (await anOwner()).token, body: { new_status: "inactive" } }),
    previewOfferPrice: async () => ({
      by: "",
      query: { type: "sell", crypto_currency_code: "BTC", currency: "USD", margin: "2" },
    }),
    startTrade: async () => {
      const own = await aMarketOfOwn();
      return {
        by: own.buyer.client.token,
        other: own.seller.client.token,
        params: { id: own.offer },
        body: { fiat_amount: "20", expected_price: await app.db.read((tx) => priceNow(tx, own.offer)) },
      };
    },
  };
}

function tradeAsks({ app, aTradeOf }: World): Asks {
  type Made = Awaited<ReturnType<World["aTradeOf"]>>;
  const of =
    (
      by: "buyer" | "seller",
      status: Parameters<World["aTradeOf"]>[0],
      body?: unknown,
      more?: (made: Made) => unknown,
    ) =>
    async (): Promise<Ask> => {
      const made = await aTradeOf(status);
      await more?.(made);
      const other = by === "buyer" ? made.seller : made.buyer;
      return { by: made[by], other, params: { id: made.hash }, body };
    };
  const reveal = ({ own, hash }: Made) => own.buyer.client.call(calls.revealPaymentDetails, { params: { id: hash } });
  const both = (ask: () => Promise<Ask>) => async (): Promise<Ask> => {
    const { other: _, ...rest } = await ask();
    return rest;
  };
  return {
    // A seller who took an offer to buy and had no coins yet.
    fundTrade: async () => {
      const own = await aMarket(app, { offer_type: "buy" });
      const seller = await aPerson(app);
      const started = await start({ ...own, seller }, { by: "seller" });
      await app.db.tx((tx) => giveCoins(tx, seller.id, "BTC", 100_000_000n));
      return { by: seller.client.token, other: own.buyer.client.token, params: { id: started.data.tradeHash } };
    },
    getTrade: both(of("buyer", "paid")),
    getTradeV1: both(of("seller", "paid")),
    getTradeOffer: both(of("buyer", "paid")),
    listMessages: both(of("seller", "paid")),
    postMessage: both(of("buyer", "paid", { text: "hello" })),
    markMessagesRead: both(of("seller", "paid", { message_id: "1" })),
    revealPaymentDetails: of("buyer", "active_funded"),
    markTradeSeen: both(of("seller", "active_funded")),
    markTradePaid: of("buyer", "active_funded", undefined, reveal),
    releaseTrade: of("seller", "paid", undefined, ({ hash, seller }) =>
      app.prove(seller, { kind: "release", id: hash }),
    ),
    prove: async () => {
      const { own, hash, seller, buyer } = await aTradeOf("paid");
      const wanted = { kind: "release", id: hash } as const;
      const at = { origin: app.config.publicUrl.origin, now: await app.db.read((tx) => tx.readClock()) };
      const passkey = testAssertion(own.seller.id, wanted, at);
      return { by: seller, other: buyer, body: { for: wanted, passkey } };
    },
    cancelTrade: of("buyer", "paid", undefined, ({ hash, buyer }) => app.prove(buyer, { kind: "cancel", id: hash })),
    extendTrade: of("seller", "active_funded", { minutes: 15 }),
    reopenTrade: of("buyer", "active_funded", undefined, ({ own, hash }) =>
      own.buyer.client.call(calls.cancelTrade, { params: { id: hash } }),
    ),
    openDispute: both(
      of("buyer", "paid", { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" }, ({ hash }) =>
        app.owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [hash]),
      ),
    ),
    giveFeedback: both(of("buyer", "released", { rating: 1, message: "quick" })),
    replyToFeedback: of("seller", "released", { reply: "thank you" }, ({ own, hash }) =>
      own.buyer.client.call(feedback.giveFeedback, { params: { id: hash }, body: { rating: 1, message: "good" } }),
    ),
    getReceipt: async () => {
      const { hash } = await aTradeOf("released");
      const { rows } = await app.owner.query("select receipt_uuid from trades where hash = $1", [hash]);
      return { by: "", params: { invoiceUUID: rows[0].receipt_uuid } };
    },
  };
}

function staffAsks({ app, aTradeOf, tokens }: World): Asks {
  const opened = async () => {
    const { own, hash } = await aTradeOf("paid");
    await app.owner.query("update trades set dispute_wait_sec = 0 where hash = $1", [hash]);
    const body = { dispute_reason_id: 12, dispute_reason_text: "I paid and nothing happens" };
    await own.buyer.client.call(disputes.openDispute, { params: { id: hash }, body });
    return { hash, other: own.buyer.client.token };
  };
  const wished = async () => {
    const { id } = await aPerson(app);
    const { rows } = await app.owner.query("select username from users where id = $1", [id]);
    return {
      change: { kind: "set_level", id: rows[0].username as string, level: 3 } as const,
      reason: "as they asked",
    };
  };
  return {
    listDisputes: async () => ({ by: tokens.moderator, other: tokens.stranger }),
    takeDispute: async () => {
      const { hash, other } = await opened();
      return { by: tokens.moderator, other, params: { id: hash }, body: { reason: "next in the queue" } };
    },
    ...{ ...disputeAsks({ app, aTradeOf, tokens }), ...chargebackAsks({ app, aTradeOf, tokens }) },
    ...attachmentAsks({ app, aTradeOf }),
    decideDispute: async () => {
      const { own } = await aTradeOf("paid");
      const moderator = app.client(tokens.moderator);
      const hash = await openDisputeAndTake(own, { moderator });
      const body = { winner: "buyer", reason_code: "other", note: "seen the receipt" };
      await app.prove(tokens.moderator, { kind: "award", id: hash, winner: "buyer" });
      return { by: tokens.moderator, other: own.buyer.client.token, params: { id: hash }, body };
    },
    getStaffDesk: async () => ({ by: tokens.admin, other: tokens.moderator }),
    changeByStaff: async () => {
      const { change, reason } = await wished();
      await app.prove(tokens.admin, change);
      return { by: tokens.admin, other: tokens.moderator, body: { change, reason } };
    },
    confirmStaffChange: async () => {
      const second = (await aModerator({ app }, "admin")).token;
      const { change, reason } = await wished();
      const { data } = await app.client(tokens.admin).call(changeByStaff, { body: { change, reason } });
      await app.prove(second, change);
      const id = data.desk.waiting.find((one) => JSON.stringify(one.change) === JSON.stringify(change))?.id;
      return { by: second, other: tokens.moderator, body: { id } };
    },
  };
}

function walletAsks({ app, aHolder, tokens }: World): Asks {
  const address = "0x000000000000000000000000000000000000bEEF";
  const params = { code: "ETH" } as const;
  const quoted = async () => {
    const { client } = await aHolder();
    const quote = await client.call(quoteSendOut, { params, body: { address, amount: "0.05" } });
    return { client, quote_id: quote.data.id };
  };
  const sent = async () => {
    const { client, quote_id } = await quoted();
    const made = await client.call(createSendOut, { params, body: { quote_id } });
    return { by: client.token, other: tokens.stranger, params: { id: made.data.id } };
  };
  return {
    createDepositAddress: async () => ({ by: (await aHolder()).client.token, params }),
    quoteSendOut: async () => ({
      by: (await aHolder()).client.token,
      other: tokens.stranger,
      params,
      body: { address, amount: "0.05" },
    }),
    createSendOut: async () => {
      const { client, quote_id } = await quoted();
      await app.prove(client.token, { kind: "send_out", id: quote_id });
      return { by: client.token, other: tokens.stranger, params, body: { quote_id } };
    },
    getSendOut: sent,
    cancelSendOut: sent,
    lookAtSendOut: async () => ({
      by: tokens.admin,
      body: { id: (await sent()).params.id, reason: "a drill" },
    }),
    stopSendOut: async () => {
      const { id } = (await sent()).params;
      await app.prove(tokens.admin, { kind: "stop_send_out", id });
      return { by: tokens.admin, other: tokens.stranger, body: { id, reason: "a drill" } };
    },
    cancelSendOutByLink: async () => {
      const { params: made } = await sent();
      const token = `a link to ${made.id} of nobody else's`;
      await app.owner.query(
        `insert into send_out_links (send_out_id, token_hash, made_at)
         select id, encode(sha256(convert_to($2, 'utf8')), 'hex'), market_now() from send_outs where hash = $1`,
        [made.id, token],
      );
      return { by: "", body: { token } };
    },
    quoteConversion: async () => ({
      by: (await aHolder()).client.token,
      other: tokens.stranger,
      body: { from: "ETH", to: "USDT", amount: "0.1" },
    }),
    createConversion: async () => {
      const { client } = await aHolder();
      const quote = await client.call(quoteConversion, { body: { from: "ETH", to: "USDT", amount: "0.1" } });
      await app.prove(client.token, { kind: "convert", id: quote.data.id });
      return { by: client.token, other: tokens.stranger, body: { quote_id: quote.data.id } };
    },
    askFaucet: async () => ({
      by: (await aHolder()).client.token,
      body: { crypto_currency_code: "ETH", amount: "0.1" },
    }),
  };
}
