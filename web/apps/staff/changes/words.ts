/** The effect of a change, in a sentence. */
import type { StaffChange } from "#contract/staff/changes.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { amountText, fiatText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { valueText } from "../console/settings/value.ts";

export function useChangeWords(): (change: StaffChange) => string {
  const t = useT();
  const { locale } = usePage();
  const methodWords = (id: number) => (id === 0 ? t("staff.perks.all") : t("staff.perks.one", { id }));
  return (change) => {
    switch (change.kind) {
      case "grant_role":
      case "revoke_role":
        return t(`staff.change.${change.kind}`, { name: change.id, role: t(`staff.role.${change.role}`) });
      case "set_level":
        return t("staff.change.set_level", { name: change.id, level: change.level });
      case "give_badge":
      case "take_badge":
        return t(`staff.change.${change.kind}`, { name: isolated(change.id), badge: t(`staff.badge.${change.badge}`) });
      case "set_ambassador": {
        const name = isolated(change.id);
        return change.ambassador_level === "none"
          ? t("staff.change.end_ambassador", { name })
          : t("staff.change.set_ambassador", { name, level: t(`staff.ambassador_level.${change.ambassador_level}`) });
      }
      case "end_order":
        return t(`staff.change.end_order_${change.decision}`, {
          ...{ name: isolated(change.id), order: isolated(change.order) },
        });
      case "end_cards":
        return t("staff.change.end_cards");
      case "accept_lightning":
        return t("staff.change.accept_lightning", {
          amount: isolated(amountText(locale, `${displayFromUnits(BigInt(change.id), CRYPTO.BTC.digits)} BTC`)),
        });
      case "give_perk":
        return t("staff.change.give_perk", {
          ...{ name: isolated(change.id), pct: change.fee_pct, count: change.days },
          method: methodWords(change.payment_method_id),
        });
      case "give_cashback":
        return t("staff.change.give_cashback", {
          ...{ name: isolated(change.id), offer: isolated(change.offer) },
          ...{ percent: change.percent, max: fiatText(locale, change.max_usd, "USD") },
        });
      case "take_perk":
        return t("staff.change.take_perk", {
          name: isolated(change.id),
          method: methodWords(change.payment_method_id),
        });
      case "set_setting":
        return t("staff.change.set_setting", {
          name: isolated(change.id),
          value: isolated(valueText(t, change.value)),
        });
      case "set_flag":
        return t("staff.change.set_flag", { flag: isolated(change.id), percent: change.percent });
      case "set_user_flag":
        return t("staff.change.set_user_flag", {
          ...{ flag: isolated(change.flag), name: isolated(change.id) },
          state: t(`staff.flag_state.${change.state}`),
        });
      case "post_journal":
        return t(`staff.change.${change.side}`, {
          amount: isolated(amountText(locale, `${change.amount} ${change.crypto_currency_code}`)),
          ...{ name: isolated(change.id), case: isolated(change.case_number) },
          house: t(`staff.house.${change.house}`),
        });
      default:
        return t(`staff.change.${change.kind}`, { halt: t(`staff.halt.${change.id}`) });
    }
  };
}
