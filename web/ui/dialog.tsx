/** The browser's own modal dialog: it traps focus, gives it back and closes on Escape. As a sheet it rises from below on phones. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { close } from "./icons/shapes.ts";
import { Icon } from "./icon.tsx";

export function Dialog({
  isOpen,
  onClose,
  title,
  closeLabel,
  children,
  footer,
  isSheet = false,
  isLocked = false,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  children: ReactNode;
  footer?: ReactNode;
  isSheet?: boolean;
  /** Cannot be dismissed: something must be decided first. */
  isLocked?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (isOpen && dialog && !dialog.open) dialog.showModal();
    if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog closes it; Escape does so on the keyboard.
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => isLocked && event.preventDefault()}
      onClose={onClose}
      onClick={(event) => !isLocked && event.target === ref.current && onClose()}
      className={cx(
        "m-auto max-h-[min(92dvh,52rem)] w-[min(34rem,calc(100vw-1.5rem))] overflow-hidden rounded-2xl border border-line bg-raised p-0 text-ink shadow-float",
        isSheet && "sheet max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none",
      )}
    >
      {isOpen && (
        <div className="flex max-h-[min(92dvh,52rem)] flex-col">
          <header className="flex items-start justify-between gap-3 border-b border-line py-2 ps-5 pe-2">
            <h2 id={titleId} className="py-2 text-lg font-semibold">
              {title}
            </h2>
            {!isLocked && (
              <IconButton label={closeLabel} onClick={onClose}>
                <Icon shape={close} />
              </IconButton>
            )}
          </header>
          <div className="grow overflow-y-auto p-5">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 border-t border-line p-4">{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}
