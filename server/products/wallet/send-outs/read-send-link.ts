/** Reads the coin, recipient and amount from the address of the send page, which anybody may have written. */
import { CHAIN_OF } from "#contract/money/chains.ts";
import { amountFault, CRYPTO, CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { SendLink } from "#contract/products/pages.ts";
import { readPaymentUri } from "#contract/products/payments/payment-uris.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { findOpenRail } from "../../../money/custody/index.ts";
import { type Destination, readDestination } from "./read-destination.ts";

export type AskedToSend = Readonly<Partial<Record<"currency" | "address" | "amount", string>>>;

/**
 * The coin that the form is of, and what it is filled with; null where nothing was asked. What cannot be used is left
 * out and named: a wrong address is not shown where a user could change it into one that has no owner.
 */
export async function readSendLink(
  tx: ReadTx,
  { asked, code: named }: { asked: AskedToSend; code: CryptoCode | undefined },
): Promise<{ code: CryptoCode; link: SendLink | null }> {
  const said = asked.address?.trim() ?? "";
  const uri = readPaymentUri(said);
  const wanted = asked.currency ? CRYPTO_CODES.find((one) => one === asked.currency?.toUpperCase()) : undefined;
  const code = named ?? wanted ?? (uri?.kind === "payment" ? uri.coin : "BTC");
  // What belongs to another coin fits nothing here.
  if (asked.currency && wanted !== code) return { code, link: { ...EMPTY, unusable: ["currency"] } };
  const unusable: SendLink["unusable"] = [];
  const read = said ? await destinationOf(tx, code, said) : { destination: null, why: null };
  const { destination, why } = read;
  if (said && destination === null && why?.fault !== "bad_amount") unusable.push("address");
  const amounts = [asked.amount, destination?.amount].filter((one) => typeof one === "string" && one !== "");
  const [one] = amounts;
  const isOne = amounts.every((other) => other === one) && one && !amountFault(one, CRYPTO[code].digits);
  const amount = isOne ? one : null;
  if (amounts.length > 0 && amount === null) unusable.push("amount");
  const address = destination?.address ?? null;
  const isEmpty = address === null && amount === null && why === null && unusable.length === 0;
  return { code, link: isEmpty ? null : { address, amount, unusable, note: destination?.note ?? null, why } };
}

const EMPTY = { address: null, amount: null, note: null, why: null } as const;

const WHY = {
  "wallet.address_other_network": ["network", "network"],
  "wallet.uri_coin": ["coin", "coin"],
  "wallet.uri_parameter": ["parameter", "name"],
  "wallet.uri_bad_amount": ["bad_amount", "amount"],
} as const;

/** Null for what is no address of this coin, and where it cannot be checked now. */
async function destinationOf(
  tx: ReadTx,
  code: CryptoCode,
  text: string,
): Promise<{ destination: Destination | null; why: SendLink["why"] }> {
  const rail = await findOpenRail(tx, CHAIN_OF[code]);
  if (!rail) return { destination: null, why: null };
  try {
    return { destination: readDestination(rail, code, text), why: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [fault, key] = WHY[error.code as keyof typeof WHY] ?? [];
    return { destination: null, why: fault && key ? { fault, name: String(error.context[key]) } : null };
  }
}
