/** What the model of a random market knows of invoices and payments over Lightning. */
import type { TestInvoice } from "../../../../server/testing/outside/bolt11.ts";

export type ModelInvoice = {
  readonly id: string;
  readonly owner: number;
  /** 0: the payer says how much. */
  readonly units: bigint;
  readonly until: number;
  hash: string;
  bolt11: string;
  /** From outside, in order; the first of them is credited, once. */
  readonly paid: { readonly units: bigint; readonly index: bigint; isTold: boolean }[];
  isCredited: boolean;
  status: "asked" | "open" | "settled" | "paid_inside" | "expired";
};

export type ModelPayment = {
  readonly id: string;
  readonly owner: number;
  readonly invoice: TestInvoice;
  readonly units: bigint;
  readonly until: number;
  status: "reserved" | "in_flight" | "settled" | "failed";
  /** The node has it. */
  isTaken: boolean;
};

export type Lightning = { readonly invoices: ModelInvoice[]; readonly payments: ModelPayment[] };
