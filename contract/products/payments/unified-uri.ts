/** One request for a payment by either way, as BIP 21 writes it: a wallet without Lightning pays the address. */
type Asked = {
  /** `bitcoin:` and an address. */
  readonly uri: string;
  /** Bitcoin; null where the payer says how much. */
  readonly amount: string | null;
  /** BOLT 11. */
  readonly invoice: string;
};

export function unifiedUri({ uri, amount, invoice }: Asked): string {
  return `${uri}?${amount === null ? "" : `amount=${amount}&`}lightning=${invoice}`;
}
