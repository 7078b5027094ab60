/** Parameters as Binance takes them: a query and a form; where both have one, the query counts. */
import { SPOT_SYMBOLS, type SpotSymbol } from "#contract/products/spot/names.ts";
import { badSymbol, FacadeError } from "./facade-error.ts";

export class Params {
  readonly #values = new Map<string, string>();

  /** Refuses names that the call does not know, and the same name twice. */
  constructor(parts: readonly string[], known: readonly string[]) {
    for (const part of parts) {
      const own = new Set<string>();
      for (const [name, value] of new URLSearchParams(part)) {
        if (own.has(name)) throw new FacadeError(-1101, `Duplicate values for parameter '${shown(name)}'.`);
        if (!known.includes(name))
          throw new FacadeError(-1104, `Parameter '${shown(name)}' is not known to this call.`);
        own.add(name);
        if (!this.#values.has(name)) this.#values.set(name, value);
      }
    }
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === "") throw new FacadeError(-1105, `Parameter '${name}' was empty.`);
    return value;
  }

  must<T>(name: string, value: T | undefined): T {
    if (value === undefined)
      throw new FacadeError(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
    return value;
  }

  /** Refuses a value that may not be sent with the others. */
  none(...names: readonly string[]): void {
    for (const name of names)
      if (this.#values.has(name)) throw new FacadeError(-1106, `Parameter '${name}' sent when not required.`);
  }

  oneOf<T extends string>(name: string, choices: readonly T[], code = -1100): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = choices.find((one) => one === value.toUpperCase() || one === value);
    if (found === undefined) throw new FacadeError(code, INVALID[code] ?? illegal(name));
    return found;
  }

  whole(name: string, { from = 0, to = Number.MAX_SAFE_INTEGER } = {}): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,16}$/.test(value)) throw new FacadeError(-1100, illegal(name));
    const number = Number(value);
    if (number < from || number > to) throw new FacadeError(-1130, `Data sent for parameter '${name}' is not valid.`);
    return number;
  }

  /** At most so many: Binance answers a larger limit with its largest. */
  limit(usual: number, most: number): number {
    return Math.min(this.whole("limit", { from: 1 }) ?? usual, most);
  }

  time(name: string): Date | undefined {
    const ms = this.whole(name, { to: 8.64e15 });
    return ms === undefined ? undefined : new Date(ms);
  }

  /** Without the zeros that programs put at its end. */
  decimal(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,24}(\.\d{1,18})?$/.test(value)) throw new FacadeError(-1100, illegal(name));
    const [whole = "", fraction = ""] = value.split(".");
    const kept = fraction.replace(/0+$/, "");
    const short = whole.replace(/^0+(?=\d)/, "");
    return kept === "" ? short : `${short}.${kept}`;
  }

  symbol(): SpotSymbol | undefined {
    const value = this.text("symbol");
    return value === undefined ? undefined : symbolOf(value);
  }

  mustSymbol(): SpotSymbol {
    return this.must("symbol", this.symbol());
  }
}

const INVALID: Readonly<Record<number, string>> = {
  [-1115]: "Invalid timeInForce.",
  [-1116]: "Invalid orderType.",
  [-1117]: "Invalid side.",
  [-1120]: "Invalid interval.",
};

const illegal = (name: string) => `Illegal characters found in parameter '${name}'.`;
const shown = (name: string) => name.replace(/[^\w.-]/g, "?").slice(0, 40);

/** Refuses -1121. */
export function symbolOf(name: string): SpotSymbol {
  const found = SPOT_SYMBOLS.find((one) => nameOf(one) === name);
  if (!found) throw badSymbol();
  return found;
}

/** As Binance writes a market. */
export const nameOf = (symbol: string): string => symbol.replace("-", "");
