/** Fills an amount with everything that is available; it is inside the field of the amount. */
import { useT } from "#sdk/page-kit.ts";

export function MaxButton({ onPress, disabled = false }: { onPress: () => void; disabled?: boolean }) {
  const t = useT();
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onPress}
      className="min-h-8 rounded-md bg-brand-soft px-2.5 text-xs font-semibold text-brand hover:bg-sunken disabled:opacity-55"
    >
      {t("wallet.send.all")}
    </button>
  );
}
