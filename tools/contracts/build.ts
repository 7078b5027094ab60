/** Compiles the development token: node tools/contracts/build.ts. The result is committed, so nobody else needs solc. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

type Output = {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: unknown; evm: { bytecode: { object: string } } }>>;
};

const require = createRequire(import.meta.url);
const solc: { version(): string; compile(input: string): string } = require("solc");

const source = "usdt-like.sol";
const output: Output = JSON.parse(
  solc.compile(
    JSON.stringify({
      language: "Solidity",
      sources: { [source]: { content: readFileSync(join(import.meta.dirname, source), "utf8") } },
      settings: {
        optimizer: { enabled: true, runs: 200 },
        outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
      },
    }),
  ),
);
for (const { severity, formattedMessage } of output.errors ?? []) {
  process.stderr.write(formattedMessage);
  if (severity === "error") process.exit(1);
}
const contract = output.contracts[source]?.UsdtLike;
if (!contract) throw new Error("the compiler gave no contract UsdtLike");
const made = {
  source: `tools/contracts/${source}`,
  compiler: solc.version(),
  abi: contract.abi,
  bytecode: `0x${contract.evm.bytecode.object}`,
};
writeFileSync(
  join(import.meta.dirname, "../../server/devnet/generated/usdt-like.json"),
  `${JSON.stringify(made, null, 1)}\n`,
);
