/** Reloadly's API of gift cards: products, an order by our own reference, what came of it, and its codes. */
import { balanceOf, openCaller, PER_PAGE, ReloadlyError, type ReloadlySettings } from "./reloadly.ts";

export type ReloadlyCardProduct = {
  readonly productId: number;
  readonly productName: string;
  readonly status?: string;
  readonly senderFee?: number;
  readonly senderFeePercentage?: number;
  readonly denominationType: "FIXED" | "RANGE";
  readonly recipientCurrencyCode: string;
  readonly minRecipientDenomination?: number | null;
  readonly maxRecipientDenomination?: number | null;
  readonly senderCurrencyCode: string;
  readonly minSenderDenomination?: number | null;
  readonly maxSenderDenomination?: number | null;
  readonly fixedRecipientDenominations?: readonly number[];
  readonly fixedSenderDenominations?: readonly number[] | null;
  readonly brand?: { readonly brandName: string };
  readonly category?: { readonly name: string };
  readonly country?: { readonly isoName: string };
  readonly redeemInstruction?: { readonly concise?: string; readonly verbose?: string };
};

export type ReloadlyCardOrder = {
  readonly transactionId: number;
  /** SUCCESSFUL, PENDING, PROCESSING, REFUNDED, FAILED. */
  readonly status: string;
  readonly customIdentifier?: string;
  /** What the order cost, in the currency of the account. */
  readonly amount?: number;
  readonly currencyCode?: string;
  readonly product?: { readonly quantity?: number; readonly unitPrice?: number; readonly currencyCode?: string };
  readonly transactionCreatedTime?: string;
};

export type ReloadlyCode = { readonly cardNumber?: string | null; readonly pinCode?: string | null };

export type ReloadlyCardWish = {
  readonly productId: number;
  readonly countryCode: string;
  readonly quantity: number;
  /** As a decimal, in the currency of the card. */
  readonly unitPrice: string;
  readonly customIdentifier: string;
  readonly senderName: string;
};

export type ReloadlyCards = {
  products(page: number): Promise<{ readonly content: readonly ReloadlyCardProduct[]; readonly last: boolean }>;
  order(wish: ReloadlyCardWish): Promise<ReloadlyCardOrder>;
  /** By our reference; undefined where it has none. */
  find(customIdentifier: string): Promise<ReloadlyCardOrder | undefined>;
  codes(transactionId: number): Promise<readonly ReloadlyCode[]>;
  /** From the beginning of a day on, oldest first. */
  since(day: string): Promise<readonly ReloadlyCardOrder[]>;
  /** In dollars. */
  balance(): Promise<number>;
};

const ACCEPT = "application/com.reloadly.giftcards-v1+json";
const REPORTS = "/reports/transactions";

export function openReloadlyCardsApi(settings: ReloadlySettings): ReloadlyCards {
  const { ask, reports } = openCaller(settings, ACCEPT);
  const orders = async (query: Record<string, string>) =>
    (await reports(query, REPORTS)) as unknown as ReloadlyCardOrder[];
  return {
    async products(page) {
      const query = new URLSearchParams({ page: String(page), size: String(PER_PAGE) });
      const { content, last } = await ask({ path: `/products?${query}` });
      if (!Array.isArray(content)) throw new ReloadlyError("Reloadly answers with no products");
      return { content: content as ReloadlyCardProduct[], last: last !== false };
    },
    order: async (wish) => (await ask({ method: "POST", path: "/orders", body: wish })) as unknown as ReloadlyCardOrder,
    find: async (customIdentifier) =>
      (await orders({ customIdentifier })).find((one) => one.customIdentifier === customIdentifier),
    async codes(transactionId) {
      const said: unknown = await ask({ path: `/orders/transactions/${transactionId}/cards` });
      if (!Array.isArray(said)) throw new ReloadlyError("Reloadly answers with no cards");
      return said as ReloadlyCode[];
    },
    since: async (day) => (await orders({ startDate: `${day} 00:00:00` })).toReversed(),
    balance: () => balanceOf(ask),
  };
}
