/** An act of the staff in words; one of an older version stays as it is called. */
import { STAFF_ACTS, type StaffActName } from "#contract/staff/audit-names.ts";
import { useT } from "#sdk/page-kit.ts";

const PROPOSED = ".propose";

type Named = Exclude<StaffActName, `${string}.${string}.propose`>;
const isNamed = (act: string): act is Named => STAFF_ACTS.some((one) => one === act) && act.split(".").length === 2;

export function useActText(): (act: string) => string {
  const t = useT();
  return (act) => {
    if (isNamed(act)) return t(`audit.act.${act}`);
    const base = act.endsWith(PROPOSED) ? act.slice(0, -PROPOSED.length) : act;
    return isNamed(base) ? t("audit.proposed", { act: t(`audit.act.${base}`) }) : act;
  };
}
