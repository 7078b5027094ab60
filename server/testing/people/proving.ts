/** Every user of tests has a passkey, the same key for all, and uses it where a person would be asked to. */
import { createHedgeRule } from "#contract/products/hedging/hedging.ts";
import { hedgeRuleText } from "#contract/products/hedging/names.ts";
import { openSpotSession } from "#contract/products/spot/spot.ts";
import { sessionProof } from "#contract/products/spot/names.ts";
import { createApiKey, createSpotKey } from "#contract/people/api-keys.ts";
import { changeWebhookSecret, verifyWebhook } from "#contract/reach/webhooks/webhooks.ts";
import { createHash, createPrivateKey } from "node:crypto";
import type pg from "pg";
import { decideDispute } from "#contract/market/disputes/disputes.ts";
import { allowLastSendOut, keepRestriction, liftRestriction, restrictUser } from "#contract/compliance/restrictions.ts";
import type { RestrictionState } from "#contract/compliance/restriction-names.ts";
import { changeByStaff } from "#contract/staff/staff.ts";
import type { BodyOf, EndpointShape } from "#contract/platform/endpoint.ts";
import { CRYPTO, type CryptoCode, displayFromUnits, isCryptoCode } from "#contract/money/money.ts";
import type { Assertion, ProofFor, ShownQuote } from "#contract/people/sign-in/proofs.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { stopSendOut } from "#contract/staff/held-send-outs.ts";
import { approveTradingName } from "#contract/compliance/trading-names.ts";
import { approveRecovery } from "#contract/compliance/recovery/recovery.ts";
import { approveVerification, demandVerification } from "#contract/compliance/verification/verification.ts";
import { cancelTrade, releaseTrade, reopenTrade } from "#contract/market/trades/trade/trades.ts";
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { answerCardPayment, showCardNumber, topUpCards } from "#contract/products/cards/cards.ts";
import { createOffRamp } from "#contract/products/ramps/ramps.ts";
import { createStoreOrder } from "#contract/products/store/gift-card-store.ts";
import { payLightning } from "#contract/products/lightning/lightning.ts";
import { openLightningWithdrawal } from "#contract/products/lightning/withdrawals.ts";
import { createTopUp } from "#contract/products/top-ups.ts";
import { createConversion, createSendOut } from "#contract/products/wallet/wallet.ts";
import { readRule } from "../../products/hedging/index.ts";
import { assertWith, makeSoftwareKey } from "../../demo/software-key.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { ProofOutcome, Verifier } from "../../platform/outside/signer/signer.ts";

const { key: TEST_KEY, publicKey } = makeSoftwareKey("test");
const privateKey = createPrivateKey(TEST_KEY.privateKey);
const keyIdOf = (userId: bigint) => `test-${userId}`;

/** As the owner of the tables. */
export async function enrollTestKeys(tx: Tx, userIds: readonly bigint[]): Promise<void> {
  await tx.rows`
    select enroll_passkeys(
      ${userIds}::bigint[], ${userIds.map(keyIdOf)}::text[], ${userIds.map(() => publicKey)}::bytea[])`;
}

/** The key as a robot would hold it. */
export function testKeyOf(userId: bigint): { id: string; privateKey: string } {
  return { id: keyIdOf(userId), privateKey: TEST_KEY.privateKey };
}

type Asserting = ShownQuote & { readonly origin: string; readonly now: Date };

export function testAssertion(userId: bigint, wanted: ProofFor, at: Asserting): Assertion {
  return assertWith({ id: keyIdOf(userId), privateKey }, { wanted, ...at });
}

export type Proving = { readonly owner: pg.Pool; readonly verifier: Verifier; readonly origin: string };

/** Undefined for nobody. */
export async function proveWith(
  { owner, verifier, origin }: Proving,
  { token, wanted }: { token: string; wanted: ProofFor },
): Promise<ProofOutcome | undefined> {
  const { rows } = await owner.query<{ user_id: string; now: Date }>(
    "select user_id, market_now() as now from sessions where token_hash = $1",
    [createHash("sha256").update(token).digest()],
  );
  const [session] = rows;
  if (!session) return undefined;
  const at = { origin, now: session.now, ...(await quoteOf(owner, wanted)) };
  const passkey = testAssertion(BigInt(session.user_id), wanted, at);
  const [outcome] = await verifier.prove([{ userId: session.user_id, for: wanted, shown: { passkey } }]);
  return outcome;
}

const show = (sum: string, currency: CryptoCode) => displayFromUnits(BigInt(sum), CRYPTO[currency].digits);

async function quoteOf(owner: pg.Pool, { kind, id }: ProofFor): Promise<ShownQuote> {
  if (kind === "convert") return conversionOf(owner, id);
  if (kind === "order") return orderOf(owner, id);
  if (kind !== "send_out") return {};
  const { rows } = await owner.query<{ currency: CryptoCode; destination: string; units: string; fee_units: string }>(
    "select currency, destination, units, fee_units from send_out_quotes where hash = $1",
    [id],
  );
  const [quote] = rows;
  if (!quote) return {};
  const { currency, destination: address, units, fee_units } = quote;
  const sums = { amount: show(units, currency), fee: show(fee_units, currency) };
  return { sendOut: { cryptoCurrencyCode: currency, address, ...sums } };
}

