/**
 * What a screen declares beside its component. Only the server reads it, for the document around the screen: the build for
 * the browser leaves it out. A file `<route>-screen.tsx` in an app is a screen; its route has the name of its page.
 */
import type { JSXElementConstructor } from "react";
import type { Locale, PageSurroundings } from "#contract/platform/page.ts";
import type { PageName, PageProps } from "#contract/pages.ts";
import type { MessageKey } from "#i18n/keys.ts";
import type { Translate } from "./words/t.ts";

/** The main places of the product; the header marks the one that a page belongs to. */
export type NavKey = "buy" | "sell" | "wallet" | "spot" | "my_offers" | "trades";

export type PageSetting = PageSurroundings & { t: Translate };

/** A namespace of texts, one part of it, or one text. */
type TextsName<Key extends string = MessageKey> =
  | Key
  | (Key extends `${infer Space}.${infer Part}.${string}`
      ? Space | `${Space}.${Part}`
      : Key extends `${infer Space}.${string}`
        ? Space
        : never);

/** A screen that is a part of a page. */
export type PartScreen = {
  /** The texts that it needs in the browser. */
  texts: readonly TextsName[];
};

export type PageHead<P extends PageName> = {
  /** A text without parameters by its key. */
  title: MessageKey | ((props: PageProps[P], setting: PageSetting) => string);
  description?: (props: PageProps[P], setting: PageSetting) => string;
  active?: NavKey | ((props: PageProps[P]) => NavKey | null);
  /** Search engines may list it. */
  isPublic?: boolean | ((props: PageProps[P]) => boolean);
  /** The languages in which the page exists; all of them if it does not say. */
  languages?: (props: PageProps[P]) => readonly Locale[];
};

/** A screen that fills a page. The compiler checks that the component takes the props of the page. */
export type PageScreen<P extends PageName, _Screen extends JSXElementConstructor<PageProps[P]>> = PartScreen &
  PageHead<P>;
