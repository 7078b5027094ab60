/** One choice of a long list, and what the list of them is given. */
import type { ReactNode } from "react";

export type PickerItem = {
  key: string;
  label: string;
  aside?: string;
  icon?: ReactNode;
  href?: string;
  search?: string;
  /** Items of one heading follow each other; it is drawn before the first of them. */
  heading?: string;
};

export type PickerListProps = {
  searchLabel: string;
  emptyText: string;
  /** null while they are fetched. */
  items: readonly PickerItem[] | null;
  chosen: string | null;
  onPick?: (key: string) => void;
};
