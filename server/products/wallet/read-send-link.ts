/** What the address of the send page asks for: a coin, to whom, how much. Anybody may have written it. */
import { CHAIN_OF } from "#contract/chains.ts";
import { amountFault, CRYPTO, CRYPTO_CODES, type CryptoCode } from "#contract/money.ts";
import type { SendLink } from "#contract/page-props.ts";
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx } from "../../platform/db.ts";
import { findOpenRail } from "../../money/custody/index.ts";
import { destinationOn } from "./quote-send-out.ts";

export type AskedToSend = Readonly<Partial<Record<"currency" | "address" | "amount", string>>>;

/**
 * The coin that the form is of, and what it is filled with; null where nothing was asked. What cannot be used is left
 * out and named: a wrong address is not put where somebody could mend it into one of nobody.
 */
export async function readSendLink(
  tx: ReadTx,
  { asked, code: named }: { asked: AskedToSend; code: CryptoCode | undefined },
): Promise<{ code: CryptoCode; link: SendLink | null }> {
  const wanted = asked.currency ? CRYPTO_CODES.find((one) => one === asked.currency?.toUpperCase()) : undefined;
  const code = named ?? wanted ?? "BTC";
  // What belongs to another coin fits nothing here.
  if (asked.currency && wanted !== code) return { code, link: { address: null, amount: null, unusable: ["currency"] } };
  const unusable: SendLink["unusable"] = [];
  const said = asked.address?.trim();
  const address = said ? await destinationOf(tx, code, said) : null;
  if (said && address === null) unusable.push("address");
  const amount = asked.amount && !amountFault(asked.amount, CRYPTO[code].digits) ? asked.amount : null;
  if (asked.amount && amount === null) unusable.push("amount");
  return { code, link: address || amount || unusable.length > 0 ? { address, amount, unusable } : null };
}

/** As it is written; null for what is no address of this coin, and where nobody can tell now. */
async function destinationOf(tx: ReadTx, code: CryptoCode, address: string): Promise<string | null> {
  const rail = await findOpenRail(tx, CHAIN_OF[code]);
  if (!rail) return null;
  try {
    return destinationOn(rail, address);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
