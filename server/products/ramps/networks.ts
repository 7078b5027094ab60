/** Whether a provider reaches a bank or a wallet, by its name. */

/** The one of this name; undefined where there is none. */
export function networkNamed<N extends { readonly name: string }>(networks: readonly N[], name: string): N | undefined {
  const wanted = bare(name);
  if (wanted === "") return undefined;
  return (
    networks.find((one) => bare(one.name) === wanted) ??
    networks.find((one) => bare(one.name).startsWith(wanted) || wanted.startsWith(bare(one.name)))
  );
}

const bare = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\b(bank|plc|limited|ltd|of)\b|[^\p{L}\p{N}]+/gu, "");
