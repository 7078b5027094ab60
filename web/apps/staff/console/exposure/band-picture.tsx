/** Where an exposure is in its band: drawn from left to right in every language, as charts are. */

type Props = { readonly label: string; readonly exposure: string; readonly low: string; readonly high: string };

const [WIDTH, HEIGHT] = [400, 16];
/** The band leaves a margin, in which the mark of an exposure beyond the band is. */
const [FROM, TO] = [24, WIDTH - 24];

export function BandPicture({ label, exposure, low, high }: Props) {
  const [first, last] = [Number(low), Number(high)];
  const share = (Number(exposure) - first) / (last - first);
  const mark = Math.min(WIDTH - 4, Math.max(4, FROM + share * (TO - FROM)));
  const isWithin = share >= 0 && share <= 1;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-4 w-full"
    >
      <rect x="0" y="6" width={WIDTH} height="4" rx="2" className="fill-sunken" />
      <rect x={FROM} y="4" width={TO - FROM} height="8" rx="2" className="fill-good-soft" />
      <rect x={(FROM + TO) / 2 - 0.5} y="2" width="1" height="12" className="fill-muted" />
      <rect x={mark - 2} y="0" width="4" height={HEIGHT} rx="1" className={isWithin ? "fill-good" : "fill-warn"} />
    </svg>
  );
}
