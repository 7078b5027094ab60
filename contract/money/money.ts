/**
 * Money as Parley speaks it: whole base units in a bigint inside, a decimal string on the wire. A digit more than the
 * currency has is refused, never rounded.
 */
export type CryptoCode = "BTC" | "ETH" | "USDT";

export type CryptoCurrency = {
  /** The id on the wire; clients know it, so it never changes. */
  readonly id: number;
  readonly code: CryptoCode;
  readonly fullName: string;
  /** The ledger's unit is 10^-digits: satoshi, gwei, micro-USDT. */
  readonly digits: number;
  readonly isStablecoin: boolean;
};

export const CRYPTO: Readonly<Record<CryptoCode, CryptoCurrency>> = {
  BTC: { id: 8, code: "BTC", fullName: "Bitcoin", digits: 8, isStablecoin: false },
  ETH: { id: 9, code: "ETH", fullName: "Ethereum", digits: 9, isStablecoin: false },
  USDT: { id: 6, code: "USDT", fullName: "Tether", digits: 6, isStablecoin: true },
};

/** The placeholder of a coin that this build does not know: a page may be older than the server. */
const UNKNOWN_COIN = { id: -1, fullName: "", digits: 8, isStablecoin: false };

export function cryptoOf(code: string): Omit<CryptoCurrency, "code"> {
  return isCryptoCode(code) ? CRYPTO[code] : UNKNOWN_COIN;
}

export const CRYPTO_CODES: readonly CryptoCode[] = ["BTC", "ETH", "USDT"];

export function isCryptoCode(text: string): text is CryptoCode {
  return Object.hasOwn(CRYPTO, text);
}

/** The currency with this wire id; 1 is the old alias of bitcoin in converter previews. */
export function cryptoOfId(id: number): CryptoCurrency | undefined {
  if (id === 1) return CRYPTO.BTC;
  return CRYPTO_CODES.map((code) => CRYPTO[code]).find((currency) => currency.id === id);
}

const DECIMAL = /^(0|[1-9][0-9]{0,23})(?:\.([0-9]{1,18}))?$/;

/** Why a text is no amount of so many digits; undefined when it is one. */
export function amountFault(text: string, digits: number): "malformed" | "too_many_digits" | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return "malformed";
  if ((match[2]?.length ?? 0) > digits) return "too_many_digits";
  return undefined;
}

/** "0.015" with 8 digits is 1500000n. Throws a RangeError for anything that amountFault() names. */
export function unitsFromDisplay(text: string, digits: number): bigint {
  const fault = amountFault(text, digits);
  if (fault) throw new RangeError(`${fault}: ${text.slice(0, 40)}`);
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(digits, "0"));
}

/** 1500000n with 8 digits is "0.015": no trailing zeros unless `pad` asks for the full width. */
export function displayFromUnits(units: bigint, digits: number, { pad = false }: { pad?: boolean } = {}): string {
  const sign = units < 0n ? "-" : "";
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  const whole = digits === 0 ? text : text.slice(0, -digits);
  const fraction = digits === 0 ? "" : text.slice(-digits);
  const shown = pad ? fraction : fraction.replace(/0+$/, "");
  return sign + whole + (shown ? `.${shown}` : "");
}

/** Divides and rounds towards plus infinity; for what the operator is owed. */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError("divideUp needs a positive denominator");
  const quotient = numerator / denominator;
  return numerator % denominator > 0n ? quotient + 1n : quotient;
}

/** Divides and rounds towards minus infinity; for what the operator pays out. */
export function divideDown(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError("divideDown needs a positive denominator");
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
}
