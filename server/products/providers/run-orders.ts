/**
 * Submits orders and asks about them. No transaction waits for the provider: the call is written, made, and its end written. A process
 * that dies in between leaves a call whose end nobody knows, and the next one asks.
 */
import type { OrderProduct } from "#contract/products/providers/order-names.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { emitOrderEnds } from "./emit-order-ends.ts";
import { type Attempt, beginAttempts, endAttempt, openCases } from "./order-rows.ts";
import { type Provider, type ProviderAnswer, ProviderFault } from "./provider.ts";

const AT_ONCE = 20;

type Delivered = Extract<ProviderAnswer, { outcome: "succeeded" }>;

export type Product<Wanted> = {
  readonly name: OrderProduct;
  /** What is wanted, by the id of the quote. */
  readonly wanted: (tx: Tx, quoteIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, Wanted>>;
  /** What else the database gets of an answer, in the transaction that ends the call. */
  readonly tell?: (tx: Tx, attempt: Attempt, answer: ProviderAnswer) => Promise<Record<string, string | undefined>>;
  /** Keeps what was delivered, in the transaction that ends the call. What it returns is said of the delivery in place of the provider's words. */
  readonly keep?: (tx: Tx, orderId: bigint, answer: Delivered) => Promise<Readonly<Record<string, string>>>;
};

/** One turn: what is due now. */
export async function runOrders<Wanted>(
  { db, log }: Pick<AppPorts, "db" | "log">,
  product: Product<Wanted>,
  provider: Provider<Wanted>,
): Promise<void> {
  const due = await db.tx(async (tx) => {
    const attempts = await beginAttempts(tx, { product: product.name, provider: provider.name, most: AT_ONCE });
    const wanted = await product.wanted(
      tx,
      attempts.map(({ quote_id }) => quote_id),
    );
    return attempts.map((attempt) => ({ attempt, wanted: wanted.get(attempt.quote_id) }));
  });
  await Promise.all(
    due.map(async ({ attempt, wanted }) => {
      const ended = await callOnce(provider, attempt, wanted);
      const outcome = await db.tx(async (tx) => {
        const more = ended.answer && product.tell ? await product.tell(tx, attempt, ended.answer) : {};
        const kept = ended.delivered && (await product.keep?.(tx, attempt.order_id, ended.delivered));
        const answer = await endAttempt(tx, attempt, { ...ended, said: { ...ended.said, ...more, ...kept } });
        if (answer === "settled" || answer === "returned" || answer === "mismatch")
          await emitOrderEnds(tx, [attempt.order_id], answer);
        return answer;
      });
      if (outcome === "unknown" || outcome === "mismatch")
        log.warn(
          { order: String(attempt.order_id), outcome, fault: ended.said.fault },
          "an order was not answered well",
        );
    }),
  );
}

/** Also of orders that nobody answers about: they become cases. */
export async function watchOrders({ db, log }: Pick<AppPorts, "db" | "log">): Promise<void> {
  const opened = await db.tx(openCases);
  if (opened > 0) log.error({ opened }, "orders at providers are unknown for too long; staff decide");
}

async function callOnce<Wanted>(provider: Provider<Wanted>, attempt: Attempt, wanted: Wanted | undefined) {
  const begun = performance.now();
  const tookMs = () => Math.round(performance.now() - begun);
  try {
    const answer = await callFor(provider, attempt, wanted);
    return {
      answer,
      outcome: answer.outcome,
      said: { ...saidOf(answer), tookMs: tookMs() },
      delivered: answer.outcome === "succeeded" ? answer : undefined,
    };
  } catch (error) {
    const fault = error instanceof Error ? error.message : "unknown";
    const status = error instanceof ProviderFault ? error.status : undefined;
    return {
      ...{ answer: undefined, delivered: undefined },
      ...{ outcome: "unknown", said: { fault, status, tookMs: tookMs() } },
    };
  }
}

function callFor<Wanted>(provider: Provider<Wanted>, attempt: Attempt, wanted: Wanted | undefined) {
  const { verb, external_ref: ref, provider_ref: providerRef, got_units: units, cost_units: cents } = attempt;
  if (verb === "ask") return provider.ask(ref, { providerRef, units, cents });
  if (verb === "refund") {
    if (!provider.refund) throw new Error("this provider returns no money");
    return provider.refund(ref);
  }
  if (wanted === undefined) throw new Error("nothing is wanted by this order");
  return provider.submit(ref, wanted);
}

function saidOf(answer: ProviderAnswer): Record<string, string | undefined> & { fault?: string } {
  if (answer.outcome === "failed") return { reason: answer.reason };
  if (answer.outcome === "pending") return { providerRef: answer.providerRef };
  if (answer.outcome === "not_found" || answer.outcome === "refunded" || answer.outcome === "unsure") return {};
  if (answer.outcome === "came_back") return { charged: String(answer.chargedUnits) };
  return {
    providerRef: answer.providerRef,
    currency: answer.currency,
    delivered: String(answer.deliveredUnits),
    charged: String(answer.chargedUnits),
    at: answer.at?.toISOString(),
  };
}
