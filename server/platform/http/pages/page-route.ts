/** A page on the server: its path, its data, and the part that is the same for all readers. */
import type { FlagName } from "#contract/reference/flag-names.ts";
import type { AskedProof, Banner, Locale, SessionUser } from "#contract/platform/page.ts";
import type { OutsideLinks } from "#contract/site/outside-links.ts";
import type { PageName, PageProps } from "#contract/pages.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../postgres/db.ts";
import type { Keeping } from "../../events/kept.ts";
import type { MarketFacts } from "../../settings/market-facts.ts";
import type { Policy, Viewer } from "../policy.ts";
import type { Visitor } from "../entry/visitor.ts";

export type PageContext = {
  readonly tx: ReadTx;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly viewer: Viewer | undefined;
  readonly visitor: Visitor;
  readonly locale: Locale;
} & MarketFacts;

/**
 * What a page shows, or where the browser goes instead: a path of ours, without language. With `keeping`, visitors without
 * an account may be shown it again until one of its topics changes.
 */
export type Shown =
  | { [P in PageName]: { readonly page: P; readonly props: PageProps[P]; readonly keeping?: Keeping } }[PageName]
  | { readonly redirectTo: string };

/** Of other sites, by origin: what a page may run, frame and call. */
export type Outside = { readonly scripts: string; readonly frames: string; readonly calls: string };

export type PageRoute = {
  /** Without language: /offer/:hash */
  readonly path: string;
  readonly policy: Policy;
  readonly load: (context: PageContext) => Promise<Shown>;
  /** What of it all who are signed in see alike. */
  readonly shared?: SharedPage;
  /** What the page takes from another site in this market. */
  readonly outside?: (facts: MarketFacts) => Outside | undefined;
  /** It shows whose link the visitor came by: nobody else gets the same drawing. */
  readonly isByReferral?: boolean;
};

/** What every page has around it, from the rooms above the platform. */
export type Surround = {
  /** The data around a page that is the same for all users. */
  site(tx: ReadTx): Promise<{ readonly site: Site; readonly keeping: Keeping }>;
  /** Undefined for an account that is gone. */
  person(tx: ReadTx, viewer: Viewer): Promise<Person | undefined>;
  flags(
    site: Site,
    of: { readonly viewer: Viewer | undefined; readonly person: Person | undefined },
  ): Readonly<Record<FlagName, boolean>>;
  banners(
    site: Site,
    of: {
      readonly viewer: Viewer | undefined;
      readonly person: Person | undefined;
      readonly locale: Locale;
      readonly now: Date;
    } & MarketFacts,
  ): readonly Banner[];
};

export type Site = {
  /** In how many readers of a hundred. */
  readonly flagPercents: Readonly<Record<FlagName, number>>;
  readonly hasRecordedRates: boolean;
  readonly isMoneyOutHalted: boolean;
  /** Countries whose users need a verified identity for everything. */
  readonly grayCountries: readonly string[];
  /** Where the market, or documents of its people, are closed. */
  readonly closedCountries: readonly string[];
  /** In the foot. */
  readonly links: OutsideLinks;
  /** The administrators' announcements, in each language, with their times. */
  readonly announcements: readonly {
    readonly kind: "admin_alert" | "maintenance";
    readonly text: Readonly<Record<Locale, string>>;
    readonly starts_at: Date;
    readonly ends_at: Date;
  }[];
};

/** What pages say of their reader, as the tables have it now. */
export type Person = {
  readonly session: SessionUser;
  /** The last number of the live channel, no newer than everything else here. */
  readonly lastSeq: string;
  /** Hashes of offers that they keep; undefined where there are too many to send at once. */
  readonly favorites: ReadonlySet<string> | undefined;
  /** Whether offers of any owner are hidden from them. */
  readonly hidesOwners: boolean;
  /** What staff ask them for, and whether it was verified before. */
  readonly asked: readonly { readonly proof: AskedProof; readonly isAgain: boolean }[];
  /** For a company without approval: whether nothing was submitted, or the application was not accepted. */
  readonly company: "unverified" | "not_accepted" | null;
  /** A version of the terms is in force that they have not accepted. */
  readonly hasDuePolicies: boolean;
  /** Features as they have them. */
  readonly ownFlags: { readonly [N in FlagName]?: boolean };
  /** What restricts them, for the lines above the page. */
  readonly restrictions: readonly Banner[];
};

export type SharedPage = {
  /** Which readers it is shared among: those with the same text. Absent: all. `undefined`: it is this reader's alone. */
  among?(context: PageContext & { readonly viewer: Viewer }, person: Person): Promise<object | undefined>;
  /** As for a visitor in the reader's currency, or for those readers; undefined where there is nothing to share. */
  read(
    context: PageContext,
    among: unknown,
  ): Promise<{ readonly facts: unknown; readonly keeping: Keeping } | undefined>;
  /** What of it is the reader's own, in as few words as there are; undefined where it has to be loaded as a whole. */
  own(context: PageContext & { readonly viewer: Viewer }, person: Person, facts: unknown): Promise<unknown>;
  /** Depends on these two only: users with the same `own` get the same. */
  put(facts: unknown, own: unknown): Shown;
};

/** The same without the types of its facts and of what is a reader's own. */
export function sharedPage<Facts, Own extends object, Among extends object = never>(page: {
  among?(context: PageContext & { readonly viewer: Viewer }, person: Person): Promise<Among | undefined>;
  read(
    context: PageContext,
    among: Among | undefined,
  ): Promise<{ readonly facts: Facts; readonly keeping: Keeping } | undefined>;
  own(context: PageContext & { readonly viewer: Viewer }, person: Person, facts: Facts): Promise<Own | undefined>;
  put(facts: Facts, own: Own): Shown;
}): SharedPage {
  return page as SharedPage;
}

/** For loaders: a page that only signed-in people see sends others to sign in. */
export function needViewer(viewer: Viewer | undefined): Viewer {
  if (!viewer) throw new Refusal("auth.required");
  return viewer;
}
