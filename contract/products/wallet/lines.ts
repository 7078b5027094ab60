/** The first page of a wallet's history after a live message. Light: pages load it without schemas. */
import type { WalletTransaction } from "./wallet.ts";

const PER_PAGE = 20;

/** Each line once, in its newest version, newest first; at most a page. */
export function withLines(known: WalletTransaction[], lines: readonly WalletTransaction[]): WalletTransaction[] {
  const byId = new Map([...known, ...lines].map((line) => [line.id, line]));
  const newestFirst = (a: WalletTransaction, b: WalletTransaction) =>
    a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1;
  return [...byId.values()].sort(newestFirst).slice(0, PER_PAGE);
}
