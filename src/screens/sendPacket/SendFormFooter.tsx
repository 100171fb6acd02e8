import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import styles from "./SendFormFooter.module.css";

/** What it costs, and the button. */
export function SendFormFooter({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.total}>
        {view.isBusy ? <output>{t(view.titleKey)}</output> : <span>{t("envelope:send.total")}</span>}
        <Amount amount={view.total} coinType={view.draft.coinType} size="large" />
      </div>
      <MainAction
        actions={view.actions}
        type="ui.submit"
        send={send}
        labelKey="envelope:send.submit"
        isBusy={view.isBusy}
      />
    </>
  );
}
