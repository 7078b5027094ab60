/** Rows of the wallet in every state and on both sides of heights and hours, as no history of one test would leave them. */
import type pg from "pg";
import type { TestApp } from "../../server/testing/index.ts";

export type Row = Record<string, unknown>;
const NOW = "2026-10-01T12:00:00Z";
/** As many hours before the instant of the test. */
export const ago = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString();

export async function insert(client: pg.PoolClient, table: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const names = Object.keys(row);
    const identity = names.includes("id") ? "overriding system value" : "";
    await client.query(
      `insert into ${table} (${names.join(", ")}) ${identity} values (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
      names.map((name) =>
        typeof row[name] === "object" && row[name] !== null ? JSON.stringify(row[name]) : row[name],
      ),
    );
  }
}

const EMPTY = { is_coinbase: false, units: 10 };
const coin = (id: number, txid: string, more: Row = {}): Row => ({
  ...EMPTY,
  txid,
  output_index: 0,
  address_id: id,
  ...more,
});
const COINS: Row[] = [
  ...[17, 18, 19, 20, 21, null].flatMap((block_height) => [
    coin(1, `deposit at ${block_height}`, { block_height, units: 100 + (block_height ?? 0) }),
    coin(2, `change at ${block_height}`, { block_height, units: 200 + (block_height ?? 0) }),
  ]),
  coin(1, "reserved at 10", { block_height: 10, payment_id: 3 }),
  coin(1, "reserved and spent at 10", {
    block_height: 9,
    payment_id: 3,
    spent_txid: "b completed at 10",
    spent_height: 10,
  }),
  coin(1, "spent by nobody at 10", { block_height: 9, spent_txid: "thief", spent_height: 10 }),
  coin(1, "spent by nobody at 11", { block_height: 9, spent_txid: "thief", spent_height: 11 }),
  coin(1, "lost at 10", { block_height: 9, spent_txid: "thief", spent_height: 10 }),
  coin(1, "spent and waiting", { block_height: 9, spent_txid: "b broadcast" }),
  coin(1, "spent and confirming", { block_height: 9, spent_txid: "b confirming at 10", spent_height: 10 }),
  coin(2, "b completed at 10", { block_height: 10, units: 3 }),
  coin(2, "b confirming at 11", { block_height: 11, units: 4 }),
  coin(1, "credited at null", { block_height: null, units: 5 }),
  coin(1, "b broadcast", { block_height: 8, units: 6 }),
];

const payment = (chain: "bitcoin" | "ethereum", name: string, more: Row): Row => ({
  chain,
  currency: chain === "bitcoin" ? "BTC" : "ETH",
  purpose: "send_out",
  subject: `${chain[0]} ${name}`,
  status: "broadcast",
  raw_hex: "00",
  txid: `${chain[0]} ${name}`,
  plan: { gasLimit: "10", maxFeePerGasWei: "3", value: "5", to: "nobody" },
  created_at: NOW,
  ...more,
});
const unsigned = { raw_hex: null, txid: null };
const both = (chain: "bitcoin" | "ethereum"): Row[] => [
  payment(chain, "pending", { status: "pending", ...unsigned }),
  payment(chain, "cancelled", { status: "cancelled", ...unsigned }),
  payment(chain, "refused", { status: "failed", outcome: "refused", ...unsigned }),
  payment(chain, "broadcast", { accepted_at: ago(1) }),
  ...[9, 10, 11].flatMap((height) => [
    payment(chain, `confirming at ${height}`, { status: "confirming", block_height: height, block_hash: "h" }),
    payment(chain, `completed at ${height}`, {
      status: "completed",
      block_height: height,
      block_hash: "h",
      tried_at: NOW,
    }),
    payment(chain, `broadcast with a conflict at ${height}`, { conflict_txid: "c", conflict_height: height }),
    payment(chain, `stuck since ${height}`, { stuck_kind: "lost", stuck_since_height: height, stuck_why: "w" }),
  ]),
  payment(chain, "completed in no block", { status: "completed" }),
];
export const ends = (chain: "bitcoin" | "ethereum", outcome: string, heights: Row): Row =>
  payment(chain, `${outcome} ${JSON.stringify(heights)}`, {
    status: "failed",
    outcome,
    ...heights,
    ...("stuck_since_height" in heights ? { stuck_kind: "lost" } : {}),
  });

const ROADS: Row[] = [
  ["gas on its way", { purpose: "gas", status: "confirming", currency: "ETH" }],
  ["gas that ended", { purpose: "gas", status: "completed", currency: "ETH" }],
  ["a sweep", { purpose: "sweep", status: "pending", currency: "USDT", ...unsigned }],
  ["a sweep sent", { purpose: "sweep", status: "broadcast", currency: "ETH" }],
  ["a sweep that failed", { purpose: "sweep", status: "failed", outcome: "conflicted", currency: "ETH" }],
  [
    "tokens",
    { status: "broadcast", currency: "USDT", plan: { gasLimit: "7", maxFeePerGasWei: "11", value: "13", token: "t" } },
  ],
].map(([name, more], index) =>
  payment("ethereum", String(name), { from_address: "F1", nonce: index, ...(more as Row) }),
);

const address = (id: number, text: string, more: Row = {}): Row => ({
  id,
  chain: "bitcoin",
  branch: 0,
  path_index: id,
  address: text,
  purpose: "user",
  user_id: id,
  currency: "BTC",
  attestation: "the word of the signer",
  created_at: NOW,
  ...more,
});
const ether = { chain: "ethereum", currency: "ETH" };
/** Deposit addresses of ether and tokens, each in another state of being swept. */
const SWEPT = [
  "never",
  "before",
  "since",
  "reverted since",
  "conflicted since",
  "of another coin since",
  "on its way out",
  "gas on its way in",
  "not credited",
  "gas that ended",
];
const ADDRESSES: Row[] = [
  address(1, "of ada"),
  address(2, "change", { branch: 1, purpose: "change", user_id: null, subject: "planned" }),
  address(3, "of bob", { user_id: 2, attestation: null }),
  address(4, "house", { purpose: "house", user_id: null, attestation: null }),
  address(5, "hot", { ...ether, branch: 1, path_index: 0, purpose: "hot", user_id: null }),
  address(6, "of ada, ether", { ...ether, user_id: 1 }),
  ...SWEPT.map((name, index) => address(20 + index, name, ether)),
];

const deposit = (id: number, name: string, more: Row = {}): Row => ({
  id,
  hash: name,
  chain: "bitcoin",
  txid: name,
  output_index: 0,
  currency: "BTC",
  address_id: 1,
  chain_units: 7,
  units: 7,
  status: "incoming",
  round: 0,
  first_seen_at: NOW,
  ...more,
});
const at = (height: number | null): Row => (height === null ? {} : { block_height: height, block_hash: "h" });
const DEPOSITS: Row[] = [
  ...(["bitcoin", "ethereum"] as const).flatMap((chain, side) =>
    (["incoming", "credited", "gone", "quarantined"] as const).flatMap((status, state) =>
      [null, 9, 10, 11].map((height, index) =>
        deposit(100 * side + 10 * state + index + 1, `${status} at ${height}${side ? " of ether" : ""}`, {
          chain,
          status,
          units: 10 ** state,
          address_id: side ? 6 : index === 3 ? 3 : 1,
          currency: side ? "ETH" : "BTC",
          round: status === "credited" ? 1 : 0,
          credited_at: status === "credited" ? NOW : null,
          ...at(height),
        }),
      ),
    ),
  ),
  ...SWEPT.map((name, index) =>
    deposit(300 + index, `for ${name}`, {
      ...ether,
      address_id: 20 + index,
      status: name === "not credited" ? "incoming" : "credited",
      credited_at: ago(5),
      ...at(3),
    }),
  ),
  deposit(320, "tokens for never", {
    ...ether,
    currency: "USDT",
    address_id: 20,
    status: "credited",
    credited_at: ago(5),
    ...at(3),
  }),
];
const sweepOf = (name: string, more: Row, plan: Row = {}): Row =>
  payment("ethereum", `sweep ${name}`, {
    purpose: "sweep",
    from_address: name,
    nonce: 0,
    status: "completed",
    created_at: ago(4),
    plan: { gasLimit: "10", maxFeePerGasWei: "3", value: "5", to: "hot", ...plan },
    ...more,
  });
const SWEEPS: Row[] = [
  sweepOf("before", { created_at: ago(6) }),
  sweepOf("since", {}),
  sweepOf("reverted since", { status: "failed", outcome: "reverted" }),
  sweepOf("conflicted since", { status: "failed", outcome: "conflicted" }),
  sweepOf("of another coin since", { currency: "USDT" }),
  sweepOf("on its way out", { status: "confirming", created_at: ago(6) }),
  sweepOf(
    "gas on its way in",
    { purpose: "gas", from_address: "hot", nonce: 1, status: "broadcast" },
    { to: "gas on its way in" },
  ),
  sweepOf("gas that ended", { purpose: "gas", from_address: "hot", nonce: 2 }, { to: "gas that ended" }),
];

const sendOut = (id: number, hash: string, more: Row = {}): Row => ({
  id,
  hash,
  quote_id: id,
  user_id: 1,
  currency: "BTC",
  destination: "bc1qaaaabbbbzzzz",
  units: 5,
  fee_units: 2,
  usd_value: 100,
  status: "pending",
  created_at: ago(1),
  due_at: ago(1),
  ...more,
});
const SEND_OUTS: Row[] = [
  sendOut(1, "due"),
  sendOut(2, "due now", { due_at: NOW, currency: "ETH" }),
  sendOut(3, "due later", { due_at: ago(-0.001), usd_value: 10 }),
  sendOut(4, "planned", { currency: "USDT" }),
  sendOut(5, "sent", { status: "completed", usd_value: 1, destination: "bc1qAAAAbbbbcccczzzz" }),
  sendOut(6, "cancelled", { status: "cancelled", usd_value: 1000 }),
  sendOut(7, "failed", { status: "failed", usd_value: 2000 }),
  sendOut(8, "a day ago", { status: "completed", created_at: ago(24), usd_value: 4000 }),
  sendOut(9, "almost a day ago", { status: "completed", created_at: ago(23.99), usd_value: 0.5 }),
  sendOut(10, "of bob", { user_id: 2, destination: "bc1qxxxxbbbbyyyy" }),
  sendOut(11, "kept in", { user_id: 3, destination: "bc1qxxxxbbbbyyyy" }),
];

const rail = (chain: string, more: Row): Row => ({
  chain,
  is_available: true,
  network: chain === "bitcoin" ? "regtest" : "31337",
  is_test: true,
  fee_price: 5,
  fee_tip: 2,
  fee_at: NOW,
  scanned_height: 20,
  final_height: 18,
  ...more,
});

/** Without the rules that hold rows together; from then on the clock stands still. */
export async function seedCustody({ owner, standStill }: TestApp): Promise<void> {
  await standStill(NOW);
  const client = await owner.connect();
  await client.query("set session_replication_role = replica");
  await insert(client, "wallet_rails", [rail("bitcoin", {}), rail("ethereum", {})]);
  await insert(client, "wallet_addresses", ADDRESSES);
  await insert(client, "deposits", DEPOSITS);
  await insert(client, "chain_payments", [
    ...both("bitcoin"),
    ...both("ethereum"),
    ends("bitcoin", "reverted", { block_height: 11, block_hash: "h" }),
    ...ROADS,
    ...SWEEPS,
    payment("bitcoin", "for planned", { subject: "planned" }),
    payment("bitcoin", "a sweep for due", { purpose: "sweep", subject: "due" }),
  ]);
  await insert(client, "coins", COINS);
  await insert(client, "send_outs", SEND_OUTS);
  await insert(
    client,
    "wallet_blocks",
    [9, 10, 11].flatMap((height) => [
      { chain: "bitcoin", height, hash: `b${height}` },
      { chain: "ethereum", height, hash: `e${height}` },
    ]),
  );
  await insert(client, "wallet_holds", [
    { id: 1, user_id: 3, currency: "BTC", owed_units: 5, deposit_id: 1, reason: "r", since: NOW },
    { id: 2, user_id: 2, currency: "BTC", owed_units: 5, deposit_id: 2, reason: "r", since: NOW, lifted_at: NOW },
  ]);
  await insert(client, "wallet_dust", [
    { currency: "ETH", chain_units: 5 },
    { currency: "BTC", chain_units: 6 },
  ]);
  await insert(client, "journals", [
    { kind: "coin_lost", subject: "lost at 10:0", at: NOW },
    { kind: "other", subject: "spent by nobody at 10:0", at: NOW },
  ]);
  await insert(client, "chain_assets", [
    { currency: "ETH", units: 50, height: 9, at: ago(1) },
    { currency: "USDT", units: 60, height: 9, at: ago(2) },
  ]);
  await insert(
    client,
    "ledger_accounts",
    [
      ["user:1:BTC:available", "user", "BTC", 11],
      ["trade:4:BTC:escrow", "trade", "BTC", 100],
      ["house:BTC:fees", "house", "BTC", 1000],
      ["user:2:ETH:held", "user", "ETH", 21],
      ["outside:BTC:chain", "outside", "BTC", -1111],
      ["outside:ETH:chain", "outside", "ETH", -21],
    ].map(([name, kind, currency, balance_units]) => ({
      name,
      kind,
      currency,
      balance_units,
      may_overdraw: kind === "outside",
    })),
  );
  await client.query("alter table deposits alter column id restart with 1000");
  await client.query("alter table wallet_addresses alter column id restart with 1000");
  client.release(true);
}
