/**
 * How many live sockets there may be: of one address and of all guests together, of one user. A person has a few pages
 * open, a shared address a few hundred people; without bounds one visitor could hold all of the server's memory.
 */
import { networkOf } from "../../words/networks.ts";

export type SocketBounds = {
  readonly perAddress: number;
  /** Of guests, over all addresses. */
  readonly guests: number;
  readonly perUser: number;
};

export const SOCKET_BOUNDS: SocketBounds = { perAddress: 200, guests: 5000, perUser: 30 };

/** The wait that a refused caller is given. */
export const SOCKET_RETRY_SEC = 60;

export type SocketPlaces = {
  /** Takes a place; undefined when there is none. What is returned gives it back, however often it is called. */
  take(who: { readonly userId: bigint | undefined; readonly ip: string }): (() => void) | undefined;
};

export function makeSocketPlaces(bounds: SocketBounds = SOCKET_BOUNDS): SocketPlaces {
  const taken = new Map<string, number>();
  const count = (name: string, by: number) => {
    const now = (taken.get(name) ?? 0) + by;
    if (now > 0) taken.set(name, now);
    else taken.delete(name);
  };
  return {
    take({ userId, ip }) {
      const wanted: readonly (readonly [name: string, most: number])[] =
        userId === undefined
          ? [
              [`address:${networkOf(ip)}`, bounds.perAddress],
              ["guests", bounds.guests],
            ]
          : [[`user:${userId}`, bounds.perUser]];
      if (wanted.some(([name, most]) => (taken.get(name) ?? 0) >= most)) return undefined;
      for (const [name] of wanted) count(name, 1);
      let isGiven = false;
      return () => {
        if (isGiven) return;
        isGiven = true;
        for (const [name] of wanted) count(name, -1);
      };
    },
  };
}
