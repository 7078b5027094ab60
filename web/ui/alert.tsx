/** A message in the page. Where it can be dismissed it stays closed, by its id, in this browser. */
import { type ReactNode, useEffect, useState } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { alertTriangle, checkCircle, close, info } from "./icons/shapes.ts";
import { Icon } from "./icon.tsx";

export type AlertKind = "primary" | "info" | "danger" | "success" | "warning" | "light";

const KINDS: Record<AlertKind, { look: string; shape: string }> = {
  primary: { look: "bg-brand-soft text-brand border-brand/25", shape: info },
  info: { look: "bg-info-soft text-info border-info/25", shape: info },
  danger: { look: "bg-bad-soft text-bad border-bad/30", shape: alertTriangle },
  success: { look: "bg-good-soft text-good border-good/25", shape: checkCircle },
  warning: { look: "bg-warn-soft text-warn border-warn/25", shape: alertTriangle },
  light: { look: "bg-raised text-muted border-line", shape: info },
};

const SIZES = { lg: "p-5 text-base", md: "p-4 text-sm", sm: "px-3 py-2 text-xs" } as const;

export function Alert({
  kind = "info",
  size = "md",
  title,
  children,
  dismissId,
  dismissLabel,
  action,
}: {
  kind?: AlertKind;
  size?: keyof typeof SIZES;
  title?: ReactNode;
  children?: ReactNode;
  /** With it the alert can be dismissed and stays so. */
  dismissId?: string;
  dismissLabel?: string;
  action?: ReactNode;
}) {
  const [isClosed, setClosed] = useState(false);
  const key = `alert_closed:${dismissId}`;
  useEffect(() => {
    if (dismissId && localStorage.getItem(key)) setClosed(true);
  }, [dismissId, key]);
  if (isClosed) return null;
  const { look, shape } = KINDS[kind];
  return (
    <div
      role={kind === "danger" ? "alert" : "status"}
      className={cx("flex items-start gap-3 rounded-lg border", look, SIZES[size])}
    >
      <Icon shape={shape} size={size === "sm" ? 14 : 18} className="mt-0.5" />
      <div className="grid grow gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
        {action && <div className="mt-1">{action}</div>}
      </div>
      {dismissId && (
        <IconButton
          label={dismissLabel ?? ""}
          tone="current"
          className="-m-2"
          onClick={() => {
            setClosed(true);
            localStorage.setItem(key, "1");
          }}
        >
          <Icon shape={close} />
        </IconButton>
      )}
    </div>
  );
}
