/** The markup of an open dialog; loaded with the first one. */
import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";
import { IconButton } from "../button.tsx";
import { cx } from "../cx.ts";
import { type DialogBoxProps, drawDialogsWith } from "./props.ts";
import { close } from "../icons/shapes.ts";
import { Icon } from "../icon.tsx";

drawDialogsWith(DialogBox);

export function DialogBox({
  isOpen,
  onClose,
  title,
  closeLabel,
  children,
  footer,
  isSheet = false,
  isLocked = false,
  opener,
}: DialogBoxProps) {
  // Inside its application: an app's styles hold there only.
  const [home, setHome] = useState<HTMLElement | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <>
      <span hidden ref={(place) => setHome(place?.closest<HTMLElement>("[data-app]") ?? document.body)} />
      {home && (
        <Dialog.Root
          open={isOpen}
          disablePointerDismissal={isLocked}
          onOpenChange={(isWanted, details) => {
            if (isWanted || (isLocked && details.reason === "escape-key")) return;
            onClose();
          }}
        >
          <Dialog.Portal container={home}>
            <Dialog.Backdrop className="fixed inset-0 z-60 animate-[parley-fade_120ms_ease-out] bg-[rgb(6_14_11/0.55)]" />
            <Dialog.Popup
              ref={popup}
              finalFocus={opener}
              // Where something is to be typed, there; else on the whole, so that Enter closes nothing by mistake.
              initialFocus={(by) => (by === "touch" ? popup.current : (field(popup.current) ?? popup.current))}
              className={cx(
                "fixed inset-0 z-60 m-auto flex h-fit max-h-[min(92dvh,52rem)] w-[min(34rem,calc(100vw-1.5rem))] animate-[parley-rise_160ms_ease-out] flex-col overflow-hidden rounded-2xl border border-line bg-raised text-ink shadow-float outline-none",
                isSheet &&
                  "max-ph:mb-0 max-ph:w-full max-ph:max-w-none max-ph:animate-[parley-sheet_200ms_ease-out] max-ph:rounded-b-none",
              )}
            >
              <header className="flex items-start justify-between gap-3 border-b border-line py-2 ps-5 pe-2">
                <Dialog.Title className="py-2 text-lg font-semibold">{title}</Dialog.Title>
                {!isLocked && (
                  <IconButton label={closeLabel} onClick={onClose}>
                    <Icon shape={close} />
                  </IconButton>
                )}
              </header>
              <div className="grow overflow-y-auto p-5">{children}</div>
              {footer && (
                <footer className="flex flex-wrap justify-end gap-2 border-t border-line p-4">{footer}</footer>
              )}
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      )}
    </>
  );
}

function field(popup: HTMLElement | null): HTMLElement | null {
  return popup?.querySelector<HTMLElement>("input:not([type=checkbox],[type=radio]), textarea, select") ?? null;
}