async function conversionOf(owner: pg.Pool, id: string): Promise<ShownQuote> {
  const { rows } = await owner.query<Record<"from" | "to", CryptoCode> & Record<"from_units" | "to_units", string>>(
    `select from_currency as "from", to_currency as "to", from_units, to_units
     from conversion_quotes
     where hash = $1`,
    [id],
  );
  const [quote] = rows;
  if (!quote) return {};
  const { from, to } = quote;
  const sums = { fromAmount: show(quote.from_units, from), toAmount: show(quote.to_units, to) };
  return { conversion: { from, to, ...sums } };
}

async function orderOf(owner: pg.Pool, id: string): Promise<ShownQuote> {
  const { rows } = await owner.query<{
    product: "top_up" | "card" | "off_ramp" | "store" | "lightning";
    currency: CryptoCode;
    units: string;
    got_currency: string;
    got_units: string;
  }>("select product, currency, units, got_currency, got_units from product_quotes where hash = $1", [id]);
  const [quote] = rows;
  if (!quote) return {};
  const { currency, got_currency: currencyCode } = quote;
  const amount = isCryptoCode(currencyCode)
    ? show(quote.got_units, currencyCode)
    : displayFromUnits(BigInt(quote.got_units), fiatDigitsOf(currencyCode));
  const total = show(quote.units, currency);
  return { order: { product: quote.product, cryptoCurrencyCode: currency, total, currencyCode, amount } };
}

const ORDER_CALLS: readonly EndpointShape[] = [
  createTopUp,
  topUpCards,
  createOffRamp,
  createStoreOrder,
  payLightning,
  openLightningWithdrawal,
];
const WEBHOOK_CALLS: readonly EndpointShape[] = [verifyWebhook, changeWebhookSecret];

/** What the web client would ask the person to prove for this call. */
export function proofWantedBy(endpoint: EndpointShape, { params, body }: { params?: unknown; body?: unknown }) {
  const given = { ...(params as Record<string, string>), ...(body as Record<string, string>) };
  const { id = "", quote_id = "", winner, buyer_share_units } = given;
  if (endpoint === (changeByStaff as EndpointShape)) return (body as { change: StaffChange }).change;
  const restriction = restrictionActOf(endpoint, given);
  if (restriction) return restriction;
  if (endpoint === (approveVerification as EndpointShape) || endpoint === (approveTradingName as EndpointShape))
    return { kind: "approve_verification", id: given.reference ?? "" } satisfies ProofFor;
  if (endpoint === (approveRecovery as EndpointShape))
    return { kind: "approve_recovery", id: given.reference ?? "" } satisfies ProofFor;
  if (endpoint === (demandVerification as EndpointShape)) {
    const { username: id, kind: document } = body as BodyOf<typeof demandVerification>;
    return { kind: "demand_verification", id, document } satisfies ProofFor;
  }
  if (endpoint === (stopSendOut as EndpointShape)) return { kind: "stop_send_out", id } satisfies ProofFor;
  if (WEBHOOK_CALLS.includes(endpoint)) return { kind: "set_webhook", id: "account" } satisfies ProofFor;
  if (endpoint === (openSpotSession as EndpointShape)) {
    return { kind: "spot_session", id: sessionProof(body as BodyOf<typeof openSpotSession>) } satisfies ProofFor;
  }
  if (endpoint === (createHedgeRule as EndpointShape))
    return {
      kind: "hedge_rule",
      id: hedgeRuleText(readRule(body as BodyOf<typeof createHedgeRule>)),
    } satisfies ProofFor;
  if (endpoint === (createSpotKey as EndpointShape)) {
    const { days, day_usd } = body as BodyOf<typeof createSpotKey>;
    return { kind: "spot_key", id: `${days}d-${day_usd}usd` } satisfies ProofFor;
  }
  if (endpoint === (createApiKey as EndpointShape)) return { kind: "create_api_key", id: "account" } satisfies ProofFor;
  if (endpoint === (releaseTrade as EndpointShape)) return { kind: "release", id } satisfies ProofFor;
  if (endpoint === (cancelTrade as EndpointShape)) return { kind: "cancel", id } satisfies ProofFor;
  if (endpoint === (createConversion as EndpointShape)) return { kind: "convert", id: quote_id } satisfies ProofFor;
  if (endpoint === (answerCardPayment as EndpointShape)) return { kind: "pay_card", id } satisfies ProofFor;
  if (endpoint === (showCardNumber as EndpointShape)) return { kind: "show_card", id: "account" } satisfies ProofFor;
  if (ORDER_CALLS.includes(endpoint)) return { kind: "order", id: quote_id } satisfies ProofFor;
  if (endpoint === (createSendOut as EndpointShape)) return { kind: "send_out", id: quote_id } satisfies ProofFor;
  if (endpoint === (reopenTrade as EndpointShape)) return { kind: "reopen", id } satisfies ProofFor;
  if (endpoint !== (decideDispute as EndpointShape) || (winner !== "buyer" && winner !== "seller")) return undefined;
  return {
    ...{ kind: "award", id, winner },
    ...(buyer_share_units === undefined ? {} : { buyer_share_units }),
  } satisfies ProofFor;
}

function restrictionActOf(
  endpoint: EndpointShape,
  { username = "", state, case_number: id = "" }: Record<string, string>,
): ProofFor | undefined {
  if (endpoint === (restrictUser as EndpointShape))
    return { kind: "restrict", id: username, state: state as RestrictionState };
  if (endpoint === (liftRestriction as EndpointShape)) return { kind: "lift_restriction", id };
  if (endpoint === (allowLastSendOut as EndpointShape)) return { kind: "allow_last_send_out", id };
  return endpoint === (keepRestriction as EndpointShape) ? { kind: "keep_restriction", id } : undefined;
}
