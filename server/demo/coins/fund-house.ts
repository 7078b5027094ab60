/**
 * Real coins of the development chains for the operator, so that what the demo market gives is backed: sent to the
 * operator's own addresses, mined until final, and posted to its inventory like any deposit.
 */
import { CHAIN_OF } from "#contract/money/chains.ts";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money/money.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { accountOf, balanceOf, post } from "../../money/ledger/index.ts";
import { findRail, houseAddress, scanBitcoin, scanEthereum } from "../../money/custody/index.ts";
import { give } from "./faucet.ts";

/** Ether that the operator puts aside for gas, in gwei. */
const GAS_STOCK_UNITS = 20_000_000_000n;
/** One output is a coin that one payment locks: many of them let many payments go at once. */
const COINS_OF_BITCOIN = 20n;
/** A transaction that a busy development node lost is given once more after so many blocks. */
const ROUNDS_OF_PATIENCE = 40;
const MOST_ROUNDS = 4 * ROUNDS_OF_PATIENCE;

/**
 * Raises the operator's inventory to these sums, in ledger units. Returns the currencies whose chain cannot be reached:
 * there nothing was funded. Safe to call again: what is there already counts.
 */
export async function fundHouse(app: AppPorts, wanted: Readonly<Record<CryptoCode, bigint>>): Promise<CryptoCode[]> {
  // After the blocks that a new chain of development begins with.
  await mine(app);
  await scan(app);
  const without: CryptoCode[] = [];
  for (const code of CRYPTO_CODES) {
    const isOpen = await app.db.read(async (tx) => (await findRail(tx, CHAIN_OF[code]))?.is_available ?? false);
    if (isOpen) await send(app, code, wanted[code]);
    else without.push(code);
  }
  const funded = CRYPTO_CODES.filter((code) => !without.includes(code));
  for (let round = 0; !(await isFunded(app, funded, wanted)); round++) {
    if (round === MOST_ROUNDS) throw new Error(`the house's coins did not become final: ${await missing(app, wanted)}`);
    if (round > 0 && round % ROUNDS_OF_PATIENCE === 0) {
      app.log.warn({ missing: await missing(app, wanted) }, "the house's coins are late; they are given once more");
      for (const code of funded) await send(app, code, wanted[code]);
    }
    await mine(app);
    await scan(app);
  }
  await putGasAside(app);
  return without;
}

/** What is missing to this sum, with ether for gas on top. */
async function send(app: AppPorts, code: CryptoCode, stock: bigint): Promise<void> {
  const wantedUnits = stock + (code === "ETH" ? GAS_STOCK_UNITS : 0n);
  if (!app.chains) throw new Error("there are no chains");
  const { address, haveUnits } = await app.db.tx(async (tx) => ({
    address: (await houseAddress(tx, code)).address,
    haveUnits:
      (await balanceOf(tx, accountOf.house(code, "inventory"))) +
      (code === "ETH" ? await balanceOf(tx, accountOf.house("ETH", "network")) : 0n),
  }));
  const missing = wantedUnits - haveUnits;
  if (missing <= 0n) return;
  const parts = code === "BTC" && missing > COINS_OF_BITCOIN * 100_000n ? COINS_OF_BITCOIN : 1n;
  for (let part = 0n; part < parts; part++) {
    const units = part === 0n ? missing - (missing / parts) * (parts - 1n) : missing / parts;
    await give(app.chains, { currency: code, units, address });
  }
}

async function isFunded(
  app: AppPorts,
  codes: readonly CryptoCode[],
  wanted: Readonly<Record<CryptoCode, bigint>>,
): Promise<boolean> {
  for (const code of codes) {
    const units = await app.db.read((tx) => balanceOf(tx, accountOf.house(code, "inventory")));
    if (units < wanted[code]) return false;
  }
  return true;
}

/** Describes the ledger's balance, the chain's rows and the scanned height, to explain a failure. */
async function missing(app: AppPorts, wanted: Readonly<Record<CryptoCode, bigint>>): Promise<string> {
  return app.db.read(async (tx) => {
    const lines = await Promise.all(
      CRYPTO_CODES.map(async (code) => {
        const have = await balanceOf(tx, accountOf.house(code, "inventory"));
        const rail = await findRail(tx, CHAIN_OF[code]);
        return `${code} ${have} of ${wanted[code]} (${rail?.is_available ? `read to ${rail.scanned_height}` : "closed"})`;
      }),
    );
    return lines.join(", ");
  });
}

async function putGasAside(app: AppPorts): Promise<void> {
  await app.db.tx(async (tx) => {
    const inventory = await balanceOf(tx, accountOf.house("ETH", "inventory"));
    if (inventory < GAS_STOCK_UNITS || (await balanceOf(tx, accountOf.house("ETH", "network"))) > 0n) return;
    const postings = [
      { from: accountOf.house("ETH", "inventory"), to: accountOf.house("ETH", "network"), units: GAS_STOCK_UNITS },
    ];
    await post(tx, [{ kind: "gas_stock", subject: "first", postings }]);
  });
}

async function mine({ chains }: AppPorts): Promise<void> {
  const bitcoin = chains?.bitcoin;
  if (bitcoin && !("fault" in bitcoin) && bitcoin.faucet) await bitcoin.faucet.mine(1);
  const ethereum = chains?.ethereum;
  if (ethereum && !("fault" in ethereum) && ethereum.faucet) await ethereum.node.call("anvil_mine", ["0x1"]);
}

async function scan(app: AppPorts): Promise<void> {
  await scanBitcoin(app);
  await scanEthereum(app);
}
