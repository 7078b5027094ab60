/**
 * What was read or drawn, kept in the process until something that it shows changes, or until it is too old. What is kept
 * decides nothing about money, and is used only while changes are received.
 */
import type { Changes } from "./changes.ts";

/** What of others it is made of: it is dropped when one of these topics changes, and after so many milliseconds. */
export type Keeping = { readonly topics: readonly string[]; readonly forMs: number };

type Held<Value> = {
  readonly value: Value;
  readonly keeping: Keeping;
  readonly bytes: number;
  readonly untilMs: number;
  usedMs: number;
};

export type Kept<Value> = {
  /** The cached value; undefined where there is none, or while changes are not received. */
  find(key: string): Value | undefined;
  /** The same, or what is made now, by one caller for all that ask for it meanwhile. */
  get(key: string, make: () => Promise<Made<Value>>): Promise<Value>;
  /** Topics that changed. */
  drop(topics: ReadonlySet<string>): void;
  dropAll(): void;
  size(): number;
};

/** `keeping` absent: it is not kept. */
export type Made<Value> = { readonly value: Value; readonly bytes: number; readonly keeping: Keeping | undefined };

const MOST_BYTES = 128 * 1024 * 1024;
/** What was used so lately need not be said to be used again. */
const USED_WITHIN_MS = 100;
/** Of everything. */
const EVERYWHERE = ["everything", "site"];
/** It is made within this time: what changed before need not be remembered. */
const REMEMBERED_LOOKS = 600;

type Options = {
  readonly isFresh: () => boolean;
  readonly mostBytes?: number;
  /** A clock that only goes forward. */
  readonly nowMs?: () => number;
};

/** Caches values until `changes` reports a change of what they depend on. */
export function keepUntilChanged<Value>(changes: Pick<Changes, "subscribe">, options: Options): Kept<Value> {
  const kept = makeKept<Value>(options);
  changes.subscribe({ topics: kept.drop, everything: kept.dropAll });
  return kept;
}

export function makeKept<Value>({
  isFresh,
  mostBytes = MOST_BYTES,
  nowMs = () => performance.now(),
}: Options): Kept<Value> {
  const shelf = makeShelf<Value>({ mostBytes, nowMs });
  const making = new Map<string, Promise<Value>>();
  /** The look in which each topic changed last. */
  const changedIn = new Map<string, number>();
  let looks = 0;

  const make = async (key: string, work: () => Promise<Made<Value>>): Promise<Value> => {
    const since = looks;
    const made = await work();
    const { keeping } = made;
    // What changed while it was made may be missing in it.
    const hasChanged = keeping && topicsOf(keeping).some((topic) => (changedIn.get(topic) ?? -1) > since);
    if (keeping && !hasChanged && since >= looks - REMEMBERED_LOOKS && isFresh()) shelf.put(key, { ...made, keeping });
    return made.value;
  };
  const find = (key: string) => (isFresh() ? shelf.find(key) : undefined);
  return {
    find,
    async get(key, work) {
      const found = find(key);
      if (found) return found;
      let under = making.get(key);
      if (!under) {
        const mine = make(key, work).finally(() => making.get(key) === mine && making.delete(key));
        under = mine;
        making.set(key, mine);
      }
      return under;
    },
    drop(topics) {
      looks += 1;
      for (const topic of topics) changedIn.set(topic, looks);
      shelf.forget(topics);
      // Values that began to be made before this are not shared with later readers.
      making.clear();
      for (const [topic, look] of changedIn) if (look < looks - REMEMBERED_LOOKS) changedIn.delete(topic);
    },
    dropAll() {
      looks += 1;
      changedIn.set("everything", looks);
      making.clear();
      shelf.forget(new Set(["everything"]));
    },
    size: () => shelf.size(),
  };
}

type Shelf<Value> = {
  find(key: string): Value | undefined;
  put(key: string, made: Made<Value> & { readonly keeping: Keeping }): void;
  forget(topics: ReadonlySet<string>): void;
  size(): number;
};

function makeShelf<Value>({ mostBytes, nowMs }: { mostBytes: number; nowMs: () => number }): Shelf<Value> {
  const held = new Map<string, Held<Value>>();
  const byTopic = new Map<string, Set<string>>();
  let bytes = 0;
  const forgetOne = (key: string) => {
    const one = held.get(key);
    if (!one) return;
    held.delete(key);
    bytes -= one.bytes;
    for (const topic of topicsOf(one.keeping)) {
      const keys = byTopic.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) byTopic.delete(topic);
    }
  };
  return {
    find(key) {
      const one = held.get(key);
      const now = nowMs();
      if (!one || one.untilMs <= now) return undefined;
      // The least used go first.
      if (now - one.usedMs >= USED_WITHIN_MS) {
        held.delete(key);
        held.set(key, one);
        one.usedMs = now;
      }
      return one.value;
    },
    put(key, { value, keeping, bytes: size }) {
      forgetOne(key);
      const now = nowMs();
      held.set(key, { value, keeping, bytes: size, untilMs: now + keeping.forMs, usedMs: now });
      bytes += size;
      for (const topic of topicsOf(keeping)) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(key));
      for (const oldest of held.keys()) {
        if (bytes <= mostBytes) break;
        forgetOne(oldest);
      }
    },
    forget(topics) {
      for (const topic of topics) for (const key of [...(byTopic.get(topic) ?? [])]) forgetOne(key);
    },
    size: () => held.size,
  };
}

const topicsOf = ({ topics }: Keeping) => [...new Set([...topics, ...EVERYWHERE])];
