/**
 * A modal dialog: focus stays inside and goes back where it came from, Escape and a press beside it close it. As a sheet
 * it rises from below on phones. What draws it is loaded with the first one that opens.
 */
import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { type DialogBoxProps, type DialogProps, loadedDialogBox } from "./props.ts";

export function Dialog(props: DialogProps) {
  // Nothing at first, as on the server: the browser takes over what that drew.
  const [Box, setBox] = useState<ComponentType<DialogBoxProps> | null>(null);
  const { isOpen, onClose } = props;
  const opener = useOpener(isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, when it opens first.
  useEffect(() => {
    if (!isOpen || Box) return;
    const loaded = loadedDialogBox();
    if (loaded) setBox(() => loaded);
    else
      import("./box.tsx").then(
        ({ DialogBox }) => setBox(() => DialogBox),
        (error: unknown) => {
          reportError(error);
          onClose();
        },
      );
  }, [isOpen, Box]);
  return Box ? <Box {...props} opener={opener} /> : null;
}

/** Loads the module that renders dialogs right after the mount: for one that cannot wait for the line when it asks. */
export function useDialogsAtHand(): void {
  useEffect(() => {
    // A dialog that opens before the renderer is loaded loads it, and reports a failure.
    import("./box.tsx").catch(() => undefined);
  }, []);
}

/** The element that had the focus when the dialog was requested; it gets the focus back. */
function useOpener(isOpen: boolean): RefObject<HTMLElement | null> {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  if (isOpen && !wasOpen.current && typeof document !== "undefined" && document.activeElement instanceof HTMLElement)
    opener.current = document.activeElement;
  wasOpen.current = isOpen;
  useEffect(
    () => () => {
      // Removed with the dialog open: the focus must be restored here.
      const last = opener.current;
      requestAnimationFrame(() => document.activeElement === document.body && last?.focus());
    },
    [],
  );
  return opener;
}
