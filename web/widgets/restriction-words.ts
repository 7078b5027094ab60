/** Reasons by their code; one that the operator wrote is shown unchanged. */
import { RESTRICTION_REASONS } from "#contract/compliance/restriction-names.ts";
import { useT } from "#sdk/page-kit.ts";

export function useReasonText(): (code: string) => string {
  const t = useT();
  return (code) => {
    const known = RESTRICTION_REASONS.find((one) => one === code);
    return known ? t(`restrictions.reason.${known}`) : code;
  };
}
