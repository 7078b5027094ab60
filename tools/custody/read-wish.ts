/** Parses the command line. */
import { parseArgs } from "node:util";
import { amountFault, CRYPTO, type CryptoCode, unitsFromDisplay } from "#contract/money/money.ts";
import { UsageError } from "../admin/read-wish.ts";

export type Wish =
  | { readonly act: "status" }
  /** Without units what waits, and a whole float behind it. */
  | {
      readonly act: "refill";
      readonly currency: CryptoCode;
      readonly units: bigint | undefined;
      readonly file: string | undefined;
    }
  | { readonly act: "send"; readonly file: string };

const COINS: Readonly<Record<string, CryptoCode>> = { bitcoin: "BTC", ether: "ETH", usdt: "USDT" };

const USAGE = `npm run custody -- status
npm run custody -- refill ${Object.keys(COINS).join("|")} [AMOUNT] [--out FILE]
npm run custody -- send FILE

refill writes what the cold account's owner has to sign elsewhere: a PSBT for bitcoin, else an unsigned transaction as
JSON and hex. Without AMOUNT it brings what waits, and fills up what may be hot. send takes it back signed, and shows it to the network.
Exit codes: 0 done; 1 refused; 2 not understood; 3 status found something that waits for a refill.`;

/** Throws a UsageError that says what is wrong and how it goes. */
export function readWish(args: readonly string[]): Wish {
  const { positionals, out } = parsed(args);
  const [act, ...words] = positionals;
  if (out !== undefined && act !== "refill") throw usage(`${act ?? "nothing"} knows no --out`);
  if (act === "status" && words.length === 0) return { act };
  if (act === "send" && words.length === 1 && words[0]) return { act, file: words[0] };
  if (act === "refill" && words.length <= 2) return refillOf(words, out);
  throw usage(act === undefined ? "nothing was asked for" : `this is not understood: ${positionals.join(" ")}`);
}

function refillOf([coin = "", amount]: readonly string[], file: string | undefined): Wish {
  const currency = Object.hasOwn(COINS, coin) ? COINS[coin] : undefined;
  if (!currency) throw usage(`refill needs one of ${Object.keys(COINS).join(", ")}`);
  if (amount === undefined) return { act: "refill", currency, units: undefined, file };
  const { digits } = CRYPTO[currency];
  if (amountFault(amount, digits)) throw usage(`${amount} is no amount of ${coin} with at most ${digits} digits`);
  const units = unitsFromDisplay(amount, digits);
  if (units <= 0n) throw usage("an amount is more than nothing");
  return { act: "refill", currency, units, file };
}

function usage(fault: string): UsageError {
  return new UsageError(`${fault}.\n\n${USAGE}`);
}

function parsed(args: readonly string[]): { positionals: string[]; out: string | undefined } {
  try {
    const options = { out: { type: "string" } } as const;
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { positionals, out: values.out };
  } catch (error) {
    throw usage(error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error));
  }
}
