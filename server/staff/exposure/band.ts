/** What leads from an exposure back to its target. Pure. */

export type Band = { readonly target: bigint; readonly width: bigint };

/** Nothing within the band, its bounds included; outside of it the whole way to the target, so that the next small change asks for nothing. */
export function moveBack(units: bigint, { target, width }: Band): { side: "buy" | "sell"; units: bigint } | undefined {
  const away = units - target;
  if (away > width) return { side: "sell", units: away };
  if (away < -width) return { side: "buy", units: -away };
  return undefined;
}
