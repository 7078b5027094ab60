/** What a change does, in a sentence. */
import type { StaffChange } from "#contract/staff-changes.ts";
import { useT } from "#sdk/page-kit.ts";

export function useChangeWords(): (change: StaffChange) => string {
  const t = useT();
  return (change) => {
    switch (change.kind) {
      case "grant_role":
      case "revoke_role":
        return t(`staff.change.${change.kind}`, { name: change.id, role: t(`staff.role.${change.role}`) });
      case "set_level":
        return t("staff.change.set_level", { name: change.id, level: change.level });
      default:
        return t(`staff.change.${change.kind}`, { halt: t(`staff.halt.${change.id}`) });
    }
  };
}
