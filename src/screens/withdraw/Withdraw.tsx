import { useNavigate, useSearchParams } from "react-router-dom";

import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { withdrawalFlow } from "#src/adapters/actors/withdrawal.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useChild } from "#src/hooks/useChild.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOutcomeHaptics } from "#src/hooks/useOutcomeHaptics.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { buildBindingPath, buildRecoveryPath, buildWithdrawPath } from "#src/routes/links.ts";

import { WithdrawScreen } from "./WithdrawScreen.tsx";
import { WithdrawSkeleton } from "./WithdrawSkeleton.tsx";
import { WithdrawView } from "./WithdrawView.tsx";

/**
 * `/withdraw?coinType=`: from the balance to the proven wallet; without a known coin the first open one.
 * `&payoutId=` follows a withdrawal on.
 */
export function Withdraw() {
  const [search] = useSearchParams();
  const { view, send } = useSystemInfo();
  const named = COIN_TYPES.find((known) => known === search.get("coinType"));
  const coinType = named ?? (view.value === null ? null : (view.value.coins[0]?.coinType ?? COIN_TYPES[0]));
  if (coinType !== null) return <CoinWithdrawal key={coinType} coinType={coinType} />;
  if (view.status !== "failed") return <WithdrawSkeleton />;
  return (
    <WithdrawScreen>
      <LoadFailure failure={view} send={send} />
    </WithdrawScreen>
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
  useOutcomeHaptics(flow?.view.state === "paid" ? "success" : null);
  if (flow === null) return <WithdrawSkeleton />;
  return (
    <>
      <WithdrawView {...flow} />
      <SecurityCodePrompt prompt={prompt} />
    </>
  );
}
