import { useTranslation } from "react-i18next";

import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { ActionButton } from "#src/components/ActionButton.tsx";
import { Badge } from "#src/components/Badge.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { CopyButton } from "#src/components/CopyButton.tsx";
import { Dialog } from "#src/components/Dialog.tsx";
import { Empty } from "#src/components/Empty.tsx";
import { ErrorState } from "#src/components/ErrorState.tsx";
import { MainAction } from "#src/components/MainAction.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { Section } from "#src/components/Section.tsx";
import { Skeleton } from "#src/components/Skeleton.tsx";
import type { FlowProps } from "#src/flows/flow.ts";
import { useGoBack } from "#src/hooks/useGoBack.ts";

import styles from "./AddWallet.module.css";
import { BindForm } from "./BindForm.tsx";
import { listFreeTypes } from "./listFreeTypes.ts";

type Props = FlowProps<"walletBinding", WalletBindingView>;

/** The wallet page as the machine stands. */
export function AddWalletView(props: Props) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  const { actions } = props.view;
  const { send } = props;
  const canBind = listFreeTypes(props.view).length > 0;
  return (
    <Screen
      title={t("wallet:binding.title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={
        <>
          {canBind && (
            <MainAction
              actions={actions}
              type="ui.submit"
              send={send}
              labelKey="wallet:binding.submit"
              isBusy={props.view.state === "binding"}
            />
          )}
          {canBind && <ActionButton actions={actions} type="ui.prove" send={send} variant="secondary" />}
          <MainAction actions={actions} type="ui.continue" send={send} />
          <MainAction actions={actions} type="ui.retry" send={send} />
        </>
      }
    >
      <AddWalletBody {...props} />
    </Screen>
  );
}

function AddWalletBody({ view, send }: Props) {
  const { t } = useTranslation();
  switch (view.state) {
    case "idle":
    case "loading":
      return <Skeleton label={t("app:loading")} rows={3} />;
    case "bound":
    case "unbound":
      return (
        <>
          <output className={styles.outcome}>{t(view.titleKey)}</output>
          <WalletCells view={view} send={send} />
        </>
      );
    case "failed":
    case "timedOut":
      return <ErrorState title={t(view.titleKey)} text={view.failureKey === null ? undefined : t(view.failureKey)} />;
    case "choosing":
    case "proving":
    case "binding":
    case "confirmingUnbind":
    case "unbinding":
      return (
        <>
          <WalletCells view={view} send={send} />
          {view.isBusy ? <output>{t(view.titleKey)}</output> : <BindForm view={view} send={send} />}
          <Dialog
            isOpen={view.state === "confirmingUnbind"}
            onClose={() => {
              send({ type: "ui.back" });
            }}
            title={t("wallet:binding.unbindTitle")}
            actions={
              <>
                <ActionButton actions={view.actions} type="ui.confirm" send={send} variant="danger" />
                <ActionButton actions={view.actions} type="ui.back" send={send} variant="secondary" />
              </>
            }
          >
            {t("wallet:binding.unbindText", { address: view.walletToUnbind?.address ?? "" })}
          </Dialog>
        </>
      );
  }
}

function WalletCells({ view, send }: Props) {
  const { t } = useTranslation();
  if (view.wallets.length === 0) {
    return <Empty title={t("wallet:binding.none")} text={t("wallet:binding.noneText")} />;
  }
  return (
    <Section title={t("wallet:binding.bound")}>
      {view.wallets.map((wallet) => {
        const unbind = view.actions.filter(
          ({ event }) => event.type === "ui.unbind" && event.walletId === wallet.walletId,
        );
        return (
          <div key={wallet.walletId} className={styles.wallet}>
            <Cell
              title={<span className={styles.address}>{wallet.address}</span>}
              subtitle={t(`wallet:type.${wallet.type}`)}
              after={
                <Badge tone={wallet.proven ? "good" : "plain"}>
                  {t(wallet.proven ? "wallet:binding.proven" : "wallet:binding.unproven")}
                </Badge>
              }
            />
            <div className={styles.tools}>
              <CopyButton text={wallet.address} variant="plain" />
              <ActionButton actions={unbind} type="ui.unbind" send={send} variant="plain" isInline />
            </div>
          </div>
        );
      })}
    </Section>
  );
}
