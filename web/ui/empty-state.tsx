/** Nothing here, or it could not be had: why, and what to do next. */
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

export function EmptyState({
  shape,
  title,
  children,
  action,
}: {
  shape: string;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-3 rounded-xl border border-dashed border-edge bg-raised px-6 py-12 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-brand-soft text-brand">
        <Icon shape={shape} size={22} />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-md text-sm text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
