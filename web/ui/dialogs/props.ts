/** The props of a dialog, and its renderer once that is loaded. */
import type { ComponentType, ReactNode, RefObject } from "react";

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  children: ReactNode;
  footer?: ReactNode;
  isSheet?: boolean;
  /** Cannot be dismissed: something must be decided first. */
  isLocked?: boolean;
};

export type DialogBoxProps = DialogProps & { opener: RefObject<HTMLElement | null> };

let loaded: ComponentType<DialogBoxProps> | undefined;

export function loadedDialogBox(): ComponentType<DialogBoxProps> | undefined {
  return loaded;
}

/** Set by the module that renders dialogs, once it is loaded. */
export function drawDialogsWith(Box: ComponentType<DialogBoxProps>): void {
  loaded = Box;
}
