/** What the hot float and the cold account promise. */
import type { Guard } from "./guard.ts";

/** Told in one go: each of its tests stands on what those before it moved, so all of them are asked. */
const FLOAT = "server/money/custody/hot-float.test.ts";
const FLOAT_GAS = "server/money/custody/hot-float-gas.test.ts";
const FLOAT_ETHEREUM = "server/money/custody/hot-float-ethereum.test.ts";

export const GUARDS_OF_COLD: readonly Guard[] = [
  {
    promise: "coins leave without anybody's proof to the signer's own cold account only",
    file: "server/signer/cold-moves.ts",
    text: "  if (bitcoinFacts(plan).destination !== address)\n",
    without: "  if (bitcoinFacts(plan).destination === undefined)\n",
    test: FLOAT,
  },
  {
    promise: "the cold account is found again by a wallet that is restored",
    file: "server/signer/cold-moves.ts",
    text: "  if (index > last + COLD_GAP) throw",
    without: "  if (index > last + 10 * COLD_GAP) throw",
    test: FLOAT,
  },
  {
    promise: "a move to the cold account is worth its fee",
    file: "server/signer/sign-payment.ts",
    text: "  if (!record) checkColdFee({",
    without: "  if (record) checkColdFee({",
    test: FLOAT,
  },
  {
    promise: "what lies in the cold account counts where the signer's own settings lead",
    file: "server/signer/bitcoin-coins.ts",
    text: "        const places = [...hot, ...coldPlaces(inCold, signed)];",
    without: "        const places = [...hot, ...coldPlaces(inCold, signed)].slice(0, hot.length);",
    test: FLOAT,
  },
  {
    promise: "a refill is no deposit",
    file: "server/money/custody/bitcoin-blocks.ts",
    text: '  if (own.purpose !== "user" && own.purpose !== "house") return;\n',
    without: '  if (own.purpose === "change") return;\n',
    test: FLOAT,
  },
  {
    promise: "a refill comes back where nobody deposits to",
    file: "server/signer/addresses.ts",
    text: 'const OWN: readonly WantedAddress["purpose"][] = ["change", "hot", "refill"];',
    without: 'const OWN: readonly WantedAddress["purpose"][] = ["change", "hot"];',
    test: FLOAT,
  },
  {
    promise: "a refill goes to an address that the signer attested",
    file: "server/money/custody/refill-bitcoin.ts",
    text: "  if (key) return isAttested(key, { ...own, network: rail.network });\n",
    without: "",
    test: FLOAT,
  },
  {
    promise: "what is broadcast is what was written",
    file: "server/platform/outside/cold-psbt.ts",
    text: '  if (read.id !== txidOfPsbt(written)) return { fault: "other" };\n',
    without: "",
    test: FLOAT,
  },
  {
    promise: "what is hot stays until it is a good deal more than the limit",
    file: "server/money/custody/float.ts",
    text: "spare > 0n && spare * 4n >= limitUnits ? spare",
    without: "spare > 0n ? spare",
    test: FLOAT,
  },
  {
    promise: "a send-out waits for a refill only where the cold account could give it",
    file: "server/money/custody/float.ts",
    text: "lacking.length > 0 && lacking.every(",
    without: "lacking.length > 0 || lacking.every(",
    test: FLOAT,
  },
  {
    promise: "what is taken back just before it is planned reserves no coins",
    file: "server/money/custody/plan-bitcoin.ts",
    text: '    if (current?.status !== "pending") return false;\n',
    without: "    if (!current) return false;\n",
    test: "server/money/custody/cancel-beside-plan.test.ts",
  },
  {
    promise: "what is planned awaits nothing, in the same transaction",
    file: "server/money/custody/plan-bitcoin.ts",
    text: "    await noteRefilled(tx, current);\n",
    without: "",
    test: FLOAT,
  },
  {
    promise: "what no move of ours brought to the cold account is told apart from what did",
    file: "server/money/custody/cold-arrival-rows.ts",
    text: "payment.purpose = 'cold' and payment.txid = came.txid)",
    without: "payment.purpose = 'cold' and payment.txid is null)",
    test: FLOAT,
  },
  {
    promise: "what the cold account keeps of its own did not come to it",
    file: "server/money/custody/cold-arrival-rows.ts",
    text: "spent.spent_txid = coin.txid)",
    without: "spent.spent_txid is null and false)",
    test: FLOAT,
  },
  {
    promise: "what came to the cold address is gone with its block",
    file: "server/money/custody/ethereum-blocks.ts",
    text: "  await loosenColdArrivals(tx, above);\n",
    without: "",
    test: FLOAT_ETHEREUM,
  },
  {
    promise: "tokens that lack ether for their way say that they await a refill",
    file: "server/money/custody/pay-ethereum.ts",
    text: "    { float: ether, units: tokenGasUnits(rail) ?? 0n },\n",
    without: "",
    test: FLOAT_GAS,
  },
  {
    promise: "a refill of ether is asked for what the way of tokens costs",
    file: "server/money/custody/read-float.ts",
    text: "demand.waitingUnits + ways,",
    without: "demand.waitingUnits + 0n * ways,",
    test: FLOAT_GAS,
  },
  {
    promise: "ether that no sweep brings to the hot address pays for nothing",
    file: "server/money/custody/float-rows.ts",
    text: "units - left_units as hot_units",
    without: "units as hot_units",
    test: FLOAT_GAS,
  },
  {
    promise: "ether and tokens leave without anybody's proof to the signer's own cold address only",
    file: "server/signer/cold-moves.ts",
    text: "  if (to !== cold.ethereum) throw",
    without: "  if (to === undefined) throw",
    test: FLOAT_ETHEREUM,
  },
  {
    promise: "what comes from the cold address to the hot one is no deposit",
    file: "server/money/custody/scan-ethereum.ts",
    text: "  one.from !== cold ||",
    without: "  one.from === cold || true ||",
    test: FLOAT_ETHEREUM,
  },
];
