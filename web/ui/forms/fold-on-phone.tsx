/** Filters above a list: closed behind a button on a phone, where the list would begin below the screen; open elsewhere. */
import { type ReactNode, useId, useState } from "react";
import { Badge } from "../badge.tsx";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { sliders } from "../icons/shapes.ts";
import { Icon } from "../icon.tsx";

type Props = {
  readonly label: string;
  /** How many are set. */
  readonly count: number;
  readonly children: ReactNode;
};

export function FoldOnPhone({ label, count, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={cx("grid grid-cols-[minmax(0,1fr)]", isOpen && "gap-3")}>
      <Button
        look="secondary"
        size="sm"
        className="justify-self-start md:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon shape={sliders} size={16} />
        {label}
        {count > 0 && <Badge tone="brand">{count}</Badge>}
      </Button>
      <div id={id} className={cx(!isOpen && "max-md:hidden")}>
        {children}
      </div>
    </div>
  );
}
