/** Payments from the cold account over Ethereum: written unsigned, and read back when they are signed. */
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type Signature,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
} from "viem";

type ColdTransaction = {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: string;
  /** Wei, or units of the token. */
  readonly value: bigint;
  readonly token?: string | undefined;
  readonly gas: bigint;
  readonly maxFeePerGasWei: bigint;
  readonly tipWei: bigint;
};

/** In hex, as a wallet signs it. */
export function writeTransaction(of: ColdTransaction): Hex {
  const { chainId, nonce, to, value, token, gas, maxFeePerGasWei, tipWei } = of;
  const data =
    token === undefined
      ? undefined
      : encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to as Hex, value] });
  return serializeTransaction({
    type: "eip1559",
    chainId,
    nonce,
    to: (token ?? to) as Hex,
    value: token === undefined ? value : 0n,
    ...(data ? { data } : {}),
    gas,
    maxFeePerGas: maxFeePerGasWei,
    maxPriorityFeePerGas: tipWei,
  });
}

/** What a wallet asks for that reads no hex. */
export function transactionText(unsigned: string): string {
  const whole = parseTransaction(unsigned as Hex);
  return JSON.stringify(
    { unsigned, transaction: whole },
    (_, one) => (typeof one === "bigint" ? one.toString() : one),
    2,
  );
}

type SignedTransaction =
  | { readonly txid: string; readonly rawHex: string }
  | { readonly fault: "not_transaction" | "not_signed" | "other" };

type Read = TransactionSerializableEIP1559 & Partial<Signature>;

/** Signed by this address, and just what was written; or why not. */
export async function finishTransaction(
  text: string,
  { written, from }: { readonly written: string; readonly from: string },
): Promise<SignedTransaction> {
  const raw = text.trim() as Hex;
  try {
    const { r, s, v, yParity, ...unsigned } = parseTransaction(raw) as Read;
    const again: string = serializeTransaction({ ...unsigned, type: "eip1559" });
    if (again !== written) return { fault: "other" };
    if (r === undefined || s === undefined || (v === undefined && yParity === undefined))
      return { fault: "not_signed" };
    const signer = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerializedEIP1559 });
    if (!isAddressEqual(signer, from as Hex)) return { fault: "not_signed" };
    return { txid: keccak256(raw), rawHex: raw };
  } catch {
    // The library throws for an invalid transaction.
    return { fault: "not_transaction" };
  }
}
