/** What a provider of a product does for an order, whichever protocol it speaks. Each product has its own kind of request. */

export type ProviderAnswer =
  /** Delivered, by the provider's word: the sums are compared with those of the quote. */
  | {
      readonly outcome: "succeeded";
      readonly providerRef: string;
      readonly currency: string;
      readonly deliveredUnits: bigint;
      /** In base units of the operator's balance there. */
      readonly chargedUnits: bigint;
      /** Of a purchase: who paid and when, where it knows; charged is what it credited. */
      readonly payerName?: string | undefined;
      readonly at?: Date | undefined;
      /** Of products that are codes. */
      readonly codes?: readonly GoodsCode[];
    }
  /** It never will be: the only answer by which money goes back. */
  | { readonly outcome: "failed"; readonly reason: FailedReason }
  | { readonly outcome: "pending"; readonly providerRef?: string; readonly instructions?: PayTo | undefined }
  /** Money that had come for a purchase is on its way back. */
  | { readonly outcome: "refunded" }
  /** A payout that was made came back to the operator's money there. */
  | { readonly outcome: "came_back"; readonly chargedUnits: bigint }
  /** The provider has never seen the reference. No proof that it will not arrive. */
  | { readonly outcome: "not_found" }
  /** The provider answers, and the result of the order cannot be known by it. Never submitted again. */
  | { readonly outcome: "unsure" };

/** Where a purchase is paid. */
export type PayTo = {
  readonly bankName: string;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly words?: string | undefined;
};

export type GoodsCode = { readonly code: string; readonly pin?: string };

export type FailedReason = "refused" | "number" | "operator" | "stock" | "declined" | "expired";

/** The call may have had its effect or not: a lost connection, a timeout, a status that says nothing. */
export class ProviderFault extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** As it came: what it is signed over is its bytes. */
export type ProviderMessage = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };

export type ReadMessage =
  /** With the provider's own id of the order, where only a message has it. */
  | { readonly messageId: string; readonly externalRef: string; readonly providerRef?: string }
  | { readonly fault: "unsigned" | "unreadable" };

export type StatementLine = {
  /** A return is money of an order that went the other way. */
  readonly kind: "order" | "return" | "deposit" | "other";
  readonly reference: string;
  readonly units: bigint;
  readonly at: Date;
};

export type ProviderStatement = {
  readonly currency: "USD";
  readonly openingUnits: bigint;
  readonly closingUnits: bigint;
  readonly lines: readonly StatementLine[];
};

/** Of an order that is asked about. */
export type KnownOrder = {
  readonly providerRef: string | null;
  /** What the user pays or gets, in the currency of the quote; and in cents, what the operator is credited or charged for it. */
  readonly units: bigint;
  readonly cents: bigint;
};

export type Provider<Wanted> = {
  readonly name: string;
  /** Throws ProviderFault where nobody knows. The same reference twice is one delivery. */
  submit(externalRef: string, wanted: Wanted): Promise<ProviderAnswer>;
  ask(externalRef: string, known?: KnownOrder): Promise<ProviderAnswer>;
  /** Sends the money of a purchase back to where it came from; twice is once. */
  refund?(externalRef: string): Promise<ProviderAnswer>;
  read(message: ProviderMessage, now: Date): ReadMessage;
  /** Of a past day, UTC, after a day that closed with so much; undefined where there is none. */
  statement(day: string, before: bigint): Promise<ProviderStatement | undefined>;
};
