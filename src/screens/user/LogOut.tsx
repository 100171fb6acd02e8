import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { SessionEvent } from "#machines/session/session.machine.ts";
import type { ViewAction } from "#machines/kit/viewAction.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Dialog } from "#src/components/ui/Dialog.tsx";

interface LogOutProps {
  /** Of the session. */
  actions: readonly ViewAction<SessionEvent>[];
  send: (event: SessionEvent) => void;
}

/** Logs out after a confirmation. */
export function LogOut({ actions, send }: LogOutProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
  };
  return (
    <>
      <ActionButton
        actions={actions}
        type="ui.logout"
        send={() => {
          setAsking(true);
        }}
        variant="plain"
      />
      <Dialog
        isOpen={isAsking}
        onClose={close}
        title={t("envelope:user.logoutTitle")}
        actions={
          <>
            <ActionButton actions={actions} type="ui.logout" send={send} variant="danger" />
            <Button variant="secondary" onClick={close}>
              {t("envelope:user.stay")}
            </Button>
          </>
        }
      >
        <p>{t("envelope:user.logoutText")}</p>
      </Dialog>
    </>
  );
}
