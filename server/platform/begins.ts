/** The statements that transactions begin with. */

/** How a transaction begins, and the plans of its statements. */
export type Begin = { readonly text: string; readonly plans: "" | "k" };

export const BEGIN: Begin = { text: "begin; select market_now() as now", plans: "" };
export const BEGIN_BY_KEY: Begin = {
  text: "begin; set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off; select market_now() as now",
  plans: "k",
};
export const BEGIN_SNAPSHOT: Begin = {
  text: "begin isolation level repeatable read; set local statement_timeout = 0; select market_now() as now",
  plans: "",
};
