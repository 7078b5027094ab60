/** A long list to choose one of: a search field above, the matches below, as links or as buttons. */
import { type ReactNode, useId, useState } from "react";
import { cx } from "./cx.ts";
import { Dialog } from "./dialog.tsx";
import { check, search } from "./icons/shapes.ts";
import { Icon } from "./icon.tsx";
import { CONTROL } from "./input.tsx";

export type PickerItem = {
  key: string;
  label: string;
  aside?: string;
  icon?: ReactNode;
  href?: string;
  search?: string;
};

const MOST_SHOWN = 80;

export function PickerDialog({
  isOpen,
  onClose,
  title,
  closeLabel,
  searchLabel,
  emptyText,
  items,
  chosen,
  onPick,
  before,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  searchLabel: string;
  emptyText: string;
  /** null while they are fetched. */
  items: readonly PickerItem[] | null;
  chosen: string | null;
  onPick?: (key: string) => void;
  before?: ReactNode;
}) {
  const [wanted, setWanted] = useState("");
  const id = useId();
  const needle = wanted.trim().toLowerCase();
  const matches = (items ?? []).filter((item) => `${item.label} ${item.search ?? ""}`.toLowerCase().includes(needle));
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={closeLabel} isSheet>
      <div className="grid gap-3">
        <label htmlFor={id} className="relative block">
          <span className="sr-only">{searchLabel}</span>
          <Icon shape={search} className="absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
          <input
            id={id}
            type="search"
            autoComplete="off"
            placeholder={searchLabel}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            className={cx(CONTROL, "ps-10")}
          />
        </label>
        {before}
        <p className="sr-only" role="status">
          {items && matches.length === 0 ? emptyText : ""}
        </p>
        <ul className="grid min-h-60 content-start gap-0.5">
          {items === null
            ? [1, 2, 3, 4, 5].map((one) => (
                <li key={one} className="h-11 animate-[parley-pulse_1.6s_ease-in-out_infinite] rounded-lg bg-sunken" />
              ))
            : matches.slice(0, MOST_SHOWN).map((item) => (
                <li key={item.key}>
                  <PickerRow item={item} isChosen={item.key === chosen} onPick={onPick} />
                </li>
              ))}
          {items && matches.length === 0 && <li className="p-4 text-center text-sm text-muted">{emptyText}</li>}
        </ul>
      </div>
    </Dialog>
  );
}

function PickerRow({
  item,
  isChosen,
  onPick,
}: {
  item: PickerItem;
  isChosen: boolean;
  onPick?: (key: string) => void;
}) {
  const look = cx(
    "flex min-h-11 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-start text-sm hover:bg-sunken",
    isChosen && "font-semibold text-brand",
  );
  const inside = (
    <>
      {item.icon}
      <bdi className="grow">{item.label}</bdi>
      {item.aside && <span className="text-xs text-muted tabular-nums">{item.aside}</span>}
      {isChosen && <Icon shape={check} />}
    </>
  );
  if (item.href) {
    return (
      <a href={item.href} className={look} aria-current={isChosen ? "true" : undefined}>
        {inside}
      </a>
    );
  }
  return (
    <button type="button" className={look} aria-pressed={isChosen} onClick={() => onPick?.(item.key)}>
      {inside}
    </button>
  );
}
