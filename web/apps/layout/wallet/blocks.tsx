/** Why the wallet is blocked, what is still open, and the way out. */
import type { WalletBlock } from "#contract/wallet-blocks.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";

export function Blocks({ reasons }: { reasons: readonly WalletBlock[] }) {
  const page = usePage();
  const t = useT();
  return reasons.map((reason) => (
    <div key={reason} data-block={reason}>
      <Alert
        kind="warning"
        action={
          reason === "ID_REQUIRED" && (
            <LinkButton size="sm" look="secondary" href={page.href("kycVerification", undefined)}>
              {t("wallet.block.verify")}
            </LinkButton>
          )
        }
      >
        {t(`wallet.block.${reason}`)}
      </Alert>
    </div>
  ));
}
