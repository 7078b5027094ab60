/** A person in a line: face, name, when last seen (dot and words), what others say of him. */
import type { ReactNode } from "react";
import { Avatar } from "./pictures/avatar.tsx";
import { cx } from "./cx.ts";

const DOTS = { success: "bg-good", warning: "bg-accent", default: "bg-edge" } as const;

export function UserChip({
  name,
  face,
  href,
  seen,
  after,
  children,
  size = 40,
}: {
  name: string;
  /** Where the face is. */
  face: string | null;
  href: string;
  seen?: { level: keyof typeof DOTS; text: string };
  /** Shown beside the name. */
  after?: ReactNode;
  /** Shown below it. */
  children?: ReactNode;
  size?: number;
}) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="relative shrink-0">
        <Avatar name={name} url={face} size={size} />
        {seen && (
          <span
            className={cx("absolute -end-0.5 -bottom-0.5 size-3 rounded-full border-2 border-raised", DOTS[seen.level])}
          />
        )}
      </span>
      <div className="grid min-w-0 gap-0.5">
        <span className="flex min-w-0 items-center gap-1.5">
          <a href={href} dir="auto" className="truncate text-sm font-semibold text-ink hover:underline">
            {name}
          </a>
          {after}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-2xs text-muted">
          {seen && <span>{seen.text}</span>}
          {children}
        </span>
      </div>
    </div>
  );
}
