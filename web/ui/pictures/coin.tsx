/** The sign of a coin, drawn: fonts often lack it. */
import type { CryptoCode } from "#contract/money/money.ts";

const COINS: Record<CryptoCode, { fill: string; shape: string }> = {
  BTC: {
    fill: "#c9700a",
    shape:
      "M9 6.5h6.2a3 3 0 0 1 0 6H9zM9 12.5h7a3 3 0 0 1 0 6H9zM9 6.5v12M11.5 4v2.5M14 4v2.5M11.5 18.5V21M14 18.5V21M7 6.5h2M7 18.5h2",
  },
  ETH: { fill: "#4a5aa8", shape: "M12 3.5 6.5 12.5 12 16l5.5-3.5zM6.5 14.5 12 20.5l5.5-6" },
  USDT: {
    fill: "#16795c",
    shape: "M6.5 6.5h11M12 6.5v13M12 14c-4.5 0-6.5-.8-6.5-1.8s2-1.8 6.5-1.8 6.5.8 6.5 1.8S16.5 14 12 14",
  },
};

const UNKNOWN = { fill: "#51606b", shape: "M8 12h8" };

export function Coin({ code, size = 20 }: { code: CryptoCode; size?: number }) {
  const { fill, shape } = Object.hasOwn(COINS, code) ? COINS[code] : UNKNOWN;
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className="shrink-0" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill={fill} />
      <path
        d={shape}
        transform="translate(2.4 2.4) scale(.8)"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
