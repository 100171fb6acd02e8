import { useNavigate, useSearchParams } from "react-router-dom";

import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { RichestCoin } from "#src/components/amount/RichestCoin.tsx";
import { withdrawalFlow } from "#src/adapters/actors/withdrawal.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useCoinChoice } from "#src/hooks/useCoinChoice.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { buildBindingPath, buildRecoveryPath, buildWithdrawPath } from "#src/routes/links.ts";

import { WithdrawSkeleton } from "./WithdrawSkeleton.tsx";
import { WithdrawView } from "./WithdrawView.tsx";

/**
 * `/withdraw?coinType=`: from the balance to the proven wallet; without a known coin of what is worth most.
 * `&payoutId=` follows a withdrawal on.
 */
export function Withdraw() {
  const [coinType, choose] = useCoinChoice();
  const { view } = useSystemInfo();
  const open = view.value?.coins.map((coin) => coin.coinType) ?? (view.status === "failed" ? COIN_TYPES : null);
  if (coinType !== null) return <CoinWithdrawal key={coinType} coinType={coinType} />;
  return (
    <>
      {open !== null && <RichestCoin offered={open.length === 0 ? COIN_TYPES : open} areOwnOffered onFind={choose} />}
      <WithdrawSkeleton />
    </>
  );
}

function CoinWithdrawal({ coinType }: { coinType: CoinType }) {
  const { messenger } = useApp();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const flow = useFlow(withdrawalFlow, {
    input: { coinType, payoutId: search.get("payoutId") || null },
    open: { type: "ui.open" },
    onEmit: (event) => {
      switch (event.type) {
        case "draft.changed":
          // The flow has kept it.
          break;
        case "payout.changed":
          // A reload finds the payout again.
          void navigate(buildWithdrawPath(coinType, event.payoutId ?? undefined), { replace: true });
          break;
        case "openProof":
          // A page of the app leads back here once the wallet is proven.
          if (event.url.startsWith("/"))
            void navigate(buildBindingPath(buildWithdrawPath(coinType), COINS[coinType].walletType));
          else messenger.openLink(event.url);
          break;
        case "recovery.wanted":
          void navigate(buildRecoveryPath(buildWithdrawPath(coinType)));
          break;
      }
    },
  });
  const prompt = useChild(flow?.actor ?? null, "securityCodePrompt", viewSecurityCodePrompt);
  useConfirmClose(flow?.view.hasUnsavedInput === true);
  if (flow === null) return <WithdrawSkeleton />;
  return (
    <>
      <WithdrawView {...flow} />
      <SecurityCodePrompt prompt={prompt} />
    </>
  );
}
