/** The definition of a page: title, body, active place of the head, and texts. */
import type { ReactNode } from "react";
import type { PageName, PageSurroundings } from "#contract/platform/page.ts";
import type { PageProps } from "#contract/platform/page-props.ts";
import type { Translate } from "#sdk/words/t.ts";
import type { NavKey } from "../apps/layout/header/nav.ts";

export type PageSetting = PageSurroundings & { t: Translate };

export type Page<P extends PageName> = {
  status?: number;
  title: (props: PageProps[P], setting: PageSetting) => string;
  description?: (props: PageProps[P], setting: PageSetting) => string;
  active?: (props: PageProps[P]) => NavKey | null;
  /** Not for search engines. */
  isPrivate?: boolean;
  /** Fills the width; otherwise the body is in the page's column. */
  isWide?: boolean;
  body: (props: PageProps[P], setting: PageSetting) => ReactNode;
};

export type PageTable = { [P in PageName]: Page<P> };
