/** Decimal places of currencies by ISO 4217. The tables of browsers differ (IQD, HUF, COP), so no page asks them. */
const NONE = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";
const THREE = "BHD IQD JOD KWD LYD OMR TND";

const DIGITS = new Map([
  ...NONE.split(" ").map((code) => [code, 0] as const),
  ...THREE.split(" ").map((code) => [code, 3] as const),
]);

export function fiatDigitsOf(code: string): number {
  return DIGITS.get(code) ?? 2;
}
