/** The cart of this browser: lines that were chosen and not paid. */
import { useSyncExternalStore } from "react";
import { MOST_LINES, MOST_OF_A_LINE } from "#contract/products/store/names.ts";

export type CartLine = {
  readonly productId: string;
  readonly brand: string;
  readonly countryIso: string;
  readonly currencyCode: string;
  readonly amount: string;
  readonly quantity: number;
};

/** How many of one card a line may have. */
export const QUANTITIES = Array.from({ length: MOST_OF_A_LINE }, (_, place) => place + 1);

const STORED = "gift_card_cart";
const NONE: readonly CartLine[] = [];
let known: readonly CartLine[] | undefined;
const listeners = new Set<() => void>();

function read(): readonly CartLine[] {
  if (known) return known;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    known = Array.isArray(stored) ? stored.filter(isLine).slice(0, MOST_LINES) : NONE;
  } catch {
    // A browser without storage, or text of another version: the cart is empty.
    known = NONE;
  }
  return known;
}

function isLine(one: unknown): one is CartLine {
  const line = one as Partial<Record<keyof CartLine, unknown>> | null;
  return (
    typeof line === "object" &&
    line !== null &&
    [line.productId, line.brand, line.countryIso, line.currencyCode, line.amount].every(
      (text) => typeof text === "string",
    ) &&
    Number.isInteger(line.quantity)
  );
}

function write(lines: readonly CartLine[]): void {
  known = lines;
  try {
    localStorage.setItem(STORED, JSON.stringify(lines));
  } catch {
    // It lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

const isSame = (one: CartLine, other: CartLine) => one.productId === other.productId && one.amount === other.amount;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCart() {
  const lines = useSyncExternalStore(subscribe, read, () => NONE);
  return {
    lines,
    count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    isFull: (line: CartLine) => lines.length >= MOST_LINES && !lines.some((one) => isSame(one, line)),
    /** The same card again adds to its line. */
    add(line: CartLine) {
      const same = lines.find((one) => isSame(one, line));
      const quantity = Math.min(MOST_OF_A_LINE, line.quantity + (same?.quantity ?? 0));
      write(same ? lines.map((one) => (one === same ? { ...line, quantity } : one)) : [...lines, line]);
    },
    change: (line: CartLine, quantity: number) =>
      write(lines.map((one) => (isSame(one, line) ? { ...one, quantity } : one))),
    remove: (line: CartLine) => write(lines.filter((one) => !isSame(one, line))),
    clear: () => write(NONE),
  };
}
