/**
 * A long list to choose one of: a search field above, the matches below, as links or as choices. Arrow keys go through
 * the matches while the field keeps the typing; Enter takes the marked one. What draws it is loaded with the first one.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Dialog } from "../../dialogs/dialog.tsx";
import type { PickerListProps } from "./item.ts";

export function PickerDialog({
  isOpen,
  onClose,
  title,
  closeLabel,
  before,
  ...list
}: PickerListProps & {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  before?: ReactNode;
}) {
  const [List, setList] = useState<ComponentType<PickerListProps> | null>(null);
  useEffect(() => {
    if (isOpen) void import("./list.tsx").then(({ PickerList }) => setList(() => PickerList), reportError);
  }, [isOpen]);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={closeLabel} isSheet>
      <div className="grid min-h-60 content-start gap-3">
        {before}
        {List && <List {...list} />}
      </div>
    </Dialog>
  );
}
