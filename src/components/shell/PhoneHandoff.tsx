import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { WalletType } from "#domain/coins.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { isTouchDevice } from "#src/page/isTouchDevice.ts";

import { ErrorBoundary } from "./ErrorBoundary.tsx";

/** Few people need it, so it comes on demand. */
const PhoneHandoffSheet = lazy(async () => ({
  default: (await import("./PhoneHandoffSheet.tsx")).PhoneHandoffSheet,
}));

interface PhoneHandoffProps {
  orderId: string;
  walletType: WalletType;
  /** Whether the person is logged in here; else the payment code asks for the link. */
  isInApp?: boolean;
}

/** On a desktop, the way to pay an order with a wallet that is on the phone. TON Connect shows a code of its own. */
export function PhoneHandoff({ orderId, walletType, isInApp = false }: PhoneHandoffProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  if (isTouchDevice() || MESSENGER_WALLET_KINDS[walletType] !== undefined) return null;
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="secondary"
        icon="qr"
        onClick={() => {
          setMissing(false);
          setOpen(true);
        }}
      >
        {t("wallet:handoff.byPhone")}
      </Button>
      {isMissing && <span role="alert">{t("app:list.failed")}</span>}
      {isOpen && (
        <ErrorBoundary
          fallback={null}
          onCatch={() => {
            close();
            setMissing(true);
          }}
        >
          <Suspense>
            <PhoneHandoffSheet orderId={orderId} walletType={walletType} isInApp={isInApp} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
