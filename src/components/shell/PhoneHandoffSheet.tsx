import { useTranslation } from "react-i18next";

import type { WalletType } from "#domain/coins.ts";
import type { WalletHandoffView } from "#machines/walletHandoff/walletHandoff.view.ts";
import { QrCode } from "#src/components/ui/QrCode.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { orderHandoffFlow, walletHandoffFlow } from "#src/adapters/actors/walletHandoff.ts";
import { formatTimeLeft } from "#src/format/formatTime.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { ActionButton } from "./ActionButton.tsx";
import { LoadFailure } from "./LoadFailure.tsx";
import { MainAction } from "./MainAction.tsx";
import styles from "./PhoneHandoffSheet.module.css";
import { SecondsLeft } from "./SecondsLeft.tsx";

/** Side of the code where the page is wide enough. */
const CODE_PX = 280;

const CLOSING = [{ event: { type: "ui.close" }, labelKey: "wallet:handoff.close", enabled: true }] as const;

interface PhoneHandoffSheetProps {
  orderId: string;
  walletType: WalletType;
  isInApp: boolean;
  onClose: () => void;
}

/** A code for the phone to scan: it opens the payment page of this order there. */
export function PhoneHandoffSheet({ orderId, walletType, isInApp, onClose }: PhoneHandoffSheetProps) {
  const { t } = useTranslation();
  const flow = useFlow(isInApp ? orderHandoffFlow : walletHandoffFlow, {
    input: { orderId, walletType, apps: [] },
    open: { type: "ui.showCode" },
  });
  const hasFailed = flow?.view.state === "failed";
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t("wallet:handoff.byPhone")}
      actions={
        <>
          <MainAction actions={CLOSING} type="ui.close" send={onClose} variant="secondary" />
          {flow !== null && !hasFailed && (
            <ActionButton actions={flow.view.actions} type="ui.showCode" send={flow.send} variant="plain" />
          )}
        </>
      }
    >
      {flow !== null && hasFailed ? (
        <LoadFailure failure={flow.view} send={() => flow.send({ type: "ui.showCode" })} />
      ) : (
        <PhoneCode code={flow?.view.code ?? null} />
      )}
    </Sheet>
  );
}

/** The code has the same place while it is made, so that nothing jumps when another one comes. */
function PhoneCode({ code }: Pick<WalletHandoffView, "code">) {
  const { t } = useTranslation();
  return (
    <div className={styles.phone}>
      <p className={styles.text}>{t("wallet:handoff.scan")}</p>
      <div className={styles.code}>
        {code === null ? (
          <Skeleton label={t("wallet:handoff.making")} shape="cards" rows={1} rowHeightPx={CODE_PX} />
        ) : (
          <QrCode text={code.link} label={t("wallet:handoff.codeLabel")} />
        )}
      </div>
      <p role="timer" className={styles.time}>
        {code !== null && (
          <SecondsLeft
            until={code.endsAt}
            write={(seconds) => t("wallet:handoff.validFor", { time: formatTimeLeft(seconds) })}
          />
        )}
      </p>
    </div>
  );
}
