/** The frame of the staff's pages of support, with the ways from one to the other. */
import type { ReactNode } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Segments } from "#ui/segments.tsx";
import { ConsoleFrame } from "../console/console-nav.tsx";

type Place = "tickets" | "replies" | "ideas";
const ADDRESSES = { tickets: "staffSupport", replies: "staffSupportReplies", ideas: "staffSupportIdeas" } as const;
const PLACES = Object.keys(ADDRESSES) as Place[];

type Props = { readonly title: string; readonly here: Place; readonly children: ReactNode };

export function SupportFrame({ title, here, children }: Props) {
  const page = usePage();
  const t = useT();
  return (
    <ConsoleFrame title={title} here="staffSupport">
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("support.staff.title")}
          chosen={here}
          segments={PLACES.map((key) => ({
            key,
            label: t(`support.staff.${key}`),
            href: page.href(ADDRESSES[key], undefined),
          }))}
        />
      </div>
      {children}
    </ConsoleFrame>
  );
}
