/** Where a send-out goes, from an address or a payment link. */
import { amountFault, CRYPTO, type CryptoCode } from "#contract/money/money.ts";
import { bareAddress, type PaymentUri, readPaymentUri } from "#contract/products/payments/payment-uris.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import { bitcoinChainOf, type OpenRail } from "../../../money/custody/index.ts";
import { type BitcoinChain, bitcoinScript, ethereumChecksummed } from "../../../platform/outside/chains/chain-keys.ts";
import { networkOf } from "../../../platform/outside/other-networks.ts";

export type Destination = {
  /** In its one written form. */
  readonly address: string;
  /** As a payment link asks for it; null for an address alone. */
  readonly amount: string | null;
  readonly note: string | null;
};

/**
 * Refuses wallet.address_malformed, wallet.address_other_network, wallet.address_burns, wallet.uri_parameter,
 * wallet.uri_coin, wallet.uri_bad_amount and money.too_many_digits.
 */
export function readDestination(rail: OpenRail, currency: CryptoCode, text: string): Destination {
  const uri = readPaymentUri(text);
  if (!uri) return { address: destinationOn(rail, bareAddress(text)), amount: null, note: null };
  if (uri.kind === "malformed") throw fieldRefusal("wallet.address_malformed", "address");
  if (uri.kind === "bad_amount") throw fieldRefusal("wallet.uri_bad_amount", "address", { amount: uri.amount });
  if (uri.kind === "other") throw otherNetwork(uri.network);
  if (uri.kind === "unknown_parameter") throw fieldRefusal("wallet.uri_parameter", "address", { name: uri.name });
  const coin = coinOf(rail, uri);
  if (coin !== currency) throw fieldRefusal("wallet.uri_coin", "address", { coin });
  if (uri.chainId !== null && uri.chainId !== rail.network) throw otherNetwork(ethereumName(uri.chainId));
  const { digits } = CRYPTO[currency];
  const fault = uri.amount === null ? undefined : amountFault(uri.amount, digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "amount", { digits });
  return { address: destinationOn(rail, uri.address), amount: uri.amount, note: uri.note };
}

/** A transfer of another token than ours is named by its contract. */
function coinOf(rail: OpenRail, { coin, token }: Extract<PaymentUri, { kind: "payment" }>): string {
  if (token === null || rail.chain !== "ethereum") return coin;
  return token.toLowerCase() === rail.token?.toLowerCase() ? coin : token;
}

const ETHEREUM_CHAINS: Readonly<Record<string, string>> = {
  "1": "Ethereum",
  "10": "Optimism",
  "56": "BNB Smart Chain",
  "100": "Gnosis",
  "137": "Polygon",
  "324": "zkSync",
  "8453": "Base",
  "42161": "Arbitrum",
  "43114": "Avalanche",
  "59144": "Linea",
  "17000": "Ethereum testnet (Holesky)",
  "11155111": "Ethereum testnet (Sepolia)",
};

function ethereumName(chainId: string): string {
  return ETHEREUM_CHAINS[chainId] ?? `Ethereum ${chainId}`;
}

const BITCOIN_NAMES: Readonly<Record<BitcoinChain, string>> = {
  main: "Bitcoin",
  test: "Bitcoin testnet",
  signet: "Bitcoin testnet",
  regtest: "Bitcoin regtest",
};

function otherNetwork(network: string) {
  return fieldRefusal("wallet.address_other_network", "address", { network });
}

/** The address in its one written form. Refuses wallet.address_malformed, wallet.address_other_network, wallet.address_burns. */
function destinationOn(rail: OpenRail, address: string): string {
  const destination = checkedAddress(rail, address);
  if (burns(rail, destination)) throw fieldRefusal("wallet.address_burns", "address");
  return destination;
}

function checkedAddress(rail: OpenRail, address: string): string {
  const isBitcoin = rail.chain === "bitcoin";
  const written = isBitcoin
    ? bitcoinScript(address, bitcoinChainOf(rail)) && canonical(address)
    : ethereumChecksummed(address);
  if (written) return written;
  const real = (["main", "test", "regtest"] as const).find((chain) => bitcoinScript(address, chain));
  const network = real ? BITCOIN_NAMES[real] : networkOf(address);
  const own = isBitcoin ? BITCOIN_NAMES[bitcoinChainOf(rail)] : "Ethereum";
  if (network === undefined || network === own) throw fieldRefusal("wallet.address_malformed", "address");
  throw otherNetwork(network);
}

/**
 * Addresses without a key holder: on Ethereum the lowest numbers (unowned, and the network's precompiled contracts), the usual
 * burn address (…dEaD) and the token's contract, which keeps what it gets; on Bitcoin the program that anybody may spend.
 */
function burns({ chain, token }: OpenRail, address: string): boolean {
  if (chain === "bitcoin") return /^(bc|tb|bcrt)1pfees/.test(address);
  return BigInt(address) < 512n || BigInt(address) === 0xdeadn || address.toLowerCase() === token?.toLowerCase();
}

/** Bech32 may be written in capitals; base58 may not be changed. */
function canonical(address: string): string {
  return /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;
}
