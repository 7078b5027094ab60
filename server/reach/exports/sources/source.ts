/** What a kind of file needs to be written in any format. */
import type { Locale } from "#contract/platform/locales.ts";
import type { Row } from "../cells.ts";

export type Source = {
  /** How many records there are, at most so many. */
  count(most: number): Promise<number>;
  /** Made without a record too, because it says more than its rows. */
  readonly isMadeEmpty?: true;
  /** Oldest first, by pages of keys. `read` counts records; some may be left out of the rows. */
  pages(): AsyncGenerator<{ readonly rows: readonly Row[]; readonly read: number }>;
  /** The names of the columns for programs, and for people. */
  readonly head: readonly string[];
  readonly titles: readonly string[];
  /** The cells as screens have them. */
  inWords(row: Row): Row;
  /** The month of a row, such as 2026-11: its sheet in a workbook. */
  monthOf(row: Row): string;
  readonly document?: Document;
};

/** A document with pages. */
export type Document = {
  readonly locale: Locale;
  readonly title: string;
  /** What it is about and its sums, of all rows and their digest. May throw where the sums are wrong. */
  summary(rows: AsyncIterable<readonly Row[]>, digest: () => string): Promise<readonly string[]>;
  /** The columns that it shows, with the share of the width that each takes. */
  readonly shown: readonly (readonly [place: number, share: number])[];
  /** The last day of the period. */
  readonly date: Date;
};

/** What the maker of a file knows of the one who requested it. */
export type Asker = { readonly username: string; readonly origin: string };

export const PAGE = 1000;
