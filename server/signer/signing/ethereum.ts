/** Builds the transaction of a plan, signs it, and then reads the bytes back to see that they say what was allowed. */
import { hex } from "@scure/base";
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { ethereumChecksummed } from "../../platform/outside/chains/chain-keys.ts";
import { type EthereumPlan, type Signed, SignerRefusal } from "../../platform/outside/signer/signer.ts";
import type { Vault } from "../vault.ts";

export async function signEthereum(
  plan: EthereumPlan,
  vault: Vault,
  { chainId, token }: { chainId: number; token: string },
): Promise<Signed> {
  if (plan.token !== undefined && plan.token !== token)
    throw new SignerRefusal("signer.token", "this is not the token we hold");
  const receiver = checksummed(plan.to);
  const account = privateKeyToAccount(`0x${hex.encode(vault.ethereumKey(plan.from))}`);
  const wanted = {
    to: plan.token ? checksummed(plan.token) : receiver,
    value: plan.token ? 0n : BigInt(plan.value),
    data: plan.token
      ? encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [receiver, BigInt(plan.value)] })
      : undefined,
    nonce: plan.nonce,
    gas: BigInt(plan.gasLimit),
    maxFeePerGas: BigInt(plan.maxFeePerGasWei),
    maxPriorityFeePerGas: BigInt(plan.tipWei),
    chainId,
    type: "eip1559" as const,
  };
  const raw = await account.signTransaction(wanted);
  const read = parseTransaction(raw);
  const sender = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerializedEIP1559 });
  // Zeros are left out of the bytes and come back as undefined.
  const says =
    isAddressEqual(sender, account.address) &&
    read.to !== undefined &&
    read.to !== null &&
    isAddressEqual(read.to, wanted.to) &&
    (read.value ?? 0n) === wanted.value &&
    read.data === wanted.data &&
    (read.nonce ?? 0) === wanted.nonce &&
    read.gas === wanted.gas &&
    (read.maxFeePerGas ?? 0n) === wanted.maxFeePerGas &&
    read.chainId === chainId;
  if (!says) throw new Error("the signed bytes do not say what the plan says");
  return { rawHex: raw, txid: keccak256(raw) };
}

function checksummed(address: string): Hex {
  const checked = ethereumChecksummed(address);
  if (checked !== address) throw new SignerRefusal("signer.form", "addresses are given in their checksummed form");
  return checked as Hex;
}
