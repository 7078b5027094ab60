/** The search field and the matches of a picker. */
import { Combobox } from "@base-ui/react/combobox";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { cx } from "../../cx.ts";
import { check, search } from "../../icons/shapes.ts";
import { Icon } from "../../icon.tsx";
import { CONTROL } from "../input.tsx";
import type { PickerItem, PickerListProps } from "./item.ts";

const MOST_SHOWN = 80;

export function PickerList({ searchLabel, emptyText, items, chosen, onPick }: PickerListProps) {
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState("");
  const headings = wanted === "" ? firstOfHeadings(items) : new Map<string, string>();
  useEffect(() => {
    // Not under a finger: there the keyboard would cover the list.
    if (matchMedia("(pointer: fine)").matches) input.current?.focus();
  }, []);
  return (
    <Combobox.Root
      inline
      open
      autoHighlight
      items={items ?? []}
      value={items?.find((item) => item.key === chosen) ?? null}
      onValueChange={(item, { event }) => {
        // A press follows the link; Enter in the search field needs its address.
        if (item?.href && event instanceof KeyboardEvent) location.assign(item.href);
        else if (item && !item.href) onPick?.(item.key);
      }}
      itemToStringLabel={(item: PickerItem) => item.label}
      isItemEqualToValue={(item: PickerItem, value: PickerItem) => item.key === value.key}
      filter={(item: PickerItem, wanted) => matches(item, wanted)}
      limit={headings.size > 0 ? -1 : MOST_SHOWN}
      defaultInputValue=""
      onInputValueChange={(text) => setWanted(text.trim())}
    >
      <div className="relative">
        <Icon shape={search} className="absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
        <Combobox.Input
          ref={input}
          type="search"
          aria-label={searchLabel}
          autoComplete="off"
          placeholder={searchLabel}
          className={cx(CONTROL, "ps-10")}
        />
      </div>
      <Combobox.Empty className="empty:hidden p-4 text-center text-sm text-muted">{items && emptyText}</Combobox.Empty>
      {items === null && <Waiting />}
      <Combobox.List aria-label={searchLabel} className="grid content-start gap-0.5">
        {(item: PickerItem) => (
          <Combobox.Item
            key={item.key}
            value={item}
            data-heading={headings.get(item.key)}
            className={cx(
              "data-heading:mt-6 data-heading:before:absolute data-heading:before:-top-5 data-heading:before:start-2 data-heading:before:text-2xs data-heading:before:font-semibold data-heading:before:text-muted data-heading:before:content-[attr(data-heading)]",
              headings.has(item.key) && "relative",
              "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 text-start text-sm data-highlighted:bg-sunken",
              item.key === chosen && "font-semibold text-brand",
            )}
            {...(item.href ? { render: (props: ComponentProps<"a">) => <a {...props} href={item.href} /> } : {})}
          >
            {item.icon}
            <span className="min-w-0 grow">
              <bdi>{item.label}</bdi>
            </span>
            {item.aside && <span className="text-xs text-muted tabular-nums">{item.aside}</span>}
            {item.key === chosen && <Icon shape={check} />}
          </Combobox.Item>
        )}
      </Combobox.List>
    </Combobox.Root>
  );
}

function Waiting() {
  return [1, 2, 3, 4, 5].map((one) => (
    <div key={one} className="h-11 animate-[parley-pulse_1.6s_ease-in-out_infinite] rounded-lg bg-sunken" />
  ));
}

/** The headings by the key of the first item of each. */
function firstOfHeadings(items: PickerListProps["items"]): Map<string, string> {
  const firsts = new Map<string, string>();
  for (const [place, { key, heading }] of (items ?? []).entries())
    if (heading && items?.[place - 1]?.heading !== heading) firsts.set(key, heading);
  return firsts;
}

function matches({ label, search = "" }: PickerItem, wanted: string): boolean {
  return `${label} ${search}`.toLowerCase().includes(wanted.trim().toLowerCase());
}
