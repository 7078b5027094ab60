/** A list that opens below its button. It is a <details>: it opens without a script, and closes on Escape or beside it. */
import { type MouseEventHandler, type ReactNode, useEffect, useRef } from "react";
import { cx } from "../cx.ts";

export function Menu({
  label,
  button,
  children,
  align = "end",
  className,
  panelClassName = "w-64",
  onOpen,
}: {
  label: string;
  button: ReactNode;
  children: ReactNode;
  align?: "start" | "end";
  className?: string;
  panelClassName?: string;
  onOpen?: () => void;
}) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = ref.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        menu.querySelector("summary")?.focus();
      } else if (menu.contains(event.target as Node)) return;
      menu.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details
      ref={ref}
      name="menu"
      onToggle={(event) => event.currentTarget.open && onOpen?.()}
      className={cx("group relative", className)}
    >
      <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-lg px-2 text-sm font-medium text-muted hover:bg-sunken hover:text-ink">
        {button}
        <span className="sr-only">{label}</span>
      </summary>
      <div
        className={cx(
          "absolute top-full z-40 mt-2 grid max-h-[80dvh] gap-0.5 overflow-y-auto rounded-xl border border-line bg-raised p-2 shadow-float",
          align === "end" ? "end-0" : "start-0",
          panelClassName,
        )}
      >
        {children}
      </div>
    </details>
  );
}

const ITEM = "flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-start text-sm text-ink hover:bg-sunken";

export function MenuLink({
  href,
  children,
  isCurrent,
  lang,
  onClick,
}: {
  href: string;
  children: ReactNode;
  isCurrent?: boolean;
  lang?: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
}) {
  return (
    <a
      href={href}
      onClick={onClick}
      lang={lang}
      hrefLang={lang}
      aria-current={isCurrent ? "true" : undefined}
      className={cx(ITEM, isCurrent && "font-semibold text-brand")}
    >
      {children}
    </a>
  );
}

export function MenuButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onPress} className={ITEM}>
      {children}
    </button>
  );
}

export function MenuTitle({ children }: { children: ReactNode }) {
  return <p className="px-3 pt-2 pb-1 text-2xs font-semibold text-muted">{children}</p>;
}
