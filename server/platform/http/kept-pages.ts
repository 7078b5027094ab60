/**
 * Drawn pages of visitors without an account, kept until something that they show changes, or until they are too old. A kept
 * page decides nothing, and is nobody's own: whoever is signed in has theirs drawn each time.
 */
import type { PageChanges } from "./page-changes.ts";

/** What a page shows of others: it is dropped when one of these topics changes, and after so many milliseconds. */
export type Keeping = { readonly topics: readonly string[]; readonly forMs: number };

type Kept<Page> = { readonly page: Page; readonly keeping: Keeping; readonly bytes: number; readonly untilMs: number };

export type KeptPages<Page> = {
  /** The kept page, or the one that is drawn now, by one caller for all that ask for it meanwhile. */
  get(key: string, draw: () => Promise<Drawn<Page>>): Promise<Page>;
  /** Topics that changed. */
  drop(topics: ReadonlySet<string>): void;
  dropAll(): void;
  size(): number;
};

/** `keeping` absent: the page is not kept. */
export type Drawn<Page> = { readonly page: Page; readonly bytes: number; readonly keeping: Keeping | undefined };

const MOST_BYTES = 128 * 1024 * 1024;
/** On every page. */
const EVERYWHERE = ["everything", "site"];
/** A page is drawn within this time: what changed before need not be remembered. */
const REMEMBERED_LOOKS = 600;

export function keepPages<Page>(
  changes: Pick<PageChanges, "isFresh">,
  nowMs: () => number = () => performance.now(),
): KeptPages<Page> {
  const shelf = makeShelf<Page>(nowMs);
  const drawing = new Map<string, Promise<Page>>();
  /** The look in which each topic changed last. */
  const changedIn = new Map<string, number>();
  let looks = 0;

  const draw = async (key: string, work: () => Promise<Drawn<Page>>): Promise<Page> => {
    const since = looks;
    const drawn = await work();
    const { keeping } = drawn;
    // What changed while it was drawn may be missing in it.
    const hasChanged = keeping && topicsOf(keeping).some((topic) => (changedIn.get(topic) ?? -1) > since);
    if (keeping && !hasChanged && since >= looks - REMEMBERED_LOOKS && changes.isFresh())
      shelf.put(key, { ...drawn, keeping });
    return drawn.page;
  };
  return {
    async get(key, work) {
      const found = changes.isFresh() ? shelf.find(key) : undefined;
      if (found) return found;
      let under = drawing.get(key);
      if (!under) {
        const mine = draw(key, work).finally(() => drawing.get(key) === mine && drawing.delete(key));
        under = mine;
        drawing.set(key, mine);
      }
      return under;
    },
    drop(topics) {
      looks += 1;
      for (const topic of topics) changedIn.set(topic, looks);
      shelf.forget(topics);
      // Who began to draw before this does not share it with those who come after.
      drawing.clear();
      for (const [topic, look] of changedIn) if (look < looks - REMEMBERED_LOOKS) changedIn.delete(topic);
    },
    dropAll() {
      looks += 1;
      changedIn.set("everything", looks);
      drawing.clear();
      shelf.forget(new Set(["everything"]));
    },
    size: () => shelf.size(),
  };
}

type Shelf<Page> = {
  find(key: string): Page | undefined;
  put(key: string, drawn: Drawn<Page> & { readonly keeping: Keeping }): void;
  forget(topics: ReadonlySet<string>): void;
  size(): number;
};

function makeShelf<Page>(nowMs: () => number): Shelf<Page> {
  const kept = new Map<string, Kept<Page>>();
  const byTopic = new Map<string, Set<string>>();
  let bytes = 0;
  const forgetPage = (key: string) => {
    const one = kept.get(key);
    if (!one) return;
    kept.delete(key);
    bytes -= one.bytes;
    for (const topic of topicsOf(one.keeping)) {
      const keys = byTopic.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) byTopic.delete(topic);
    }
  };
  return {
    find(key) {
      const one = kept.get(key);
      if (!one || one.untilMs <= nowMs()) return undefined;
      // The least used go first.
      kept.delete(key);
      kept.set(key, one);
      return one.page;
    },
    put(key, { page, keeping, bytes: size }) {
      forgetPage(key);
      kept.set(key, { page, keeping, bytes: size, untilMs: nowMs() + keeping.forMs });
      bytes += size;
      for (const topic of topicsOf(keeping)) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(key));
      for (const oldest of kept.keys()) {
        if (bytes <= MOST_BYTES) break;
        forgetPage(oldest);
      }
    },
    forget(topics) {
      for (const topic of topics) for (const key of [...(byTopic.get(topic) ?? [])]) forgetPage(key);
    },
    size: () => kept.size,
  };
}

const topicsOf = ({ topics }: Keeping) => [...new Set([...topics, ...EVERYWHERE])];
