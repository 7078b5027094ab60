/**
 * Pages for signed-in users whose main data is shared: the shared data is cached until one of its topics changes, the
 * user's own data is read each time, and both are combined. Otherwise the page is loaded as a whole.
 */
import type { Changes } from "../../events/changes.ts";
import type { Db } from "../../postgres/db.ts";
import { keepUntilChanged } from "../../events/kept.ts";
import type { PageContext, Person, SharedPage, Shown } from "./page-route.ts";
import type { Viewer } from "../policy.ts";

export type ShownToMany = {
  readonly shown: Shown;
  /** When what all see alike was read. */
  readonly madeAtMs: number;
};

type Shared = {
  readonly facts: unknown;
  readonly madeAtMs: number;
  /** What was put together of the facts so far, by the text of what is a reader's own. */
  readonly made: Map<string, Shown>;
  /** Objects by their own text: equal content is one object. */
  readonly known: Map<string, Shown>;
};

export type SharedPages = {
  find(asked: Asked): Promise<ShownToMany | undefined>;
};

type Asked = {
  readonly key: string;
  readonly page: SharedPage;
  readonly person: Person;
  readonly context: Omit<PageContext, "tx"> & { readonly viewer: Viewer };
};

const ALL = Promise.resolve({});

/** With what is drawn and packed of it, in two languages of letters. */
const BYTES_EACH = 400_000;
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_MADE = 100;

export function keepSharedPages(db: Db, changes: Pick<Changes, "subscribe" | "isFresh">): SharedPages {
  const kept = keepUntilChanged<Shared | undefined>(changes, {
    isFresh: () => changes.isFresh(),
    mostBytes: MOST_BYTES,
  });
  return {
    async find({ key, page, person, context }) {
      // Nothing would be kept: then the page is loaded for its reader alone.
      if (!changes.isFresh()) return undefined;
      const { fiatCode } = person.session;
      const visitor = { chosenFiat: fiatCode, referralCode: null, countries: [] };
      const among = await db.read((tx) => page.among?.({ ...context, tx, visitor }, person) ?? ALL);
      if (!among) return undefined;
      const shared = await kept.get([fiatCode, textOf(among), key].join("\n"), async () => {
        const madeAtMs = db.marketNow().getTime();
        const read = await db.read((tx) => page.read({ ...context, tx, viewer: undefined, visitor }, among));
        const value: Shared | undefined = read && { facts: read.facts, madeAtMs, made: new Map(), known: new Map() };
        return { value, bytes: BYTES_EACH, keeping: read?.keeping };
      });
      if (!shared) return undefined;
      const own = await db.read((tx) => page.own({ ...context, tx }, person, shared.facts));
      return own === undefined ? undefined : { shown: putTogether(page, shared, own), madeAtMs: shared.madeAtMs };
    },
  };
}

function putTogether(page: SharedPage, { facts, made, known }: Shared, own: unknown): Shown {
  return remembered(made, textOf(own), () => {
    const shown = page.put(facts, own);
    // The renderer caches by object identity.
    return shown === facts ? shown : remembered(known, textOf(shown), () => shown);
  });
}

function remembered(map: Map<string, Shown>, text: string, make: () => Shown): Shown {
  const before = map.get(text);
  if (before) return before;
  const shown = make();
  if (map.size >= MOST_MADE) map.clear();
  map.set(text, shown);
  return shown;
}

const textOf = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
