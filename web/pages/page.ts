/** A page that the server draws: what its screen declares, or what web/pages has for it, with its body. */
import type { ReactNode } from "react";
import type { PageName, PageProps } from "#contract/pages.ts";
import type { PageHead, PageSetting } from "#sdk/screen.ts";

export type Page<P extends PageName> = PageHead<P> & {
  status?: number;
  body: (props: PageProps[P], setting: PageSetting) => ReactNode;
};
