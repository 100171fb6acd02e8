import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { WalletType } from "#domain/coins.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { isTouchDevice } from "#src/page/isTouchDevice.ts";

import { lazyPart } from "./lazyPart.tsx";

/** Few people need it, so it comes on demand. */
const { Part: PhoneHandoffSheet } = lazyPart(async () => (await import("./PhoneHandoffSheet.tsx")).PhoneHandoffSheet);

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
  if (isTouchDevice() || MESSENGER_WALLET_KINDS[walletType] !== undefined) return null;
  return (
    <>
      <Button variant="secondary" icon="qr" onClick={() => setOpen(true)}>
        {t("wallet:handoff.byPhone")}
      </Button>
      {isOpen && (
        <Suspense>
          <PhoneHandoffSheet
            orderId={orderId}
            walletType={walletType}
            isInApp={isInApp}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
