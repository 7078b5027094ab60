/** Words of the page of processes and servers: screens need them without the code that parses requests. */

/** The values of ROLE. */
export const PROCESS_PARTS = ["all", "web", "worker", "chain", "market", "lightning", "signer"] as const;
export const PROCESS_STATES = ["running", "lost", "stopped"] as const;
export const LEADS = ["worker", "chain", "market", "lightning"] as const;
export const POOL_KINDS = ["transactions", "reads"] as const;
export const BUS_CARRIERS = ["notify", "valkey", "nats"] as const;
