/**
 * Which of Debian's packages of the Bitcoin node are taken: those of a known range of versions, and of versions that we
 * have run exactly the bytes that we ran. decisions/money/chains-and-keys.md says why not one version alone.
 */
const OLDEST = [29, 4, 20_260_508, 3] as const;
/** The first release that nobody has tried with this market. */
const TOO_NEW = 31;

const DIGESTS: Readonly<Record<string, string>> = {
  "bitcoin-knots_29.4.knots20260508.3-1_amd64.deb": "33649ca0ff563b2276b0c13cf11e8b1f87b2a977bb3f91d86fdee569d8568cc1",
};

/** Why the package of this file name and SHA-256 is not taken; undefined when it is. */
export function packageFault(fileName: string, digest: string): string | undefined {
  const match = /^bitcoin-knots_(?:\d+%3a)?(\d+)\.(\d+)(?:\.\d+)?\.knots(\d{8})(?:\.(\d+))?/.exec(fileName);
  if (!match) return `${fileName} names no version of Bitcoin Knots`;
  const version = match.slice(1).map((part) => Number(part ?? 0));
  const at = OLDEST.findIndex((part, index) => version[index] !== part);
  if (at >= 0 && (version[at] ?? 0) < (OLDEST[at] ?? 0)) return `${fileName} is older than this market takes`;
  if ((version[0] ?? 0) >= TOO_NEW) return `${fileName} is newer than this market knows`;
  const known = DIGESTS[fileName];
  if (known !== undefined && known !== digest) return `${fileName} is not the package of that version`;
  return undefined;
}
