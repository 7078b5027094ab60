/** The network that a text looks like an address of, by its form. For a clear refusal; never to pay to. */
const BASE58 = "[1-9A-HJ-NP-Za-km-z]";

const FORMS: readonly (readonly [string, RegExp])[] = [
  ["Ethereum", /^0x[0-9a-f]{40}$/i],
  ["Sui or Aptos", /^0x[0-9a-f]{64}$/i],
  ["Bitcoin", new RegExp(`^(bc1[02-9ac-hj-np-z]{11,87}|[13]${BASE58}{25,34})$`, "i")],
  ["Bitcoin testnet", new RegExp(`^(tb1[02-9ac-hj-np-z]{11,87}|[mn2]${BASE58}{25,34})$`, "i")],
  ["Bitcoin regtest", /^bcrt1[02-9ac-hj-np-z]{11,87}$/i],
  ["Lightning", /^ln(bc|tb|bcrt|url)[0-9]*[munp]?1[02-9ac-hj-np-z]{20,}$/i],
  ["TRON", new RegExp(`^T${BASE58}{33}$`)],
  ["TON", /^(([EUk0][Qf])[\w-]{46}|-?[01]:[0-9a-f]{64})$/i],
  ["Litecoin", new RegExp(`^(ltc1[02-9ac-hj-np-z]{11,87}|[LM]${BASE58}{25,33})$`)],
  ["Litecoin", /^LTC1[02-9AC-HJ-NP-Z]{11,87}$/],
  ["Dogecoin", new RegExp(`^[DA9]${BASE58}{33}$`)],
  ["Bitcoin Cash", /^[qp][02-9ac-hj-np-z]{41}$/],
  ["Dash", new RegExp(`^X${BASE58}{33}$`)],
  ["Zcash", new RegExp(`^(t[13]${BASE58}{33}|zs1[02-9ac-hj-np-z]{75}|u1[02-9ac-hj-np-z]{100,})$`)],
  ["XRP Ledger", new RegExp(`^(r${BASE58}{24,34}|X${BASE58}{46})$`)],
  ["Stellar", /^[GM][A-Z2-7]{55,68}$/],
  ["Cardano", /^(addr|stake)(_test)?1[02-9ac-hj-np-z]{50,}$/],
  ["Monero", new RegExp(`^[48]${BASE58}{94}(${BASE58}{11})?$`)],
  ["Polkadot", new RegExp(`^1${BASE58}{46,47}$`)],
  ["Tezos", new RegExp(`^(tz[1-4]|KT1)${BASE58}{33}$`)],
  ["Algorand", /^[A-Z2-7]{58}$/],
  ["Hedera", /^0\.0\.\d{1,12}$/],
  ["Filecoin", /^f[0-4][a-z0-9]{8,90}$/],
  ["NEAR", /^[a-z0-9_-]{2,60}\.near$/],
  [
    "Cosmos",
    /^(cosmos|osmo|inj|celestia|terra|thor|kava|juno|sei|dydx|axelar|stars|secret|noble|bnb|one)(valoper)?1[02-9ac-hj-np-z]{38,58}$/,
  ],
  ["Solana", new RegExp(`^${BASE58}{43,44}$`)],
];

export function networkOf(text: string): string | undefined {
  return FORMS.find(([, form]) => form.test(text))?.[0];
}
